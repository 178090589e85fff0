import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ConfigError } from 'toolcrib';
import type { ToolRegistrySnapshot } from 'toolcrib/catalog';
import { z } from 'zod';
import { assertIfMatch } from '../http/etag.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { changeOf } from './change-of.ts';
import { queryFlag, reason, tenantParams } from './schemas/fields.ts';
import { restoreAnswer, snapshot, snapshotRequest } from './schemas/snapshot.ts';

const tag = 'snapshots';
const path = '/v1/tenants/{tenant}/snapshot';
const MAX_SNAPSHOT_BYTES = 67_108_864;
/** Tools, names in quarantine and documents altogether. */
const MAX_ITEMS = 50_000;
/** The characters of a part, after which others have their turn. */
const PART_CHARS = 131_072;

const getSnapshot = defineRoute({
  method: 'GET',
  path,
  id: 'getSnapshot',
  access: 'snapshots:read',
  toolsetLimit: 'refused',
  tag,
  summary: 'Take a snapshot of the catalogue: tools, drafts, toolsets and policies',
  description: 'Its ETag is its digest: equal catalogues have the same.',
  params: tenantParams,
  answers: { 200: snapshot },
  async handle({ service, actor }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    await catalog.refresh();
    const parts: Uint8Array[] = [];
    const digest = await digestOf(catalog.snapshot(), (part) => parts.push(part));
    // One text of all parts would be made, encoded and compressed without a pause.
    return { body: toStream(parts), headers: { 'content-type': 'application/json' }, etag: digest };
  },
});

const restoreSnapshot = defineRoute({
  method: 'PUT',
  path,
  id: 'restoreSnapshot',
  access: 'snapshots:restore',
  toolsetLimit: 'refused',
  tag,
  summary: 'Replace everything that the catalogue holds by what a snapshot holds',
  description:
    'In one transaction. A quarantine that is not in the snapshot is gone afterwards: look at a dry run first, and send `If-Match` with what you saw.',
  params: tenantParams,
  query: z.strictObject({
    dryRun: queryFlag.meta({ description: 'Whether to change nothing, and only tell what would.' }),
    reason: reason.exactOptional(),
  }),
  body: snapshotRequest,
  answers: { 200: restoreAnswer },
  maxBodyBytes: MAX_SNAPSHOT_BYTES,
  subject: ({ params, query }) => (query.dryRun ? `${params.tenant} (dry run)` : params.tenant),
  async handle({ service, actor, request, query, body }) {
    assertFew(body);
    // Its last part was read in this same turn.
    await setImmediate();
    const { catalog } = await service.tenants.open(actor.tenant);
    // The catalogue reads it, whatever it is.
    const preview = await catalog.previewRestore(body as unknown as ToolRegistrySnapshot);
    const { before, sequence, after, diff } = preview;
    await setImmediate();
    const isConditional = request.headers.has('if-match');
    if (isConditional) assertIfMatch(request, await digestOf(before));
    if (!query.dryRun) {
      const expected = isConditional ? { expectedSequence: sequence } : {};
      await catalog.restore(after, { ...changeOf(actor, query.reason), ...expected });
    }
    return { body: { isRestored: !query.dryRun, diff, digest: await digestOf(after) } };
  },
});

/** A restore is one change, which is compared as a whole and written in one transaction. */
function assertFew(snapshot: Readonly<Record<string, unknown>>): void {
  let count = 0;
  for (const field of ['tools', 'quarantinedNames', 'documents']) {
    const list = snapshot[field];
    count += Array.isArray(list) ? list.length : 0;
    if (count <= MAX_ITEMS) continue;
    const message = `A snapshot that is restored has at most ${MAX_ITEMS} tools, names and documents; this one has more.`;
    throw new ConfigError('E_INVALID_SNAPSHOT', message, { context: { path: `/${field}` } });
  }
}

export const snapshotsRoutes: readonly Route[] = [getSnapshot, restoreSnapshot];

/** The text of a snapshot as `JSON.stringify` gives it, in parts, with a pause after each: some tenants have many thousand tools. */
async function* toParts({
  tools,
  quarantinedNames,
  documents,
  ...rest
}: ToolRegistrySnapshot): AsyncGenerator<string> {
  let text = `{${JSON.stringify(rest).slice(1, -1)}`;
  for (const [name, list] of Object.entries({ tools, quarantinedNames, documents })) {
    text += `,${JSON.stringify(name)}:[`;
    for (const [index, item] of list.entries()) {
      if (index > 0) text += ',';
      for (const piece of toPieces(item)) {
        text += piece;
        if (text.length < PART_CHARS) continue;
        yield text;
        text = '';
        await setImmediate();
      }
    }
    text += ']';
  }
  yield `${text}}`;
}

/** A tool can have thousands of versions. Its history is its last field. */
function* toPieces(item: object): Generator<string> {
  const { history = [] } = item as { readonly history?: readonly object[] };
  if (history.length === 0) return yield JSON.stringify(item);
  yield JSON.stringify({ ...item, history: [] }).slice(0, -']}'.length);
  for (const [index, version] of history.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(version)}`;
  yield ']}';
}

function toStream(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = parts.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function digestOf(
  snapshot: ToolRegistrySnapshot,
  onPart?: (part: Uint8Array) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const encoder = new TextEncoder();
  for await (const text of toParts(snapshot)) {
    const part = encoder.encode(text);
    hash.update(part);
    onPart?.(part);
  }
  return `sha256:${hash.digest('hex')}`;
}

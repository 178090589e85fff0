import { createHash } from 'node:crypto';
import { diffSnapshots, readSnapshot, type ToolRegistrySnapshot } from 'toolcrib/catalog';
import { z } from 'zod';
import { assertIfMatch } from '../http/etag.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { changeOf } from './change-of.ts';
import { queryFlag, reason, tenantParams } from './schemas/fields.ts';
import { restoreAnswer, snapshot, snapshotRequest } from './schemas/snapshot.ts';

const tag = 'snapshots';
const path = '/v1/tenants/{tenant}/snapshot';
const MAX_SNAPSHOT_BYTES = 67_108_864;

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
    const text = JSON.stringify(catalog.snapshot());
    return { body: text, headers: { 'content-type': 'application/json' }, etag: digestText(text) };
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
    const wanted = readSnapshot(body);
    const { catalog } = await service.tenants.open(actor.tenant);
    await catalog.refresh();
    const current = catalog.snapshot();
    if (request.headers.has('if-match')) assertIfMatch(request, digestOf(current));
    const diff = diffSnapshots(current, wanted);
    if (!query.dryRun) await catalog.restore(wanted, changeOf(actor, query.reason));
    return { body: { isRestored: !query.dryRun, diff, digest: digestOf(wanted) } };
  },
});

export const snapshotsRoutes: readonly Route[] = [getSnapshot, restoreSnapshot];

function digestOf(content: ToolRegistrySnapshot): string {
  return digestText(JSON.stringify(content));
}

function digestText(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

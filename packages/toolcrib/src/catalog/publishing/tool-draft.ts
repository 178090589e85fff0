import type { SpecComparison } from '../../compat/spec-comparison.ts';
import type { ToolDigest } from '../../core/digest.ts';
import { ConfigError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import type { CatalogFinding, VersionMark } from '../catalog-event.ts';
import type { SpecDifference } from '../diff-specs.ts';
import { type Fail, FieldReader } from '../field-reader.ts';
import { readSpec } from '../read-spec.ts';
import { digestOfReadSpec } from '../spec-digest.ts';
import type { DraftMark, ToolRegistration } from '../tool-registration.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { ToolVersion } from '../tool-state.ts';

/** A version that waits for somebody to approve it. Deeply frozen. */
export type ToolDraft = DraftMark & {
  readonly spec: ToolSpec;
  readonly digest: ToolDigest;
  /** Since when it waits, as ISO 8601 in UTC. */
  readonly since: string;
  readonly source?: string;
  /** The version that was current when it was proposed, and that it was compared with; absent if the tool is new. */
  readonly base?: VersionMark;
};

/** What a draft would change. Deeply frozen. */
export type DraftReview = {
  readonly draft: ToolDraft;
  /** The version that is current now; absent if the tool is new, as the next. */
  readonly current?: ToolVersion;
  readonly differences?: readonly SpecDifference[];
  /** Whom it would break, with values that show it, and what a model would read otherwise. */
  readonly comparison?: SpecComparison;
};

/** What the keys of all drafts begin with. */
export const DRAFT_PREFIX = 'draft/';

/** Of whoever has proposed it. */
const MAX_WHO_LENGTH = 256;
const MAX_SOURCE_LENGTH = 512;
const MAX_TEXT_LENGTH = 4096;
const severities = ['error', 'warning', 'info'] as const;

/** The key of the draft of a version; of a tool, what the keys of all its drafts begin with. */
export function draftKey(name: string, version?: string | null): string {
  // Versions are never empty, so that to have none is no version.
  return version === undefined ? `${pointerTo('draft', name)}/` : pointerTo('draft', name, version ?? '');
}

/** As it is kept. */
export function toDraftDocument(draft: ToolDraft): JsonObject {
  // All of it is JSON.
  return draft as unknown as JsonObject;
}

/** A draft that was kept as it was made. */
export function fromDraftDocument(document: JsonObject): ToolDraft {
  return document as unknown as ToolDraft;
}

/** The registration that a draft would have; the tool may exist with other versions. */
export function toDraftRegistration(draft: ToolDraft, enabled: boolean): ToolRegistration {
  const { spec, since, source, by, reason, findings } = draft;
  return Object.freeze({
    spec,
    enabled,
    createdAt: since,
    ...(source !== undefined && { source }),
    draft: Object.freeze({
      ...(by !== undefined && { by }),
      ...(reason !== undefined && { reason }),
      findings,
    }),
  });
}

/** A frozen copy of a draft that may come from anywhere; whatever `fail` throws if it is none, or stands under another key. */
export function readDraft(key: string, value: unknown, fail: Fail): ToolDraft {
  const fields = ['spec', 'digest', 'since', 'by', 'reason', 'source', 'base', 'findings'] as const;
  const read = new FieldReader(value, fields, fail);
  const spec = readDraftSpec(read);
  if (key !== draftKey(spec.name, spec.version ?? null)) read.refuse('spec', 'belongs under another key');
  const digest = digestOfReadSpec(spec);
  if (read.get('digest') !== digest) read.wrong('digest', `${digest}, which is that of the spec`);
  const [by, reason, source] = [
    read.optionalText('by', MAX_WHO_LENGTH),
    read.optionalText('reason', MAX_TEXT_LENGTH),
    read.optionalText('source', MAX_SOURCE_LENGTH),
  ];
  const base = read.get('base');
  // In the order in which a draft is made, so that a snapshot is the same to the byte.
  return Object.freeze({
    spec,
    digest,
    ...(source !== undefined && { source }),
    since: read.date('since'),
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    ...(base !== undefined && { base: readMark(base, (field, problem) => fail(`base.${field}`, problem)) }),
    findings: Object.freeze(read.list('findings').map((item, index) => readFinding(item, index, fail))),
  });
}

function readDraftSpec(read: FieldReader<'spec'>): ToolSpec {
  try {
    return readSpec(read.get('spec'));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return read.refuse('spec', `is refused: ${error.message.replace(/\.$/, '')}`);
  }
}

function readFinding(value: unknown, index: number, fail: Fail): CatalogFinding {
  const inFindings: Fail = (field, problem) => {
    return fail(
      'findings',
      `has one, at ${index}, that is refused: ${field === '' ? 'it' : field} ${problem}`,
    );
  };
  const fields = ['rule', 'severity', 'pointer', 'start', 'end', 'message', 'fix', 'waiver'] as const;
  const read = new FieldReader(value, fields, inFindings);
  const severity = severities.find((one) => one === read.get('severity'));
  const pointer = read.get('pointer');
  const [start, end] = [readPlace(read, 'start'), readPlace(read, 'end')];
  const [fix, waiver] = [
    read.optionalText('fix', MAX_TEXT_LENGTH),
    read.optionalText('waiver', MAX_TEXT_LENGTH),
  ];
  return Object.freeze({
    rule: read.text('rule', MAX_TEXT_LENGTH),
    severity: severity ?? read.wrong('severity', `one of ${severities.join(', ')}`),
    pointer: typeof pointer === 'string' ? pointer : read.wrong('pointer', 'a text'),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    message: read.text('message', MAX_TEXT_LENGTH),
    ...(fix !== undefined && { fix }),
    ...(waiver !== undefined && { waiver }),
  });
}

/** A place in a text; undefined if there is none. */
function readPlace(read: FieldReader<'start' | 'end'>, field: 'start' | 'end'): number | undefined {
  const place = read.get(field);
  if (place === undefined) return undefined;
  const isPlace = typeof place === 'number' && Number.isSafeInteger(place) && place >= 0;
  return isPlace ? place : read.wrong(field, 'a whole number from 0 up');
}

function readMark(value: unknown, fail: Fail): VersionMark {
  const read = new FieldReader(value, ['version', 'digest', 'authorityDigest'], fail);
  const version = read.optionalText('version', MAX_WHO_LENGTH);
  const authorityDigest = read.optionalText('authorityDigest', MAX_WHO_LENGTH) as ToolDigest | undefined;
  return Object.freeze({
    ...(version !== undefined && { version }),
    digest: read.text('digest', MAX_WHO_LENGTH) as ToolDigest,
    ...(authorityDigest !== undefined && { authorityDigest }),
  });
}

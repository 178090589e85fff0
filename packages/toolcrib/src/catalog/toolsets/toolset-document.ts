import { pointerTo } from '../../core/json-pointer.ts';
import { type Fail, FieldReader } from '../field-reader.ts';
import { readToolsetContent } from './read-toolset-content.ts';
import type { AppliedToolset } from './toolset.ts';
import type { FailAt } from './toolset-errors.ts';

/** What the keys of all toolsets begin with. */
export const TOOLSET_PREFIX = 'toolset/';

const KEY = /^toolset\/([^/~]+)\/([1-9]\d{0,14})$/;
const MAX_WHO_LENGTH = 256;
const MAX_REASON_LENGTH = 4096;
const fields = [
  'name',
  'revision',
  'definition',
  'pins',
  'setDigest',
  'appliedAt',
  'by',
  'reason',
  'rolledBackTo',
] as const satisfies (keyof AppliedToolset)[];

/** The key of a revision; of a toolset, what the keys of all its revisions begin with. */
export function toolsetKey(name: string, revision?: number): string {
  return revision === undefined ? `${pointerTo('toolset', name)}/` : pointerTo('toolset', name, revision);
}

/** Whose revision is kept under a key; undefined if it is no key of a toolset. */
export function parseToolsetKey(
  key: string,
): { readonly name: string; readonly revision: number } | undefined {
  const [, name, revision] = KEY.exec(key) ?? [];
  return name === undefined ? undefined : { name, revision: Number(revision) };
}

/**
 * A frozen copy of a revision that may come from anywhere; whatever `fail` throws if it is none, if its set digest is not
 * that of its tools, or if it stands under another key.
 */
export function readToolsetDocument(key: string, value: unknown, fail: Fail): AppliedToolset {
  const read = new FieldReader(value, fields, fail);
  const place = parseToolsetKey(key) ?? fail('', 'stands under a key that no toolset has');
  const content = readToolsetContent(read, failBelow(fail));
  const { name } = content.definition;
  if (read.get('name') !== name || name !== place.name)
    read.refuse('name', 'is not that of the definition and the key');
  if (read.get('revision') !== place.revision) read.refuse('revision', 'is not that of the key');
  const appliedAt = read.date('appliedAt');
  const by = read.optionalText('by', MAX_WHO_LENGTH);
  const reason = read.optionalText('reason', MAX_REASON_LENGTH);
  const rolledBackTo = readRolledBackTo(read, place.revision);
  return Object.freeze({
    name,
    revision: place.revision,
    ...content,
    appliedAt,
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    ...(rolledBackTo !== undefined && { rolledBackTo }),
  });
}

/** Names the first step of a place, as whoever reads documents does; the rest is in words. */
function failBelow(fail: Fail): FailAt {
  return (path, problem) => {
    const [, field = '', ...rest] = path.split('/');
    return fail(field, rest.length === 0 ? problem : `is refused: ${path} ${problem}`);
  };
}

function readRolledBackTo(read: FieldReader<'rolledBackTo'>, revision: number): number | undefined {
  const earlier = read.get('rolledBackTo');
  if (earlier === undefined) return undefined;
  const isEarlier =
    typeof earlier === 'number' && Number.isInteger(earlier) && earlier >= 1 && earlier < revision;
  return isEarlier ? earlier : read.wrong('rolledBackTo', 'the number of an earlier revision');
}

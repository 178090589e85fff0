import { FieldReader } from '../../catalog/field-reader.ts';
import { doAtOnce, mapInPieces, type Pieces } from '../../catalog/pieces.ts';
import { isSpecName } from '../../catalog/read-spec.ts';
import { cutText } from '../../core/cut-text.ts';
import type { ToolDigest } from '../../core/digest.ts';
import { isPlainObject } from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import {
  isDigest,
  LOCK_VERSION,
  type LockedTool,
  OLD_LOCK,
  type ToolDigests,
  type ToolLock,
} from '../../core/lock.ts';
import { digestInPieces, TOOLS_PER_PIECE } from './digest-entries.ts';
import { lockError } from './lock-error.ts';

const MAX_VERSION_LENGTH = 128;
const MAX_SOURCE_LENGTH = 512;
const MAX_TOOLS = 100_000;

/** One tool of a lock. Frozen, and free of fields that are absent, so that it is JSON. */
export type LockEntry = {
  readonly name: string;
  readonly version?: string;
  readonly digest: ToolDigest;
  readonly authorityDigest: ToolDigest;
  readonly source?: string;
};

/**
 * The entries of a lock that may come from anywhere, sorted by name in code-unit order. A set digest, which the text of
 * a lock has, may stand beside the tools, and must fit them.
 *
 * @throws ConfigError `E_INVALID_LOCK` with a JSON Pointer to what is wrong in `context.path`.
 */
export function readEntries(lock: unknown): readonly LockEntry[] {
  return doAtOnce(readInPieces(lock));
}

/** As {@link readEntries}, some tools after others. */
export function* readInPieces(lock: unknown): Pieces<readonly LockEntry[]> {
  const read = new FieldReader(lock, ['lockVersion', 'tools', 'set'], failAt(''));
  const version = read.get('lockVersion');
  if (version === 1) read.refuse('lockVersion', OLD_LOCK);
  if (version !== LOCK_VERSION) read.wrong('lockVersion', String(LOCK_VERSION));
  const tools = ownEntries(read.get('tools')) ?? read.wrong('tools', 'an object with the tools by name');
  if (tools.length > MAX_TOOLS) read.refuse('tools', `has more than ${MAX_TOOLS} tools`);
  const entries = yield* mapInPieces(
    tools,
    ([name, tool]) => readEntry(name, tool, failAt(pointerTo('/tools', name))),
    TOOLS_PER_PIECE,
  );
  const sorted = Object.freeze(entries.sort((left, right) => (left.name < right.name ? -1 : 1)));
  const set = read.get('set');
  if (set !== undefined && set !== (yield* digestInPieces(sorted))) {
    read.refuse('set', 'is not the digest of these tools');
  }
  return sorted;
}

/** One tool, each field read once. `fail` is called with the field, and words that follow its name. */
export function readEntry(
  name: string,
  tool: unknown,
  fail: (field: string, problem: string) => never,
): LockEntry {
  if (!isSpecName(name)) fail('', 'has a name that no tool can have');
  const read = new FieldReader(tool, ['version', 'digest', 'authorityDigest', 'source'], fail);
  const version = read.optionalText('version', MAX_VERSION_LENGTH);
  const source = read.optionalText('source', MAX_SOURCE_LENGTH);
  return toEntry({
    name,
    version,
    digest: readDigest(read, 'digest'),
    authorityDigest: readDigest(read, 'authorityDigest'),
    source,
  });
}

/** An entry without what is undefined. */
export function toEntry({ name, version, digest, authorityDigest, source }: EntryFields): LockEntry {
  return Object.freeze({
    name,
    ...(version !== undefined && { version }),
    digest,
    authorityDigest,
    ...(source !== undefined && { source }),
  });
}

function readDigest<Field extends string>(read: FieldReader<Field>, field: Field): ToolDigest {
  const digest = read.get(field);
  return isDigest(digest) ? digest : read.wrong(field, 'sha256/v1: and 64 hexadecimal digits');
}

interface EntryFields extends ToolDigests {
  readonly name: string;
  readonly version: string | undefined;
  readonly source: string | undefined;
}

/** The lock of these entries, which are sorted by name. */
export function toLock(entries: readonly LockEntry[]): ToolLock {
  const tools = entries.map(({ name, ...tool }): [string, LockedTool] => [name, Object.freeze(tool)]);
  return Object.freeze({ lockVersion: LOCK_VERSION, tools: Object.freeze(Object.fromEntries(tools)) });
}

function failAt(path: string): (field: string, problem: string) => never {
  return (field, problem) => {
    const place = field === '' ? path : pointerTo(path, field);
    const subject = place === '' ? 'it' : cutText(place);
    throw lockError(`The lock is refused: ${subject} ${problem}.`, { path: place });
  };
}

/** Undefined for what is no plain object, or throws when it is read. */
function ownEntries(value: unknown): [string, unknown][] | undefined {
  try {
    return isPlainObject(value) ? Object.entries(value) : undefined;
  } catch {
    // Code of the value itself threw, such as a getter: it is no plain object then.
    return undefined;
  }
}

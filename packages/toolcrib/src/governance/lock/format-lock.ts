import { doAtOnce, mapInPieces, type Pieces } from '../../catalog/pieces.ts';
import { LOCK_VERSION, type ToolLock } from '../../core/lock.ts';
import { digestInPieces, TOOLS_PER_PIECE } from './digest-entries.ts';
import { type LockEntry, readInPieces } from './lock-entry.ts';
import { lockError } from './lock-error.ts';

/** How many characters the text of a lock may have. */
export const MAX_LOCK_LENGTH = 67_108_864;

/**
 * The text of `toolcrib.lock`: JSON with one line for each tool, sorted by name, so that a review shows one line for each
 * tool that has changed; then the digest of the set. The same lock gives the same bytes. They are ASCII: what a name, a
 * version or a source has beyond that is escaped, so that no look-alike and nothing invisible gets past a reviewer.
 *
 * @throws ConfigError `E_INVALID_LOCK`.
 *
 * @example
 * ```ts
 * await writeFile('toolcrib.lock', formatLock(lockCatalog(catalog)));
 * ```
 */
export function formatLock(lock: ToolLock): string {
  return doAtOnce(formatInPieces(lock));
}

/** As {@link formatLock}, some tools after others. */
export function* formatInPieces(lock: ToolLock): Pieces<string> {
  const entries = yield* readInPieces(lock);
  const lines = yield* mapInPieces(
    entries,
    (entry, index) => formatEntry(entry, index === entries.length - 1),
    TOOLS_PER_PIECE,
  );
  const set = yield* formatSet(entries);
  const text = [...lockHead, ...lines, toolsEnd, set, '}', ''].join('\n');
  if (text.length > MAX_LOCK_LENGTH) {
    throw lockError(`The text of the lock would have more than ${MAX_LOCK_LENGTH} characters.`);
  }
  return text;
}

/** The lines before those of the tools. */
export const lockHead: readonly string[] = ['{', `  "lockVersion": ${LOCK_VERSION},`, '  "tools": {'];
/** The line after those of the tools. */
export const toolsEnd = '  },';

/** The line of one tool. */
export function formatEntry(entry: LockEntry, isLast: boolean): string {
  const { name, version, digest, authorityDigest, source } = entry;
  const fields = Object.entries({ version, digest, authorityDigest, source }).flatMap(([field, value]) =>
    value === undefined ? [] : [`"${field}": ${quote(value)}`],
  );
  return `    ${quote(name)}: { ${fields.join(', ')} }${isLast ? '' : ','}`;
}

/** The line with the digest of all of them. */
export function* formatSet(entries: readonly LockEntry[]): Pieces<string> {
  return `  "set": "${yield* digestInPieces(entries)}"`;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

import { doAtOnce } from '../../catalog/pieces.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { ToolLock } from '../../core/lock.ts';
import { digestInPieces } from './digest-entries.ts';
import { readEntries } from './lock-entry.ts';

/**
 * One digest for all that a lock says: names, versions, both digests and sources, whatever their order. It is the `set` line
 * of `toolcrib.lock`, and what a signature of a lock is about.
 *
 * @throws ConfigError `E_INVALID_LOCK`.
 *
 * @example
 * ```ts
 * console.log(`deployed with ${setDigestOf(lock)}`);
 * ```
 */
export function setDigestOf(lock: ToolLock): ToolDigest {
  return doAtOnce(digestInPieces(readEntries(lock)));
}

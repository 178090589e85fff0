import { sha256Hex } from '#hash';
import { mapInPieces, type Pieces } from '../../catalog/pieces.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { ToolDigest } from '../../core/digest.ts';
import { LOCK_VERSION } from '../../core/lock.ts';
import type { LockEntry } from './lock-entry.ts';

/** How many tools of a lock are read or written at once: each takes some microseconds. */
export const TOOLS_PER_PIECE = 64;

/** The digest of all that a lock says, over entries that are sorted by name. */
export function* digestInPieces(entries: readonly LockEntry[]): Pieces<ToolDigest> {
  const tools = yield* mapInPieces(entries, (entry) => canonicalJson(entry), TOOLS_PER_PIECE);
  // A list, because a name may be that of the prototype, which no JSON of ours has as a key.
  const text = `{"lockVersion":${LOCK_VERSION},"tools":[${tools.join()}]}`;
  const digest: ToolDigest = `sha256/v1:${sha256Hex(text)}`;
  yield;
  return digest;
}

import { canonicalJson } from '../../core/canonical-json.ts';
import { sha256Hex, type ToolDigest } from '../../core/digest.ts';
import { LOCK_VERSION } from '../../core/lock.ts';
import type { LockEntry } from './lock-entry.ts';

/** The digest of all that a lock says, over entries that are sorted by name. */
export function digestEntries(entries: readonly LockEntry[]): ToolDigest {
  // A list, because a name may be that of the prototype, which no JSON of ours has as a key.
  const text = canonicalJson({ lockVersion: LOCK_VERSION, tools: entries });
  return `sha256/v1:${sha256Hex(text)}`;
}

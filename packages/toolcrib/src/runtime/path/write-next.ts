import type { Call } from '../call.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { replaceEntry } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';

/**
 * Writes the next entry of a call. False if another process has changed the entry. The call knows what is written before it is
 * answered, because it may end meanwhile. Rejects as `replaceEntry` does.
 */
export async function writeNext(parts: RuntimeParts, call: Call, next: LedgerEntry): Promise<boolean> {
  call.pendingEntry = next;
  try {
    const isWritten = await replaceEntry(parts, next);
    if (isWritten) call.entry = next;
    return isWritten;
  } catch (error) {
    call.lostEntry = next;
    throw error;
  } finally {
    call.pendingEntry = undefined;
  }
}

import type { Call } from '../call.ts';
import { nextEntry } from '../ledger/entries.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { replaceEntry } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { Ending } from './ending.ts';
import { replayOf } from './insert-entry.ts';
import { hostFailed } from './problems.ts';

/**
 * Takes the right to take a call back, which exists once. Gives the ending of this call if somebody has it
 * already: then what became of that.
 */
export async function claimRevert(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const { ledger } = parts;
  try {
    for (;;) {
      const entry = await ledger.get(call.reverts?.invocationId ?? '');
      if (entry === undefined) return notRevertible('The ledger has forgotten the call.');
      if (entry.revertedBy === call.invocationId) return undefined;
      if (entry.revertedBy !== null) {
        const other = await ledger.get(entry.revertedBy);
        return other === undefined ? notRevertible('The call was taken back before.') : replayOf(other);
      }
      if (await replaceEntry(parts, nextEntry(entry, { revertedBy: call.invocationId }))) return undefined;
    }
  } catch (cause) {
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  }
}

/** Gives the right back after a call that had no effect. */
export async function releaseRevert(
  parts: RuntimeParts,
  { reverts, invocationId }: Pick<LedgerEntry, 'reverts' | 'invocationId'>,
): Promise<void> {
  if (reverts === null) return;
  for (;;) {
    const entry = await parts.ledger.get(reverts);
    if (entry?.revertedBy !== invocationId) return;
    if (await replaceEntry(parts, nextEntry(entry, { revertedBy: null }))) return;
  }
}

function notRevertible(message: string): Ending {
  return Ending.problem('failed', { code: 'E_NOT_REVERTIBLE', message });
}

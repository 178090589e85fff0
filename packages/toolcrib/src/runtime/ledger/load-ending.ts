import type { CallStatus } from '../call-status.ts';
import { Ending } from '../path/ending.ts';
import { rebuildException } from '../render/describe-exception.ts';
import type { LedgerEntry, StoredOutcome } from './ledger-entry.ts';
import { loadResult } from './stored-result.ts';

/** How a call ended, read back from its entry. */
export function loadEnding(entry: LedgerEntry & { readonly outcome: StoredOutcome }): Ending {
  const { result, sideEffect, isTrusted, code, message, issues, denial, exceptions } = entry.outcome;
  if (result !== null) return Ending.ok(loadResult(result), { sideEffect, isTrusted, source: entry });
  // An entry that has an outcome has ended, and one without a result has not ended well.
  const status = entry.state as Exclude<CallStatus, 'ok'>;
  return Ending.problem(
    status,
    { code: code ?? 'E_TOOL_FAILED', message: message ?? '' },
    { sideEffect, issues, denial, cause: exceptions && rebuildException(exceptions) },
  );
}

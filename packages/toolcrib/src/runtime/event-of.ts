import type { Call } from './call.ts';
import type { LedgerEntry } from './ledger/ledger-entry.ts';

/** What every event says of its call, or of the entry of one. */
export function eventOf(subject: Call | LedgerEntry, at: number) {
  const { invocationId, toolName, tenant } = subject;
  const origin = subject.origin ?? undefined;
  const callerId = 'caller' in subject ? subject.caller.id : subject.callerId;
  const turnId = 'turnId' in subject ? subject.turnId : undefined;
  return { invocationId, toolName, tenant, callerId, origin, turnId, at };
}

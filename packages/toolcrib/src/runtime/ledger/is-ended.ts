import type { CallStatus } from '../call-status.ts';
import type { LedgerState } from './ledger-entry.ts';

/** Whether a call in this state has come to its end, and so may be forgotten one day. */
export function isEnded(state: LedgerState): state is CallStatus {
  return state !== 'waiting' && state !== 'running' && state !== 'unknown';
}

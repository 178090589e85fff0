import type { LedgerState } from 'toolcrib/runtime';

/** Where a call is that can still become another. */
export const openStates: readonly LedgerState[] = ['waiting', 'running', 'unknown'];

/** How a call can have ended. */
export const endedStates: readonly LedgerState[] = [
  'ok',
  'invalid_args',
  'unknown_tool',
  'denied',
  'timed_out',
  'aborted',
  'invalid_result',
  'failed',
];

import type { CallRecord } from 'toolcrib/runtime';

/**
 * Whether a call that found an earlier one in its place has ended before that: nothing happened but that somebody asked
 * again, and no longer waits.
 */
export function isSameCallOpen({ status, problem, replayOf }: CallRecord): boolean {
  const hasGone = status === 'timed_out' || status === 'aborted' || problem?.code === 'E_CALL_IN_PROGRESS';
  return replayOf === undefined && hasGone;
}

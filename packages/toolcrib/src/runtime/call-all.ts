import type { Call } from './call.ts';
import type { CallRecord } from './call-record.ts';

/** How several calls are run. */
export interface CallAllParts {
  readonly run: (call: Call) => Promise<CallRecord>;
  /** Whether a call may run beside others. */
  readonly isRead: (call: Call) => boolean;
}

/**
 * Runs calls so that the outcome is the same as one after another: reading calls that follow one another run
 * at once, and any other waits for all before it and is waited for by all after it. Records keep the order.
 */
export async function callAll(parts: CallAllParts, calls: readonly Call[]): Promise<readonly CallRecord[]> {
  const records: CallRecord[] = [];
  for (let next = 0; next < calls.length; ) {
    const end = endOfBatch(parts, calls, next);
    for (const record of await Promise.all(calls.slice(next, end).map(parts.run))) records.push(record);
    next = end;
  }
  return records;
}

/** The position after the calls that run together with the first one. */
function endOfBatch({ isRead }: CallAllParts, calls: readonly Call[], start: number): number {
  let end = start;
  while (end < calls.length && isRead(calls[end] as Call)) end++;
  return Math.max(end, start + 1);
}

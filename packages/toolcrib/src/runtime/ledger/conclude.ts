import type { RuntimeParts } from '../parts.ts';
import { Ending } from '../path/ending.ts';
import { toOutcome } from '../path/write-end.ts';
import { nextEntry } from './entries.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** What a person found out about a call whose effect was unknown. */
export interface Conclusion {
  readonly tookEffect: boolean;
  /** Who says so; authenticated by the host. */
  readonly by: string;
}

/**
 * Ends a call that a crash left unknown. One that took effect keeps its idempotency key and has no result
 * that anybody could read; one that did not gives its key back. Undefined if it has changed meanwhile.
 */
export async function conclude(
  { ledger, clock }: Pick<RuntimeParts, 'ledger' | 'clock'>,
  entry: LedgerEntry,
  { tookEffect, by }: Conclusion,
): Promise<LedgerEntry | undefined> {
  const ending = tookEffect
    ? Ending.problem(
        'invalid_result',
        {
          code: 'E_INVALID_RESULT',
          message: `The call took effect, as ${by} found out; its result is lost.`,
        },
        { sideEffect: 'done' },
      )
    : Ending.problem('failed', {
        code: 'E_CALL_INTERRUPTED',
        message: `The call took no effect, as ${by} found out.`,
      });
  const ended = nextEntry(entry, {
    state: ending.status,
    args: null,
    idempotencyKey: tookEffect ? entry.idempotencyKey : null,
    outcome: toOutcome({ waitedMs: 0, ranMs: 0 }, ending, clock.now()),
  });
  return (await ledger.replace(ended)) ? ended : undefined;
}

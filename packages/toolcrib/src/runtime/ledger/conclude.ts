import type { RuntimeParts } from '../parts.ts';
import { releaseRevert } from '../path/claim-revert.ts';
import { Ending } from '../path/ending.ts';
import { endEntry, toOutcome } from './end-entry.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { replaceEntry } from './write-entry.ts';

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
  parts: RuntimeParts,
  entry: LedgerEntry,
  { tookEffect, by }: Conclusion,
): Promise<LedgerEntry | undefined> {
  const { clock, resolver, owner, redact } = parts;
  const ending = tookEffect ? tookPlace(by) : tookNoPlace(by);
  const ended = endEntry(entry, {
    ending,
    tool: resolver.resolve(entry.toolName),
    outcome: toOutcome({ waitedMs: 0, ranMs: 0 }, ending, { endedAt: clock.now(), redact }),
    owner,
  });
  if (!(await replaceEntry(parts, ended))) return undefined;
  if (!tookEffect) await releaseRevert(parts, entry);
  return ended;
}

function tookPlace(by: string): Ending {
  const message = `The call took effect, as ${by} found out; its result is lost.`;
  return Ending.problem('invalid_result', { code: 'E_INVALID_RESULT', message }, { sideEffect: 'done' });
}

function tookNoPlace(by: string): Ending {
  const message = `The call took no effect, as ${by} found out.`;
  return Ending.problem('failed', { code: 'E_CALL_INTERRUPTED', message });
}

import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { contentDigest } from '../content-digest.ts';
import type { InsertOutcome } from '../ledger/ledger.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { loadEnding } from '../ledger/load-ending.ts';
import { insertNew } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { effectOf, hostFailed } from './problems.ts';

/**
 * Writes the first entry of a call. Gives the ending of the call if it must not run: its key was used
 * before, or nothing could be written.
 */
export function insertEntry(
  parts: RuntimeParts,
  call: Call,
  entry: LedgerEntry,
): Awaitable<Ending | undefined> {
  const judge = (outcome: InsertOutcome) => {
    if (!outcome.inserted) return answerFromExisting(parts, call, outcome.existing);
    call.entry = entry;
    call.onRecorded?.();
    return undefined;
  };
  const fail = (cause: unknown) => {
    call.lostEntry = entry;
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  };
  const inserting = insertNew(parts, entry);
  return inserting instanceof Promise ? inserting.then(judge, fail) : judge(inserting);
}

/** The stored outcome of an equal call. Nothing is run, whatever is known of that call. */
async function answerFromExisting(parts: RuntimeParts, call: Call, existing: LedgerEntry): Promise<Ending> {
  try {
    return await readExisting(parts, call, existing);
  } catch (cause) {
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause, sideEffect: effectOf(call, 'unknown') });
  }
}

async function readExisting(parts: RuntimeParts, call: Call, existing: LedgerEntry): Promise<Ending> {
  const { toolName, tool, args } = call;
  const digest = args && contentDigest({ toolName, toolVersion: tool?.version, args });
  const isSame =
    existing.contentDigest === digest && existing.reverts === (call.reverts?.invocationId ?? null);
  if (!isSame) return conflict();
  if (existing.state === 'waiting' || existing.state === 'running') call.onJoined?.(existing.invocationId);

  const running = parts.live.get(existing.invocationId);
  if (running !== undefined) {
    const outcome = await bounded(parts, call, running);
    if ('ending' in outcome) {
      // Whoever was told of the first one looks there; nothing happened under this id.
      call.isElsewhere = call.onJoined !== undefined;
      return outcome.ending.withEffect(effectOf(call, 'unknown'));
    }
  }
  // It may have ended since the ledger answered.
  const entry =
    existing.outcome === null ? ((await parts.ledger.get(existing.invocationId)) ?? existing) : existing;
  return replayOf(entry);
}

/** What is known of a call that was asked for before. */
export function replayOf(entry: LedgerEntry): Ending {
  if (entry.outcome !== null) {
    return loadEnding({ ...entry, outcome: entry.outcome }).asReplayOf(entry.invocationId);
  }
  return entry.state === 'unknown' ? unknownOutcome(entry) : inProgress(entry);
}

function conflict(): Ending {
  const message = 'The idempotency key was used before, for another call.';
  return Ending.problem('failed', { code: 'E_IDEMPOTENCY_CONFLICT', message });
}

function inProgress({ invocationId, effect }: LedgerEntry): Ending {
  const message = `The same call is still going on: ${invocationId}.`;
  const sideEffect = effect === 'read' ? 'none' : 'unknown';
  return Ending.problem('failed', { code: 'E_CALL_IN_PROGRESS', message }, { sideEffect });
}

function unknownOutcome({ invocationId }: LedgerEntry): Ending {
  const message = `The same call was interrupted before, and its effect is unknown: ${invocationId}.`;
  return Ending.problem('failed', { code: 'E_OUTCOME_UNKNOWN', message }, { sideEffect: 'unknown' });
}

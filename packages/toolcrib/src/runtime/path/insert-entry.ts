import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { contentDigest } from '../content-digest.ts';
import { isExactTool } from '../ledger/entries.ts';
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
    call.pendingEntry = undefined;
    if (!outcome.inserted) return answerFromExisting(parts, call, outcome.existing);
    call.entry = entry;
    call.onRecorded?.();
    return undefined;
  };
  const fail = (cause: unknown) => {
    call.pendingEntry = undefined;
    call.lostEntry = entry;
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  };
  const inserting = insertNew(parts, entry);
  if (!(inserting instanceof Promise)) return judge(inserting);
  call.pendingEntry = entry;
  return inserting.then(judge, fail);
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
  if (!isSameCall(parts, call, existing)) return conflict();
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

/**
 * Whether a call asks for what an entry was written for. The name of a tool is not enough: another toolset, or a later
 * deployment, may have another tool under it, and the caller of now may not read what that gave.
 */
function isSameCall(parts: RuntimeParts, call: Call, existing: LedgerEntry): boolean {
  const { toolName, tool, args, reverts, origin } = call;
  const digest = args && contentDigest({ toolName, toolVersion: tool?.version, args });
  return (
    existing.contentDigest === digest &&
    existing.reverts === (reverts?.invocationId ?? null) &&
    tool !== undefined &&
    isExactTool(tool, existing) &&
    (origin === undefined || existing.origin === null || isSameOrigin(parts, existing.origin, origin))
  );
}

function isSameOrigin(parts: RuntimeParts, first: string, repeated: string): boolean {
  try {
    return parts.isSameOrigin?.(first, repeated) ?? true;
  } catch (error) {
    parts.onFault(error);
    return false;
  }
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

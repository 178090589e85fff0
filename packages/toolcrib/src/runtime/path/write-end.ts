import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { endEntry, hadNoEffect, toOutcome } from '../ledger/end-entry.ts';
import { createEntry } from '../ledger/entries.ts';
import { isEnded } from '../ledger/is-ended.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { timeoutOf } from './bounded.ts';
import { releaseRevert } from './claim-revert.ts';
import type { Ending } from './ending.ts';

/** How a call ended, and when. */
export interface End {
  readonly ending: Ending;
  readonly endedAt: number;
}

/** Whether the ledger has the end of the call. A failure is told to the host; what the tool did stays done. */
export function writeEnd(parts: RuntimeParts, call: Call, end: End): Awaitable<boolean> {
  try {
    const isFreed = call.reverts !== undefined && hadNoEffect(end.ending);
    const writing = isFreed ? writeAndRelease(parts, call, end) : write(parts, call, end);
    return writing instanceof Promise ? writing.catch((error: unknown) => fail(parts, error)) : writing;
  } catch (error) {
    return fail(parts, error);
  }
}

function fail({ onFault }: RuntimeParts, error: unknown): false {
  onFault(error);
  return false;
}

async function writeAndRelease(parts: RuntimeParts, call: Call, end: End): Promise<boolean> {
  const reverts = call.reverts?.invocationId ?? null;
  await releaseRevert(parts, { reverts, invocationId: call.invocationId });
  return write(parts, call, end);
}

function write(parts: RuntimeParts, call: Call, end: End): Awaitable<boolean> {
  const { entry } = call;
  // What was read at a gate may be what another process has made of the call since.
  if (entry !== undefined && (isEnded(entry.state) || entry.owner !== parts.owner)) return false;
  if (entry !== undefined) {
    const replacing = parts.ledger.replace(endOf(call, entry, end));
    if (replacing instanceof Promise) {
      return replacing.then((isWritten) => isWritten || writeAgain(parts, call, end));
    }
    return replacing || writeAgain(parts, call, end);
  }
  // A replayed outcome is in the ledger already, and a call that goes on elsewhere will be.
  const { replayOf, problem } = end.ending;
  const isElsewhere = call.isElsewhere || replayOf !== undefined || problem?.code === 'E_CALL_IN_PROGRESS';
  if (!parts.recordsEveryCall || isElsewhere) return false;
  return problem?.code === 'E_LEDGER_FAILED'
    ? writeAfterFailure(parts, call, end)
    : insertEnded(parts, call, end);
}

/** An entry whose insertion failed may have been written all the same. */
async function writeAfterFailure(parts: RuntimeParts, call: Call, end: End): Promise<boolean> {
  const entry = await parts.ledger.get(call.invocationId);
  return entry === undefined ? insertEnded(parts, call, end) : writeAgain(parts, call, end);
}

/** A call that never ran: its first entry is its last, and its key stays free. */
function insertEnded(parts: RuntimeParts, call: Call, { ending, endedAt }: End): Awaitable<boolean> {
  const ended = createEntry(parts, call, {
    state: ending.status,
    args: null,
    idempotencyKey: null,
    timeoutMs: timeoutOf(parts, call),
    outcome: toOutcome(call, ending, endedAt),
  });
  const inserting = parts.ledger.insert(ended);
  return inserting instanceof Promise ? inserting.then(({ inserted }) => inserted) : inserting.inserted;
}

/** The entry was changed meanwhile, by a gate that closed or by a process that took this one for dead. */
async function writeAgain(parts: RuntimeParts, call: Call, end: End): Promise<boolean> {
  for (;;) {
    const current = await parts.ledger.get(call.invocationId);
    if (current === undefined || isEnded(current.state) || current.owner !== parts.owner) return false;
    if (await parts.ledger.replace(endOf(call, current, end))) return true;
  }
}

function endOf(call: Call, entry: LedgerEntry, { ending, endedAt }: End): LedgerEntry {
  return endEntry(entry, { ending, tool: call.tool, outcome: toOutcome(call, ending, endedAt) });
}

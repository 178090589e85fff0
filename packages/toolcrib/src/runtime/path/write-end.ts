import { ToolcribError } from '../../core/errors.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import { endEntry, hadNoEffect, toOutcome } from '../ledger/end-entry.ts';
import { createEntry } from '../ledger/entries.ts';
import { isEnded } from '../ledger/is-ended.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { tryAgain } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { timeoutOf } from './bounded.ts';
import { releaseRevert } from './claim-revert.ts';
import type { Ending } from './ending.ts';

/** How a call ended, and when. */
export interface End {
  readonly ending: Ending;
  readonly endedAt: number;
}

/**
 * What the ledger has of the end of a call: it has it; it never will, nor has it anything of the call that somebody could go
 * on with; another process has the call; or it could not be written, and the call may be there without its end.
 */
export type WrittenEnd = 'recorded' | 'unrecorded' | 'elsewhere' | 'failed';

/** Writes the end of a call. A failure is left in `call.writeFailure`; what the tool did stays done. */
export function writeEnd(parts: RuntimeParts, call: Call, end: End): Awaitable<WrittenEnd> {
  try {
    const writing = isRevertFreed(call, end) ? storeEnd(parts, call, end) : write(parts, call, end);
    return writing instanceof Promise
      ? writing.catch((error: unknown) => writeAgain(parts, call, { ...end, error }))
      : writing;
  } catch (error) {
    return writeAgain(parts, call, { ...end, error });
  }
}

function write(parts: RuntimeParts, call: Call, end: End): Awaitable<WrittenEnd> {
  const { entry } = call;
  if (entry !== undefined) {
    // What was read at a gate may be what another process has made of the call since.
    if (isEnded(entry.state) || entry.owner !== parts.owner) return 'elsewhere';
    const replacing = parts.ledger.replace(endOf(parts, call, { ...end, entry }));
    if (replacing instanceof Promise) {
      return replacing.then((isWritten) => (isWritten ? 'recorded' : storeEnd(parts, call, end)));
    }
    return replacing ? 'recorded' : storeEnd(parts, call, end);
  }
  if (call.uncertainEntry !== undefined) return storeEnd(parts, call, end);
  // A replayed outcome is in the ledger already, and a call that goes on elsewhere will be.
  const { replayOf, problem } = end.ending;
  const isElsewhere = call.isElsewhere || replayOf !== undefined || problem?.code === 'E_CALL_IN_PROGRESS';
  return !parts.recordsEveryCall || isElsewhere ? 'unrecorded' : insertEnded(parts, call, end);
}

async function writeAgain(
  parts: RuntimeParts,
  call: Call,
  end: End & { readonly error: unknown },
): Promise<WrittenEnd> {
  const store = () => storeEnd(parts, call, end);
  try {
    // What has failed before was tried for long enough.
    if (call.lostEntry !== undefined) throw end.error;
    // Nobody could go on with a call that the ledger has nothing of, so that its end need not wait.
    return await (mayBeFound(call) ? tryAgain(parts.clock, store) : store());
  } catch (error) {
    call.writeFailure = error;
    return mayBeFound(call) ? 'failed' : 'unrecorded';
  }
}

/** Whether the ledger has the call, or may have it. */
function mayBeFound({ entry, uncertainEntry }: Call): boolean {
  return entry !== undefined || uncertainEntry !== undefined;
}

/**
 * Writes the end by what the ledger has of the call now: an earlier write may have been carried out though it failed, a gate
 * may have closed, or a process may have taken this one for dead.
 */
async function storeEnd(parts: RuntimeParts, call: Call, end: End): Promise<WrittenEnd> {
  const { ledger, owner } = parts;
  const { invocationId } = call;
  if (isRevertFreed(call, end)) {
    await releaseRevert(parts, { reverts: call.reverts?.invocationId ?? null, invocationId });
  }
  for (;;) {
    const current = await ledger.get(invocationId);
    if (current === undefined) {
      if (call.entry !== undefined) throw forgotten(invocationId);
      return await insertEnded(parts, call, end);
    }
    if (isEnded(current.state)) {
      if (!isSameEnd(parts, current, end)) return 'elsewhere';
      call.entry = current;
      return 'recorded';
    }
    if (current.owner !== owner) return 'elsewhere';
    const ended = endOf(parts, call, { ...end, entry: current });
    if (await ledger.replace(ended)) {
      // It may have a settlement that was not known here.
      call.entry = ended;
      return 'recorded';
    }
  }
}

/** A call that never ran: its first entry is its last, and its key stays free. */
function insertEnded(parts: RuntimeParts, call: Call, { ending, endedAt }: End): Awaitable<WrittenEnd> {
  const ended = createEntry(parts, call, {
    state: ending.status,
    args: null,
    idempotencyKey: null,
    timeoutMs: timeoutOf(parts, call),
    outcome: toOutcome(call, ending, { endedAt, redact: parts.redact }),
  });
  const inserting = parts.ledger.insert(ended);
  return inserting instanceof Promise ? inserting.then(() => 'recorded') : 'recorded';
}

function endOf(
  { redact }: RuntimeParts,
  call: Call,
  { entry, ending, endedAt }: End & { readonly entry: LedgerEntry },
): LedgerEntry {
  return endEntry(entry, { ending, tool: call.tool, outcome: toOutcome(call, ending, { endedAt, redact }) });
}

/** While a call goes on here, nobody else ends it in the name of this process. */
function isSameEnd(
  { owner }: RuntimeParts,
  { owner: endedBy, state, outcome }: LedgerEntry,
  { ending, endedAt }: End,
): boolean {
  return endedBy === owner && state === ending.status && outcome?.endedAt === endedAt;
}

/** Whether a call was to take another one back, and had no effect: then somebody else may. */
function isRevertFreed({ reverts }: Call, { ending }: End): boolean {
  return reverts !== undefined && hadNoEffect(ending);
}

function forgotten(invocationId: string): ToolcribError {
  const message = `The ledger has forgotten the call "${invocationId}".`;
  return new ToolcribError('E_LEDGER_FAILED', message, { context: { invocationId } });
}

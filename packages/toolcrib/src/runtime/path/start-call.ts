import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Admission } from '../bulkhead.ts';
import type { Call } from '../call.ts';
import { createEntry, leaseOf, nextEntry } from '../ledger/entries.ts';
import type { RuntimeParts } from '../parts.ts';
import { timeoutOf } from './bounded.ts';
import { claimRevert } from './claim-revert.ts';
import { confirmCall, isOutdated } from './confirm-call.ts';
import { Ending } from './ending.ts';
import { insertEntry } from './insert-entry.ts';
import { placeOf } from './place-of.ts';
import { aborted, hostFailed, leftToOthers, timedOut } from './problems.ts';
import { writeNext } from './write-next.ts';

/**
 * Waits for a free place among the calls of the tool in the tenant, and writes into the ledger that the call runs, before
 * it does. Gives an ending if it must not run; otherwise the place is taken until the handler has ended.
 */
export function startCall(parts: RuntimeParts, call: Call, tool: Tool): Awaitable<Ending | undefined> {
  const { signal } = call;
  if (signal?.aborted) return aborted(call, { reason: signal.reason, sideEffect: 'none' });
  call.place = placeOf(call, tool);
  const entering = parts.bulkhead.enter(call.place, {
    maxConcurrent: tool.maxConcurrent ?? parts.limits.maxConcurrent,
    timeoutMs: timeoutOf(parts, call),
    signal,
  });
  if (!(entering instanceof Promise)) return admit(parts, call, entering);
  const queuedAt = parts.clock.elapsed();
  return entering.then((admission) => {
    call.waitedMs += parts.clock.elapsed() - queuedAt;
    call.hasWaited = true;
    return admit(parts, call, admission);
  });
}

function admit(parts: RuntimeParts, call: Call, admission: Admission): Awaitable<Ending | undefined> {
  switch (admission.status) {
    case 'entered':
      return mayHaveChanged(parts, call) ? startAfterWait(parts, call) : writeStart(parts, call);
    case 'full':
      return busy(call);
    case 'timed_out':
      return timedOut(call, { sideEffect: 'none' });
    case 'aborted':
      return aborted(call, { reason: admission.reason, sideEffect: 'none' });
  }
}

/** A turn has a caller from its beginning on, and may go on for hours. */
function mayHaveChanged(parts: RuntimeParts, call: Call): boolean {
  const isOfTurn = call.turnId !== undefined && parts.renewCaller !== undefined;
  return call.hasWaited || isOfTurn || isOutdated(parts, call);
}

async function startAfterWait(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const refused = await confirmCall(parts, call);
  return refused === undefined ? writeStart(parts, call) : leaveUnlessStarted(parts, call, refused);
}

function writeStart(parts: RuntimeParts, call: Call): Awaitable<Ending | undefined> {
  const writing = call.reverts === undefined ? writeRunning(parts, call) : startRevert(parts, call);
  return writing instanceof Promise
    ? leaveUnlessConfirmed(parts, call, writing)
    : leaveUnlessStarted(parts, call, writing);
}

/** A ledger can take long, also because it fails; what was decided in that time counts. */
async function leaveUnlessConfirmed(
  parts: RuntimeParts,
  call: Call,
  writing: Promise<Ending | undefined>,
): Promise<Ending | undefined> {
  let ending = await writing;
  if (ending === undefined && isOutdated(parts, call)) ending = await confirmCall(parts, call);
  return leaveUnlessStarted(parts, call, ending);
}

/** Asks everything again about a call that has its place. Gives an ending if it must not run, and the place back. */
export async function confirmStart(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  return leaveUnlessStarted(parts, call, await confirmCall(parts, call));
}

/** Whoever was aborted while the ledger was written does not start either. */
function leaveUnlessStarted(
  parts: RuntimeParts,
  call: Call,
  written: Ending | undefined,
): Ending | undefined {
  const { signal } = call;
  const isAborted = written === undefined && signal?.aborted === true;
  const ending = isAborted ? aborted(call, { reason: signal.reason, sideEffect: 'none' }) : written;
  if (ending !== undefined) parts.bulkhead.leave(call.place);
  return ending;
}

function writeRunning(parts: RuntimeParts, call: Call): Awaitable<Ending | undefined> {
  return call.entry === undefined ? writeFirst(parts, call) : markRunning(parts, call);
}

/** Only a call that is known to run takes the right to take another one back. */
async function startRevert(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  return (await writeRunning(parts, call)) ?? claimRevert(parts, call);
}

function writeFirst(parts: RuntimeParts, call: Call): Awaitable<Ending | undefined> {
  if (!parts.recordsEveryCall && call.idempotencyKey === undefined) return undefined;
  const timeoutMs = timeoutOf(parts, call);
  const leaseUntil = leaseOf(parts, timeoutMs);
  return insertEntry(parts, call, createEntry(parts, call, { state: 'running', leaseUntil, timeoutMs }));
}

/** A call that waited at a gate goes on, unless another process has taken it over. */
export async function markRunning(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const { entry } = call;
  if (entry === undefined) return undefined;
  // What was read at the gate may be what another process, or recovery here, has made of the call since.
  if (entry.state !== 'waiting' || entry.owner !== parts.owner) return leftToOthers(call);
  const leaseUntil = leaseOf(parts, timeoutOf(parts, call));
  const running = nextEntry(entry, { state: 'running', owner: parts.owner, leaseUntil });
  try {
    return (await writeNext(parts, call, running)) ? undefined : leftToOthers(call);
  } catch (cause) {
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  }
}

function busy(call: Call): Ending {
  const message = `Tool "${call.tool?.name}" has too many calls at once.`;
  return Ending.problem('failed', { code: 'E_TOOL_BUSY', message });
}

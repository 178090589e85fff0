import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Admission } from '../bulkhead.ts';
import type { Call } from '../call.ts';
import { createEntry, leaseOf, nextEntry } from '../ledger/entries.ts';
import { replaceEntry } from '../ledger/write-entry.ts';
import type { RuntimeParts } from '../parts.ts';
import { timeoutOf } from './bounded.ts';
import { claimRevert } from './claim-revert.ts';
import { confirmCall } from './confirm-call.ts';
import { Ending } from './ending.ts';
import { insertEntry } from './insert-entry.ts';
import { placeOf } from './place-of.ts';
import { aborted, hostFailed, leftToOthers, timedOut } from './problems.ts';

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
      return call.hasWaited ? startAfterWait(parts, call) : writeStart(parts, call);
    case 'full':
      return busy(call);
    case 'timed_out':
      return timedOut(call, { sideEffect: 'none' });
    case 'aborted':
      return aborted(call, { reason: admission.reason, sideEffect: 'none' });
  }
}

async function startAfterWait(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const refused = await confirmCall(parts, call);
  return refused === undefined ? writeStart(parts, call) : leaveUnlessStarted(parts, call, refused);
}

function writeStart(parts: RuntimeParts, call: Call): Awaitable<Ending | undefined> {
  const writing = call.reverts === undefined ? writeRunning(parts, call) : startRevert(parts, call);
  if (writing instanceof Promise) return writing.then((ending) => leaveUnlessStarted(parts, call, ending));
  return leaveUnlessStarted(parts, call, writing);
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
    if (!(await replaceEntry(parts, running))) return leftToOthers(call);
  } catch (cause) {
    call.lostEntry = running;
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  }
  call.entry = running;
  return undefined;
}

function busy(call: Call): Ending {
  const message = `Tool "${call.tool?.name}" has too many calls at once.`;
  return Ending.problem('failed', { code: 'E_TOOL_BUSY', message });
}

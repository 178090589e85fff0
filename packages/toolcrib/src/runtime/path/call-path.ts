import type { Call } from '../call.ts';
import type { CallRecord } from '../call-record.ts';
import type { RuntimeParts } from '../parts.ts';
import { announceStart } from './announce-start.ts';
import { authorise } from './authorise.ts';
import { checkExecution } from './check-execution.ts';
import { isToolConfirmed } from './confirm-call.ts';
import { Ending } from './ending.ts';
import { execute } from './execute.ts';
import { finishCall } from './finish-call.ts';
import { passGate } from './pass-gate.ts';
import { internalFailure } from './problems.ts';
import { readArguments } from './read-arguments.ts';
import { resolveTool } from './resolve-tool.ts';
import { spoolResult } from './spool-result.ts';
import { confirmStart, startCall } from './start-call.ts';

/**
 * The one way from a request to its terminal record, whoever asks:
 *
 *     resolve → authorise → parse and validate → gate → ledger (start) → execute → check → spool
 *     → ledger (end) → emit
 *
 * Each phase gives a value to the next one, or the ending of the call. What is there already is not waited
 * for, so that a call without I/O costs little. It never rejects.
 */
export async function runCallPath(parts: RuntimeParts, call: Call): Promise<CallRecord> {
  announceStart(parts, call);
  try {
    const resolving = resolveTool(parts, call);
    const tool = resolving instanceof Promise ? await resolving : resolving;
    if (tool instanceof Ending) return finishCall(parts, call, tool);

    call.phase = 'authorize';
    const deciding = authorise(parts, call, tool);
    const decision = deciding instanceof Promise ? await deciding : deciding;
    if (decision instanceof Ending) return finishCall(parts, call, decision);
    call.tool = tool;

    call.phase = 'validate';
    const reading = readArguments(parts, call, tool);
    const accepted = reading instanceof Promise ? await reading : reading;
    if (accepted instanceof Ending) return finishCall(parts, call, accepted);
    call.accepted = accepted;

    call.phase = 'gate';
    const passing = passGate(parts, call, { tool, accepted, decision });
    const refused = passing instanceof Promise ? await passing : passing;
    if (refused instanceof Ending) return finishCall(parts, call, refused);

    call.phase = 'start';
    const starting = startCall(parts, call, tool);
    let notStarted = starting instanceof Promise ? await starting : starting;
    // Nothing is waited for between the last look at the tool and its handler.
    while (notStarted === undefined && call.hasPaused && !isToolConfirmed(parts, call))
      notStarted = await confirmStart(parts, call);
    if (notStarted instanceof Ending) return finishCall(parts, call, notStarted);

    call.phase = 'execute';
    const executing = execute(parts, call, { tool, accepted });
    const execution = executing instanceof Promise ? await executing : executing;

    if (execution.kind === 'returned') call.phase = 'check-result';
    const checking = checkExecution(parts, call, { tool, execution });
    const checked = checking instanceof Promise ? await checking : checking;
    if (checked instanceof Ending) return finishCall(parts, call, checked);

    call.phase = 'store-result';
    const spooling = spoolResult(parts, call, { tool, value: checked.value });
    return finishCall(parts, call, spooling instanceof Promise ? await spooling : spooling);
  } catch (error) {
    return finishCall(parts, call, internalFailure(call, error));
  }
}

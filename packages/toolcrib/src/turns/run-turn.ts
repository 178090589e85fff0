import { isQueryable } from '../artifacts/known-artifacts.ts';
import { ToolcribError } from '../core/errors.ts';
import { NO_USAGE } from '../runtime/model/add-usage.ts';
import { AckSignal } from './ack-signal.ts';
import { assertFreeNames } from './discovery/assert-free-names.ts';
import { OwnTurnContext } from './own-contexts.ts';
import { runDispatch } from './run-dispatch.ts';
import { runPipeline } from './run-pipeline.ts';
import type { RunnerParts } from './runner-parts.ts';
import { DONE, failed, type TurnOutcome } from './turn-outcome.ts';
import type { TurnResult } from './turn-result.ts';
import { type TurnStart, TurnState } from './turn-state.ts';
import type { TurnTimer } from './turn-timer.ts';

/** Runs a turn to its one end. Never rejects. */
export async function runTurn(parts: RunnerParts, start: TurnStart, timer: TurnTimer): Promise<TurnResult> {
  const { turnId } = start;
  start.emit?.({ type: 'turn-start', turnId, at: parts.clock.now() });
  let turn: TurnState | undefined;
  let outcome: TurnOutcome;
  try {
    const opening = parts.baseline.open();
    const opened = opening instanceof Promise ? await start.interruption.wait(opening) : { value: opening };
    if ('interrupted' in opened) outcome = opened.interrupted;
    else {
      if (parts.discovery !== undefined)
        assertFreeNames(parts.discovery, opened.value.registry, 'the baseline');
      turn = new TurnState(start, opened.value);
      outcome = start.interruption.outcome ?? (await passThrough(parts, turn, timer));
    }
  } catch (error) {
    outcome = start.interruption.outcome ?? failed(toError(error));
  }
  return finish(parts, start, { turn, outcome });
}

async function passThrough(parts: RunnerParts, turn: TurnState, timer: TurnTimer): Promise<TurnOutcome> {
  const ending = new AckSignal('turn', parts.onFault);
  const ctx = new OwnTurnContext(turn, ending);
  if (!parts.turnInput.isEmpty) {
    const ended = await runPipeline(turn, parts.turnInput, { ctx, ending });
    if (ended !== undefined) return ended;
  }
  const outcome = ending.state === undefined ? await runDispatch(parts, turn, timer) : DONE;
  if (outcome.status === 'failed' || outcome.status === 'aborted') return outcome;
  if (ending.state?.kind === 'nack') return failed(ending.state.error);
  if (!parts.turnOutput.isEmpty) {
    const ended = await runPipeline(turn, parts.turnOutput, { ctx, ending });
    if (ended !== undefined) return ended;
  }
  if (outcome.status === 'done' && ending.state === undefined) ending.ack();
  return outcome;
}

/** The result, and the one event that the turn has ended. */
function finish(
  { clock }: RunnerParts,
  start: TurnStart,
  { turn, outcome }: { readonly turn: TurnState | undefined; readonly outcome: TurnOutcome },
): TurnResult {
  const { turnId } = start;
  const { status } = outcome;
  const limit = status === 'stopped' ? outcome.limit : undefined;
  const error = status === 'failed' ? outcome.error : undefined;
  const result: TurnResult = Object.freeze({
    turnId,
    status,
    // What was rejected is not handed on as an answer; the conversation still has it.
    text: status === 'failed' ? '' : (turn?.text ?? ''),
    records: frozenCopy(turn?.records),
    messages: frozenCopy(start.messages),
    artifactCalls: Object.freeze((turn?.queryable ?? start.earlierCalls).filter(isQueryable)),
    usage: turn?.usage ?? NO_USAGE,
    iterations: turn?.iterations ?? 0,
    limit,
    error,
    refusal: status === 'refused' ? outcome.refusal : undefined,
    addedTools: frozenCopy(turn?.added),
    foundTools: frozenCopy(turn?.found),
    leftTools: turn?.leftTools ?? NONE,
  });
  const { usage, iterations } = result;
  const at = clock.now();
  start.emit?.({ type: 'turn-end', turnId, at, status, limit, code: error?.code, iterations, usage });
  return result;
}

const NONE: readonly never[] = Object.freeze([]);

function frozenCopy<Item>(items: readonly Item[] = NONE): readonly Item[] {
  return items.length === 0 ? NONE : Object.freeze(items.slice());
}

function toError(error: unknown): ToolcribError {
  if (error instanceof ToolcribError) return error;
  return new ToolcribError('E_TURN_FAILED', 'The turn failed.', { cause: error });
}

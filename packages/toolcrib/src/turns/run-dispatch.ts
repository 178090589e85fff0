import type { ModelStep } from '../runtime/model/model-executor.ts';
import type { AssistantMessage } from '../runtime/model/model-message.ts';
import { AckSignal } from './ack-signal.ts';
import { askModel } from './ask-model.ts';
import { DispatchTools } from './dispatch-tools.ts';
import { makeCalls } from './make-calls.ts';
import { OwnDispatchContext } from './own-contexts.ts';
import { runPipeline } from './run-pipeline.ts';
import type { RunnerParts } from './runner-parts.ts';
import { DONE, failed, stopped, type TurnOutcome } from './turn-outcome.ts';
import type { TurnState } from './turn-state.ts';
import type { TurnTimer } from './turn-timer.ts';

/** One dispatch, from its first iteration to its end. */
interface Dispatch {
  readonly ctx: OwnDispatchContext;
  readonly ending: AckSignal;
  readonly tools: DispatchTools;
  readonly timer: TurnTimer;
}

/** Asks the model and makes its calls, again and again, until it makes none or somebody or something ends it. */
export async function runDispatch(
  parts: RunnerParts,
  turn: TurnState,
  timer: TurnTimer,
): Promise<TurnOutcome> {
  const ending = new AckSignal('dispatch', parts.onFault);
  const ctx = new OwnDispatchContext(turn, ending);
  const tools = new DispatchTools(parts, turn);
  let isRejected = true;
  try {
    const outcome = await iterate(parts, turn, { ctx, ending, tools, timer });
    isRejected = outcome.status === 'failed' || outcome.status === 'aborted';
    if (outcome.status === 'done' && ending.state === undefined) ending.ack();
    return outcome;
  } finally {
    turn.endDispatch(isRejected, tools.forgedNames);
  }
}

/** All iterations, in one function: each function that waits costs every step of every turn. */
async function iterate(parts: RunnerParts, turn: TurnState, dispatch: Dispatch): Promise<TurnOutcome> {
  const { ctx, ending, tools } = dispatch;
  for (;;) {
    const limit = findLimit(turn);
    if (limit !== undefined) return limit;
    ctx.begin(turn.iterations + 1);
    if (!parts.dispatchInput.isEmpty) {
      const ended = await runPipeline(turn, parts.dispatchInput, dispatch);
      if (ended !== undefined) return ended;
    }
    ctx.say();
    let answered: TurnOutcome | undefined = DONE;
    if (ending.state === undefined) {
      turn.iterations++;
      // What was said before the model was asked, it has heard.
      ctx.hasMore = false;
      const step = await askModel(parts, turn, dispatch);
      if ('status' in step) return step;
      const message = takeStep(parts, turn, { step, dispatch });
      const hasCalls = message.calls.length > 0;
      if (hasCalls) ctx.stepToolCalls = await makeCalls(parts, turn, { tools, message });
      answered = hasCalls ? undefined : judgeAnswer(step);
    }
    if (!parts.dispatchOutput.isEmpty) {
      const ended = await runPipeline(turn, parts.dispatchOutput, dispatch);
      if (ended !== undefined) return ended;
    }
    ctx.say();
    if (turn.interruption.outcome !== undefined) return turn.interruption.outcome;
    if (ending.state !== undefined) return ending.state.kind === 'ack' ? DONE : failed(ending.state.error);
    if (answered !== undefined && !ctx.hasMore) return answered;
  }
}

/** Makes what the model said part of the conversation. */
function takeStep(
  parts: RunnerParts,
  turn: TurnState,
  { step, dispatch }: { readonly step: ModelStep; readonly dispatch: Dispatch },
): AssistantMessage {
  const { stop, usage } = step;
  // Nobody makes the calls of a model that refuses.
  const message =
    stop === 'refusal' && step.message.calls.length > 0 ? withoutCalls(step.message) : step.message;
  const { turnId, iterations: iteration } = turn;
  const calls = message.calls.length;
  turn.emit?.({ type: 'step-end', turnId, at: parts.clock.now(), iteration, stop, calls, usage });
  dispatch.ctx.step = step;
  turn.text = message.text;
  turn.messages.push(message);
  return message;
}

/** How the turn ends with a step without calls; undefined if the model has to be asked again. */
function judgeAnswer({ stop, refusal }: ModelStep): TurnOutcome | undefined {
  switch (stop) {
    case 'paused':
      return undefined;
    case 'refusal':
      return { status: 'refused', refusal };
    case 'length':
      return stopped('length');
    case 'other':
      return stopped('provider');
    default:
      return DONE;
  }
}

function withoutCalls({ text }: AssistantMessage): AssistantMessage {
  return { role: 'assistant', text, calls: [] };
}

function findLimit({ iterations, usage, limits }: TurnState): TurnOutcome | undefined {
  if (iterations >= limits.maxIterations) return stopped('iterations');
  return usage.inputTokens + usage.outputTokens >= limits.maxTokens ? stopped('tokens') : undefined;
}

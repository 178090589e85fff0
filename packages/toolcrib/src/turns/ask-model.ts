import { ToolcribError } from '../core/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { addUsage } from '../runtime/model/add-usage.ts';
import type { ModelEvent, ModelExecutor, ModelRequest, ModelStep } from '../runtime/model/model-executor.ts';
import type { DispatchTools } from './dispatch-tools.ts';
import { readStep } from './read-step.ts';
import type { RunnerParts } from './runner-parts.ts';
import { ABORTED, failed, type TurnOutcome } from './turn-outcome.ts';
import type { TurnState } from './turn-state.ts';
import type { TurnTimer } from './turn-timer.ts';

/** What one request to the model needs. */
export interface ModelQuestion {
  readonly tools: DispatchTools;
  readonly timer: TurnTimer;
}

/** Asks the model for its next step, or says how the turn ends because there is none. */
export async function askModel(
  { executor, clock }: RunnerParts,
  turn: TurnState,
  { tools, timer }: ModelQuestion,
): Promise<ModelStep | TurnOutcome> {
  const { interruption, limits, turnId, iterations: iteration } = turn;
  turn.emit?.({ type: 'step-start', turnId, at: clock.now(), iteration });
  const relay = turn.emit === undefined ? undefined : new EventRelay(turn, clock);
  timer.startWait(limits.modelTimeoutMs);
  try {
    const waited = await interruption.wait(ask(executor, turn, { tools, onEvent: relay?.onEvent }));
    if ('interrupted' in waited) return waited.interrupted;
    const step = readStep(waited.value);
    relay?.finish(step);
    turn.usage = addUsage(turn.usage, step.usage);
    return step.stop === 'aborted' ? keepText(turn, step) : step;
  } catch (error) {
    return interruption.outcome ?? failed(toModelError(error));
  } finally {
    timer.endWait();
    relay?.end();
  }
}

interface Asking {
  readonly tools: DispatchTools;
  readonly onEvent: ModelRequest['onEvent'];
}

/** What the executor gives, once it is known what it is shown. */
function ask(executor: ModelExecutor, turn: TurnState, asking: Asking): Promise<unknown> {
  const describing = asking.tools.describe();
  return describing instanceof Promise
    ? describing.then((shown) => executor.run(toRequest(turn, shown, asking)))
    : // An executor of a stranger may give anything.
      Promise.resolve(executor.run(toRequest(turn, describing, asking)));
}

function toRequest(
  { messages, system, interruption }: TurnState,
  shown: ModelRequest['tools'],
  { tools, onEvent }: Asking,
): ModelRequest {
  if (interruption.outcome !== undefined) throw new ToolcribError('E_MODEL_FAILED', 'The turn has ended.');
  return {
    // The executor may keep it, and the conversation goes on.
    messages: messages.slice(),
    tools: shown,
    retired: tools.findRetired(),
    toolSearch: tools.toolSearch,
    system,
    signal: interruption.signal,
    onEvent,
  };
}

/** What the model had said when it was aborted is part of the conversation. */
function keepText(turn: TurnState, { message }: ModelStep): TurnOutcome {
  if (message.text !== '') {
    turn.messages.push({ role: 'assistant', text: message.text, calls: [] });
    turn.text = message.text;
  }
  return turn.interruption.outcome ?? ABORTED;
}

function toModelError(error: unknown): ToolcribError {
  if (error instanceof ToolcribError) return error;
  return new ToolcribError('E_MODEL_FAILED', 'The executor failed.', { cause: error });
}

/** Passes on what comes while the model answers, or its text at the end if nothing came. */
class EventRelay {
  readonly #turn: TurnState;
  readonly #clock: Clock;
  #hasText = false;
  #isOver = false;

  constructor(turn: TurnState, clock: Clock) {
    this.#turn = turn;
    this.#clock = clock;
  }

  /** Executors of strangers may say anything, at any time. */
  readonly onEvent = (event: ModelEvent): void => {
    const { type, text, providerCallId, tool: toolName } = Object(event) as Record<string, unknown>;
    if (this.#isOver) return;
    if (type === 'text' && typeof text === 'string') this.#tellText(text);
    if (type !== 'call-start' || typeof toolName !== 'string' || typeof providerCallId !== 'string') return;
    const { turnId, iterations: iteration } = this.#turn;
    this.#turn.emit?.({
      type: 'tool-call-proposed',
      ...{ turnId, at: this.#clock.now(), iteration, toolName, providerCallId },
    });
  };

  finish({ message }: ModelStep): void {
    if (!this.#hasText && message.text !== '') this.#tellText(message.text);
  }

  /** The answer is there, or nobody waits for it any more. */
  end(): void {
    this.#isOver = true;
  }

  #tellText(text: string): void {
    this.#hasText = true;
    const { turnId, iterations: iteration } = this.#turn;
    this.#turn.emit?.({ type: 'text', turnId, at: this.#clock.now(), iteration, text });
  }
}

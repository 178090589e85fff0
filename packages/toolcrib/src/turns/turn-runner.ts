import { ToolcribError } from '../core/errors.ts';
import type { UserMessage } from '../runtime/model/model-message.ts';
import { readCaller } from '../runtime/read-runtime-options.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { Interruption } from './interruption.ts';
import { readMessages } from './read-messages.ts';
import { lowerLimits, readTurnOptions, readTurnRunnerOptions } from './read-turn-options.ts';
import { RepeatGuard } from './repeat-guard.ts';
import { runTurn } from './run-turn.ts';
import type { RunnerParts } from './runner-parts.ts';
import type { TurnEvent, TurnListener } from './turn-event.ts';
import type { TurnLimits } from './turn-limits.ts';
import { ABORTED, failed, stopped } from './turn-outcome.ts';
import type { TurnResult } from './turn-result.ts';
import type { TurnOptions, TurnRunnerOptions } from './turn-runner-options.ts';
import type { TurnStart } from './turn-state.ts';
import { TurnEventQueue, type TurnStream } from './turn-stream.ts';
import { TurnTimer } from './turn-timer.ts';

/** What a turn is about: what a person says, or nothing if `messages` end with what the model is to react to. */
export type TurnInput = UserMessage['content'] | undefined;

/** Runs turns: asks a model, makes its calls, and asks it again until it has answered. */
export interface TurnRunner {
  /**
   * Runs one turn. Turns of one runner may run at once and know nothing of each other. It rejects for mistakes of the
   * programmer only, before anything has happened; whatever happens afterwards is in the result.
   */
  run(input: TurnInput, options?: TurnOptions): Promise<TurnResult>;
  /**
   * Runs one turn and tells what happens while it happens.
   *
   * @throws ConfigError `E_INVALID_OPTION` for mistakes of the programmer.
   */
  stream(input: TurnInput, options?: TurnOptions): TurnStream;
  /**
   * What runs the calls, and where people settle gates. Its own tools are those that turns start from; where a function
   * gives them, those of the last turn.
   */
  readonly runtime: Runtime;
}

/**
 * Makes a runner. It needs an executor and tools; everything else has a default.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const runner = createTurnRunner({ executor: anthropicExecutor(client, { model }), tools: [weather] });
 * const { status, text } = await runner.run('What is the weather in Oslo?');
 * ```
 */
export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  return new OwnTurnRunner(readTurnRunnerOptions(options));
}

class OwnTurnRunner implements TurnRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  get runtime(): Runtime {
    return this.#parts.runtime;
  }

  run(input: TurnInput, options: TurnOptions = {}): Promise<TurnResult> {
    try {
      const { onEvent } = readTurnOptions(options);
      const emit = onEvent === undefined ? undefined : (event: TurnEvent) => this.#tell(onEvent, event);
      return this.#start(this.#open(input, options, emit), options.signal);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  stream(input: TurnInput, options: TurnOptions = {}): TurnStream {
    const { onEvent } = readTurnOptions(options);
    const leave = () =>
      start.interruption.interrupt(ABORTED, new DOMException('Nobody reads.', 'AbortError'));
    const queue = new TurnEventQueue(leave);
    const start = this.#open(input, options, (event) => {
      queue.push(event);
      if (onEvent !== undefined) this.#tell(onEvent, event);
    });
    const result = this.#start(start, options.signal);
    return Object.freeze({
      turnId: start.turnId,
      result,
      [Symbol.asyncIterator]: () => queue.take(),
    });
  }

  #open(input: TurnInput, options: TurnOptions, emit: TurnStart['emit']): TurnStart {
    const { runtime, limits, system, repeats, clock } = this.#parts;
    const { randomId, defaultCaller } = runtime.host;
    const { parentTurnId, caller, earlierCalls = [] } = options;
    // Dots are between the ids of delegated turns.
    const ownId = randomId().replaceAll('.', '-');
    return {
      turnId: parentTurnId === undefined ? ownId : `${parentTurnId}.${ownId}`,
      caller: caller === undefined ? defaultCaller : readCaller('caller', caller),
      messages: readMessages(input, options.messages),
      system: options.system ?? system,
      limits: lowerLimits(limits, options.limits),
      earlierCalls,
      interruption: new Interruption(clock),
      repeats: new RepeatGuard(repeats),
      emit: emit && untilTheEnd(emit),
    };
  }

  async #start(start: TurnStart, signal: AbortSignal | undefined): Promise<TurnResult> {
    const { router, clock } = this.#parts;
    const { interruption, limits, turnId, emit } = start;
    const abort = () => interruption.interrupt(ABORTED, signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const disconnect = emit === undefined ? undefined : router.connect(turnId, emit);
    const timer = new TurnTimer(clock, limits.timeoutMs, (which) => {
      const reason = new DOMException('The time is over.', 'TimeoutError');
      interruption.interrupt(which === 'turn' ? stopped('time') : failed(tooSlow(limits)), reason);
    });
    try {
      return await runTurn(this.#parts, start, timer);
    } finally {
      timer.stop();
      disconnect?.();
      signal?.removeEventListener('abort', abort);
    }
  }

  /** A listener that throws stops nobody. */
  #tell(listener: TurnListener, event: TurnEvent): void {
    const { onFault } = this.#parts;
    try {
      const listening = listener(event);
      if (listening instanceof Promise) listening.catch(onFault);
    } catch (error) {
      onFault(error);
    }
  }
}

/** Nothing is told after the end, whoever still has something to say. */
function untilTheEnd(emit: (event: TurnEvent) => void): (event: TurnEvent) => void {
  let hasEnded = false;
  return (event) => {
    if (hasEnded) return;
    hasEnded = event.type === 'turn-end';
    emit(Object.freeze(event));
  };
}

function tooSlow({ modelTimeoutMs }: TurnLimits): ToolcribError {
  const message = `The model did not answer in ${modelTimeoutMs} ms.`;
  return new ToolcribError('E_MODEL_FAILED', message, { context: { modelTimeoutMs } });
}

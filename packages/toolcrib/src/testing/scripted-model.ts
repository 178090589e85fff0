/// <reference lib="esnext.disposable" preserve="true" />
import { ConfigError, ToolcribError } from '../core/errors.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { ModelExecutor, ModelRequest, ModelStep } from '../runtime/model/model-executor.ts';
import { type Answer, playStep, toAbortedStep } from './play-step.ts';
import { checkScript, describeStep, type ScriptedStep, type ScriptStep } from './scripted-step.ts';

/** How a scripted model differs from its defaults. */
export interface ScriptedModelOptions {
  /** What a step costs that does not say so. What is left out is zero. @default zeros */
  readonly usage?: Partial<ModelUsage> | undefined;
  /** Whether it says that it loads found tools; see {@link ModelExecutor.loadsFoundTools}. @default false */
  readonly loadsFoundTools?: boolean | undefined;
}

/** A model that does what a test wrote down. */
export interface ScriptedModel extends ModelExecutor, Disposable {
  readonly provider: 'scripted';
  /** Every request so far, in order; it grows. Each has the messages as they were when it was made. */
  readonly requests: readonly ModelRequest[];
  /**
   * Fails unless every step was asked for, no more than that, and no function of the script threw.
   *
   * @throws ConfigError `E_INVALID_OPTION` that says which step.
   */
  assertConsumed(): void;
  /** As `assertConsumed`, so that `using model = createScriptedModel(…)` does it. */
  [Symbol.dispose](): void;
}

const optionNames: ReadonlySet<string> = new Set<keyof ScriptedModelOptions>(['usage', 'loadsFoundTools']);

/**
 * A model for tests. Every request takes the next step of the script, whoever makes it. It keeps the promises
 * of every executor: it streams to `onEvent`, an abort is a step with the text so far and no calls, and what
 * goes wrong is `E_MODEL_FAILED`. A request that is aborted already takes no step.
 *
 * A request beyond the end of the script is rejected with a `ConfigError` that says which step was asked for.
 *
 * @throws ConfigError `E_INVALID_OPTION` for something that is no step.
 *
 * @example
 * ```ts
 * const model = createScriptedModel([
 *   { text: 'Let me look.', calls: [{ tool: 'weather', args: { city: 'Oslo' } }] },
 *   ({ messages }) => `There were ${messages.length} messages.`,
 * ]);
 * const step = await model.run({ messages: [{ role: 'user', content: 'Rain?' }], tools: [] });
 * ```
 */
export function createScriptedModel(
  script: readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  requireKnownOptions(options, optionNames);
  const steps = checkScript(script);
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, ...options.usage };
  const requests: ModelRequest[] = [];
  const failures: { readonly problem: string; readonly cause?: unknown }[] = [];
  let taken = 0;
  let callCount = 0;
  const nextCallId = () => {
    callCount += 1;
    return `call_${callCount}`;
  };

  const assertConsumed = () => {
    const left = steps.slice(taken).map((step, index) => describeStep(step, taken + index));
    const problems = failures.map(({ problem }) => problem);
    if (left.length > 0) problems.push(`nobody asked for ${left.join(', ')} of ${steps.length}`);
    if (problems.length === 0) return;
    const causes = failures.filter((failure) => 'cause' in failure);
    throw invalid(`The scripted model was not used as its script says: ${problems.join('; ')}.`, causes[0]);
  };

  return Object.freeze({
    provider: 'scripted',
    loadsFoundTools: options.loadsFoundTools === true,
    requests,
    run,
    assertConsumed,
    [Symbol.dispose]: assertConsumed,
  });

  async function run(given: ModelRequest): Promise<ModelStep> {
    const request = Object.freeze({ ...given, messages: Object.freeze([...given.messages]) });
    requests.push(request);
    const answer: Answer = { request, text: '', usage, nextCallId };
    if (request.signal?.aborted) return toAbortedStep(answer);
    try {
      const step = await untilAborted(request.signal, async () => playStep(await take(request), answer));
      return step === undefined || request.signal?.aborted ? toAbortedStep(answer) : step;
    } catch (error) {
      if (request.signal?.aborted) return toAbortedStep(answer);
      throw toModelFailure(error);
    }
  }

  async function take(request: ModelRequest): Promise<ScriptedStep> {
    const place = taken;
    const step = steps[place];
    taken += 1;
    if (step === undefined) {
      const problem = `step ${taken} was asked for, and the script has ${steps.length}`;
      failures.push({ problem });
      throw invalid(`The scripted model cannot answer: ${problem}.`);
    }
    if (typeof step !== 'function') return typeof step === 'string' ? { text: step } : step;
    try {
      const given = await step(request);
      return typeof given === 'string' ? { text: given } : given;
    } catch (cause) {
      // A function may well fail because it was aborted.
      if (!request.signal?.aborted) failures.push({ problem: `${describeStep(step, place)} threw`, cause });
      throw cause;
    }
  }
}

/** As executors of providers fail, so that whoever handles it is tested with what will come. */
function toModelFailure(error: unknown): ToolcribError {
  if (error instanceof ConfigError) return error;
  if (error instanceof ToolcribError && error.code === 'E_MODEL_FAILED') return error;
  return new ToolcribError('E_MODEL_FAILED', 'The request to the model provider "scripted" failed.', {
    context: { provider: 'scripted' },
    cause: error,
  });
}

/** What some work gives; undefined as soon as nobody waits for it any more, however it ends then. */
function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    const forget = () => signal.removeEventListener('abort', stop);
    work().finally(forget).then(resolve, reject);
  });
}

function invalid(message: string, failure: { readonly cause?: unknown } = {}): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message, {
    ...('cause' in failure && { cause: failure.cause }),
  });
}

import { ConfigError } from '../core/errors.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { ModelRequest, StopReason } from '../runtime/model/model-executor.ts';

/** A call that a scripted model proposes. */
export interface ScriptedCall {
  readonly tool: string;
  /** An object, or JSON text as a model writes it, right or wrong. It is passed on as it is. */
  readonly args: unknown;
  /** @default `call_1`, `call_2` and so on, counted over the whole script */
  readonly providerCallId?: string | undefined;
  readonly isTruncated?: boolean | undefined;
}

/** What a scripted model does in one step. */
export interface ScriptedStep {
  /** What it says. It is streamed word by word. @default '' */
  readonly text?: string | undefined;
  /**
   * What it says in place of `text`, in the very pieces that are streamed. An async generator decides when each
   * one comes, and one that never ends leaves the answer hanging until it is aborted.
   */
  readonly chunks?: Iterable<string> | AsyncIterable<string> | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** @default 'calls' if there are some, 'refusal' if there is one, 'end' otherwise */
  readonly stop?: StopReason | undefined;
  /** What the step costs. What is left out is that of the model. */
  readonly usage?: Partial<ModelUsage> | undefined;
  readonly refusal?: string | undefined;
  /**
   * Fails the request once the text is streamed, with `E_MODEL_FAILED` and this as its cause, or with this if
   * it is such an error or a `ConfigError`. Whether the key is there counts, so it can be `undefined`.
   */
  readonly error?: unknown;
}

/**
 * A step of a script: text, all that a model can do, or a function that looks at the request and gives one of
 * these. What a function throws fails the request and `assertConsumed()`: it is the place for expectations.
 */
export type ScriptStep =
  | string
  | ScriptedStep
  | ((request: ModelRequest) => Awaitable<string | ScriptedStep>);

/** @internal The steps, in an array of its own. @throws ConfigError `E_INVALID_OPTION` */
export function checkScript(script: readonly ScriptStep[]): readonly ScriptStep[] {
  if (!Array.isArray(script)) throw invalidScript('must be an array of steps');
  for (const [index, step] of script.entries()) {
    if (typeof step === 'string' || typeof step === 'function') continue;
    checkStep(step, `step ${index + 1}`);
  }
  return [...script];
}

/** @internal @throws ConfigError `E_INVALID_OPTION` if a step, which a function may have given, is none. */
export function checkStep(step: unknown, name: string): asserts step is ScriptedStep {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) {
    throw invalidScript(`has a ${name} that is neither text nor an object nor a function`);
  }
  const unknown = Object.keys(step).find((key) => !stepKeys.includes(key));
  if (unknown !== undefined) throw invalidScript(`has a ${name} with an unknown key "${unknown}"`);
  const { text, chunks } = step as ScriptedStep;
  if (text !== undefined && chunks !== undefined) throw invalidScript(`has a ${name} with text and chunks`);
}

/** @internal What a step is called when nobody asked for it. */
export function describeStep(step: ScriptStep, index: number): string {
  return `step ${index + 1} (${toSummary(step)})`;
}

const stepKeys: readonly string[] = ['text', 'chunks', 'calls', 'stop', 'usage', 'refusal', 'error'];

function toSummary(step: ScriptStep): string {
  if (typeof step === 'function') return 'a function';
  if (typeof step === 'string') return JSON.stringify(step.slice(0, 40));
  const { text, calls = [] } = step;
  if (calls.length > 0) return `calls ${calls.map(({ tool }) => tool).join(', ')}`;
  if ('error' in step) return 'an error';
  return text === undefined ? 'an answer' : toSummary(text);
}

function invalidScript(problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The script of a model ${problem}.`);
}

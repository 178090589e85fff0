import { requireKnownOptions } from '../core/require-known-options.ts';
import type { ModelRequest } from '../runtime/model/model-executor.ts';
import { invalidOption } from './invalid-option.ts';
import type { MessageOptions } from './message-options.ts';
import { readRenderOptions } from './plan/read-render-options.ts';
import type { RenderOptions } from './plan/render-options.ts';
import { isFields } from './wire-values.ts';

/** How an executor asks a model, and how it renders tools. */
export interface ExecutorOptions extends MessageOptions, Pick<RenderOptions, 'strict' | 'rank' | 'maxTools'> {
  readonly model: string;
  /** At most so many tokens of output, thoughts included. @default what the model has */
  readonly maxTokens?: number | undefined;
  /** Whether answers are streamed; `onEvent` is told nothing otherwise. @default true */
  readonly stream?: boolean | undefined;
  /**
   * More fields of the request, such as `temperature` or `tool_choice`. Those that the executor writes itself win, except that
   * `tools` are those of the provider itself and are listed before yours. @default {}
   */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

const optionNames = [
  'model',
  'maxTokens',
  'stream',
  'params',
  'strict',
  'rank',
  'maxTools',
  'readMedia',
] as const satisfies (keyof ExecutorOptions)[];

/**
 * Checks the options of an executor, which may have more of its own, and gives those for rendering tools.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 */
export function readExecutorOptions(options: ExecutorOptions, own: readonly string[] = []): RenderOptions {
  requireKnownOptions(options, new Set([...optionNames, ...own]));
  const { model, maxTokens, strict, rank, maxTools } = options;
  if (typeof model !== 'string' || model === '') throw invalidOption('model', 'must name a model');
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    throw invalidOption('maxTokens', 'must be a count above 0');
  }
  return readRenderOptions({ strict, rank, maxTools });
}

/**
 * Whether an executor loads found tools.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 */
export function readLoadsFoundTools(loadsFoundTools: boolean | undefined): boolean {
  if (loadsFoundTools === undefined || typeof loadsFoundTools === 'boolean') return loadsFoundTools ?? true;
  throw invalidOption('loadsFoundTools', 'must be true or false');
}

/**
 * Checks what an executor is asked. Not everybody compiles with types.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the field.
 */
export function checkRequest(request: ModelRequest): void {
  if (!isFields(request)) throw invalidOption('request', 'must be an object');
  const { messages, tools, retired, toolSearch, system } = request;
  if (!Array.isArray(messages)) throw invalidOption('messages', 'must be a list of messages');
  if (!Array.isArray(tools)) throw invalidOption('tools', 'must be a list of tools');
  if (retired !== undefined && !Array.isArray(retired))
    throw invalidOption('retired', 'must be a list of names');
  if (toolSearch !== undefined && !(typeof toolSearch?.tool === 'string' && Array.isArray(toolSearch.found)))
    throw invalidOption('toolSearch', 'must name a tool and list what was found');
  if (system !== undefined && typeof system !== 'string') throw invalidOption('system', 'must be a text');
}

import type { ModelExecutor, ModelRequest, ModelStep } from '../../runtime/model/model-executor.ts';
import { askModel, checkAnswer, readStream } from '../ask-model.ts';
import { withLegalCallIds } from '../call-ids.ts';
import { completeHistory } from '../complete-history.ts';
import {
  checkRequest,
  type ExecutorOptions,
  readExecutorOptions,
  readLoadsFoundTools,
} from '../executor-options.ts';
import { invalidOption } from '../invalid-option.ts';
import { createMediaReader } from '../media-reader.ts';
import { providerRules } from '../plan/provider-rules.ts';
import type { RenderOptions } from '../plan/render-options.ts';
import { createRenderer, type ToolRenderer } from '../plan/render-plan.ts';
import { planLoading } from '../plan-loading.ts';
import type {
  AnthropicClient,
  AnthropicMessage,
  AnthropicRequest,
  AnthropicTool,
} from './anthropic-types.ts';
import { deferTools } from './defer-tools.ts';
import { MessageStream } from './message-stream.ts';
import { renderHistory } from './render-messages.ts';
import { anthropicFormat } from './render-tools.ts';
import { toAbortedStep, toAnswer, toStep } from './to-step.ts';

const { provider } = providerRules.anthropic;

/** How a model of Anthropic is asked. */
export interface AnthropicExecutorOptions extends ExecutorOptions {
  /** At most so many tokens of output, thoughts included. The API has no default. */
  readonly maxTokens: number;
  /** More headers of the request, such as `anthropic-beta`. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether tools that the model finds are sent with `defer_loading` and shown where a search found them, by a
   * reference in its result, so that they cost nothing of the prompt cache. By the documentation, models from
   * Claude Sonnet 4, Opus 4 and Haiku 4.5 on can do that, and Anthropic's own API wants no header for it; a
   * cloud may want an `anthropic-beta`. With `false` they are appended to the list of tools. @default true
   */
  readonly loadsFoundTools?: boolean | undefined;
}

/** An executor for the Messages API. */
export interface AnthropicExecutor extends ModelExecutor {
  readonly loadsFoundTools: boolean;
  /** What it sends of tools, with the report; the same for the same tools. */
  readonly renderTools: ToolRenderer<AnthropicTool>;
}

/**
 * Asks a model through the Messages API, with the client of Anthropic's SDK: its key, its address, its retries
 * and its timeouts. An executor remembers how it rendered the tools, so one of them should serve many requests.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const executor = anthropicExecutor(new Anthropic(), { model: 'claude-opus-5-5', maxTokens: 4096 });
 * const step = await executor.run({ messages, tools: registry.describe() });
 * const records = await runtime.callAll(step.message.calls);
 * messages.push(step.message, toToolMessage(runtime, records));
 * ```
 */
export function anthropicExecutor(
  client: AnthropicClient,
  options: AnthropicExecutorOptions,
): AnthropicExecutor {
  const { stream = true, readMedia = createMediaReader(), headers } = options;
  const loadsFoundTools = readLoadsFoundTools(options.loadsFoundTools);
  const renderTools = createRenderer(anthropicFormat, readOptions(options));
  const settings = Object.freeze({ ...options });

  return { provider, loadsFoundTools, renderTools, run };

  async function run(request: ModelRequest): Promise<ModelStep> {
    checkRequest(request);
    const { signal, toolSearch, onEvent } = request;
    const rendering = renderTools(request.tools, request.retired, toolSearch?.found);
    const { codec } = rendering;
    const events = new MessageStream({ codec, onEvent });
    return askModel({ provider, signal, prepare, ask, toAbortedStep: () => toAbortedStep(events) });

    async function prepare(): Promise<Prepared> {
      const history = withLegalCallIds(completeHistory(request.messages));
      const isLoading = loadsFoundTools && toolSearch !== undefined;
      const loading = isLoading ? planLoading(rendering, history, toolSearch.tool) : undefined;
      const messages = await renderHistory(history, codec, { readMedia, loading });
      return { messages, tools: deferTools(rendering, loading) };
    }

    async function ask({ messages, tools }: Prepared): Promise<ModelStep> {
      const sent = client.messages.create(
        { ...toBody(settings, request, tools), messages, stream },
        {
          ...(signal !== undefined && { signal }),
          ...(headers !== undefined && { headers: { ...headers } }),
        },
      );
      if (!stream) return toStep(toAnswer(checkAnswer(await sent, 'content')), codec);
      await readStream(await sent, events, signal);
      return toStep(events, codec);
    }
  }
}

/** What of a request takes time to make. */
interface Prepared {
  readonly messages: AnthropicMessage[];
  readonly tools: AnthropicTool[];
}

/** @throws ConfigError `E_INVALID_OPTION` that names the option. */
function readOptions(options: AnthropicExecutorOptions): RenderOptions {
  // Not everybody compiles with types.
  if (options.maxTokens === undefined) throw invalidOption('maxTokens', 'must be a count above 0');
  return readExecutorOptions(options, ['headers', 'loadsFoundTools']);
}

function toBody(
  { model, maxTokens, params = {} }: AnthropicExecutorOptions,
  { system }: ModelRequest,
  rendered: AnthropicTool[],
): Omit<AnthropicRequest, 'messages' | 'stream'> {
  const tools = Array.isArray(params.tools) ? [...params.tools, ...rendered] : rendered;
  return {
    ...params,
    model,
    max_tokens: maxTokens,
    ...(system !== undefined && system !== '' && { system: system.toWellFormed() }),
    ...(tools.length > 0 && { tools }),
  };
}

import type { ModelExecutor, ModelRequest, ModelStep } from '../../runtime/model/model-executor.ts';
import { askModel, checkAnswer, readStream } from '../ask-model.ts';
import { checkRequest, type ExecutorOptions, readExecutorOptions } from '../executor-options.ts';
import { invalidOption } from '../invalid-option.ts';
import { createMediaReader } from '../media-reader.ts';
import { providerRules } from '../plan/provider-rules.ts';
import type { RenderOptions } from '../plan/render-options.ts';
import type { ToolRenderer, ToolRendering } from '../plan/render-plan.ts';
import type {
  AnthropicClient,
  AnthropicMessage,
  AnthropicRequest,
  AnthropicTool,
} from './anthropic-types.ts';
import { MessageStream } from './message-stream.ts';
import { renderMessages } from './render-messages.ts';
import { createToolRenderer } from './render-tools.ts';
import { toAbortedStep, toAnswer, toStep } from './to-step.ts';

const { provider } = providerRules.anthropic;

/** How a model of Anthropic is asked. */
export interface AnthropicExecutorOptions extends ExecutorOptions {
  /** At most so many tokens of output, thoughts included. The API has no default. */
  readonly maxTokens: number;
  /** More headers of the request, such as `anthropic-beta`. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An executor for the Messages API. */
export interface AnthropicExecutor extends ModelExecutor {
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
  const renderTools = createToolRenderer(readOptions(options));
  const settings = Object.freeze({ ...options });

  return { provider, renderTools, run };

  async function run(request: ModelRequest): Promise<ModelStep> {
    checkRequest(request);
    const { signal, onEvent } = request;
    const rendering = renderTools(request.tools, request.retired);
    const { codec } = rendering;
    const events = new MessageStream({ codec, onEvent });
    const prepare = () => renderMessages(request.messages, codec, { readMedia });
    return askModel({ provider, signal, prepare, ask, toAbortedStep: () => toAbortedStep(events) });

    async function ask(messages: AnthropicMessage[]): Promise<ModelStep> {
      const sent = client.messages.create(
        { ...toBody(settings, request, rendering), messages, stream },
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

/** @throws ConfigError `E_INVALID_OPTION` that names the option. */
function readOptions(options: AnthropicExecutorOptions): RenderOptions {
  // Not everybody compiles with types.
  if (options.maxTokens === undefined) throw invalidOption('maxTokens', 'must be a count above 0');
  return readExecutorOptions(options);
}

function toBody(
  { model, maxTokens, params = {} }: AnthropicExecutorOptions,
  { system }: ModelRequest,
  rendering: ToolRendering<AnthropicTool>,
): Omit<AnthropicRequest, 'messages' | 'stream'> {
  const tools = Array.isArray(params.tools) ? [...params.tools, ...rendering.tools] : rendering.tools;
  return {
    ...params,
    model,
    max_tokens: maxTokens,
    ...(system !== undefined && system !== '' && { system: system.toWellFormed() }),
    ...(tools.length > 0 && { tools }),
  };
}

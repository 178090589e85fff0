import type { ModelExecutor, ModelRequest, ModelStep } from '../../../runtime/model/model-executor.ts';
import { askModel, checkAnswer, readStream } from '../../ask-model.ts';
import { checkRequest, type ExecutorOptions, readExecutorOptions } from '../../executor-options.ts';
import { createMediaReader } from '../../media-reader.ts';
import type { ToolRenderer, ToolRendering } from '../../plan/render-plan.ts';
import { toAbortedStep } from '../to-aborted-step.ts';
import type { OpenAiChatMessage } from './chat-message.ts';
import { ChatStream } from './chat-stream.ts';
import { renderChatMessages } from './render-chat-messages.ts';
import { chatFormat, createChatToolRenderer, type OpenAiChatTool } from './render-chat-tools.ts';
import { toChatStep } from './to-chat-step.ts';

/** The part of OpenAI's client that Chat Completions are asked with. `new OpenAI()` is one. */
export interface OpenAiChatClient {
  readonly chat: {
    readonly completions: {
      create(body: OpenAiChatRequest, options?: { signal?: AbortSignal }): PromiseLike<unknown>;
    };
  };
}

/** What an executor asks Chat Completions. `params` come on top. */
export interface OpenAiChatRequest {
  model: string;
  messages: OpenAiChatMessage[];
  tools?: OpenAiChatTool[];
  max_completion_tokens?: number;
  stream?: boolean;
  stream_options?: { include_usage: boolean };
}

/** An executor for Chat Completions. */
export interface OpenAiChatExecutor extends ModelExecutor {
  /** What it sends of tools, with the report; the same for the same tools. */
  readonly renderTools: ToolRenderer<OpenAiChatTool>;
}

/** Fields that the API refuses in a request without tools. */
const ofTools: readonly string[] = ['tools', 'tool_choice', 'parallel_tool_calls'];

/**
 * Asks a model through OpenAI's Chat Completions, or whoever else speaks them. Retries, timeouts and keys are
 * the client's.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const executor = openaiChatExecutor(new OpenAI(), { model: 'gpt-5' });
 * const { message } = await executor.run({ messages, tools: registry.describe() });
 * const records = await runtime.callAll(message.calls);
 * ```
 */
export function openaiChatExecutor(client: OpenAiChatClient, options: ExecutorOptions): OpenAiChatExecutor {
  const { stream = true, readMedia = createMediaReader() } = options;
  const renderTools = createChatToolRenderer(readExecutorOptions(options));
  const settings = Object.freeze({ ...options });
  const { provider } = chatFormat.rules;

  return { provider, renderTools, run };

  async function run(request: ModelRequest): Promise<ModelStep> {
    checkRequest(request);
    const { signal, onEvent } = request;
    const rendering = renderTools(request.tools, request.retired, request.toolSearch?.found);
    const { codec } = rendering;
    const chunks = new ChatStream({ codec, onEvent });
    const prepare = () => renderChatMessages(request.messages, codec, { readMedia });
    return askModel({ provider, signal, prepare, ask, toAbortedStep: () => toAbortedStep(chunks.text) });

    async function ask(messages: OpenAiChatMessage[]): Promise<ModelStep> {
      const body = toBody(settings, rendering, withSystem(request.system, messages));
      const sent = client.chat.completions.create(
        stream ? { ...body, stream, stream_options: { ...body.stream_options, include_usage: true } } : body,
        signal === undefined ? {} : { signal },
      );
      if (!stream) return toChatStep(checkAnswer(await sent, 'choices'), codec);
      await readStream(await sent, chunks, signal);
      return toChatStep(chunks.toCompletion(), codec);
    }
  }
}

function withSystem(system: string | undefined, messages: OpenAiChatMessage[]): OpenAiChatMessage[] {
  if (system === undefined || system === '') return messages;
  return [{ role: 'system', content: system.toWellFormed() }, ...messages];
}

function toBody(
  { model, maxTokens, params = {} }: ExecutorOptions,
  rendering: ToolRendering<OpenAiChatTool>,
  messages: OpenAiChatMessage[],
): OpenAiChatRequest {
  const { stream: _, ...extra } = params;
  const tools = Array.isArray(params.tools) ? [...params.tools, ...rendering.tools] : rendering.tools;
  const more = Object.entries(extra).filter(([name]) => tools.length > 0 || !ofTools.includes(name));
  return {
    ...Object.fromEntries(more),
    model,
    messages,
    ...(tools.length > 0 && { tools }),
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
  };
}

import type { ModelExecutor, ModelRequest, ModelStep } from '../../../runtime/model/model-executor.ts';
import { askModel, checkAnswer, readStream } from '../../ask-model.ts';
import { checkRequest, type ExecutorOptions, readExecutorOptions } from '../../executor-options.ts';
import { createMediaReader } from '../../media-reader.ts';
import type { ToolRenderer, ToolRendering } from '../../plan/render-plan.ts';
import { toAbortedStep } from '../to-aborted-step.ts';
import { renderResponsesMessages } from './render-responses-messages.ts';
import {
  createResponsesToolRenderer,
  type OpenAiResponsesTool,
  responsesFormat,
} from './render-responses-tools.ts';
import type { OpenAiResponsesItem } from './responses-item.ts';
import { ResponsesStream } from './responses-stream.ts';
import { toResponsesStep } from './to-responses-step.ts';

/** The part of OpenAI's client that Responses are asked with. `new OpenAI()` is one. */
export interface OpenAiResponsesClient {
  readonly responses: {
    create(body: OpenAiResponsesRequest, options?: { signal?: AbortSignal }): PromiseLike<unknown>;
  };
}

/** What an executor asks Responses. `params` come on top. */
export interface OpenAiResponsesRequest {
  model: string;
  input: OpenAiResponsesItem[];
  instructions?: string;
  tools?: OpenAiResponsesTool[];
  max_output_tokens?: number;
  stream?: boolean;
}

/** An executor for Responses. */
export interface OpenAiResponsesExecutor extends ModelExecutor {
  /** What it sends of tools, with the report; the same for the same tools. */
  readonly renderTools: ToolRenderer<OpenAiResponsesTool>;
}

/** The conversation is sent whole, with its thoughts, so nothing has to be kept at OpenAI. */
const stateless = { store: false, include: ['reasoning.encrypted_content'] } as const;

/**
 * Asks a model through OpenAI's Responses, without state there: thoughts come encrypted, and `store` is off
 * unless `params` say otherwise. Retries, timeouts and keys are the client's.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const executor = openaiResponsesExecutor(new OpenAI(), { model: 'gpt-5' });
 * const { message } = await executor.run({ messages, tools: registry.describe() });
 * const records = await runtime.callAll(message.calls);
 * ```
 */
export function openaiResponsesExecutor(
  client: OpenAiResponsesClient,
  options: ExecutorOptions,
): OpenAiResponsesExecutor {
  const { stream = true, readMedia = createMediaReader() } = options;
  const renderTools = createResponsesToolRenderer(readExecutorOptions(options));
  const settings = Object.freeze({ ...options });
  const { provider } = responsesFormat.rules;

  return { provider, renderTools, run };

  async function run(request: ModelRequest): Promise<ModelStep> {
    checkRequest(request);
    const { signal, onEvent } = request;
    const rendering = renderTools(request.tools, request.retired);
    const { codec } = rendering;
    const events = new ResponsesStream({ codec, onEvent });
    const prepare = () => renderResponsesMessages(request.messages, codec, { readMedia });
    return askModel({ provider, signal, prepare, ask, toAbortedStep: () => toAbortedStep(events.text) });

    async function ask(input: OpenAiResponsesItem[]): Promise<ModelStep> {
      const sent = client.responses.create(
        { ...toBody(settings, rendering), input, ...instruct(request.system), ...(stream && { stream }) },
        signal === undefined ? {} : { signal },
      );
      if (!stream) return toResponsesStep(checkAnswer(await sent, 'output'), codec);
      await readStream(await sent, events, signal);
      return toResponsesStep(events.toResponse(), codec);
    }
  }
}

function instruct(system: string | undefined): { instructions?: string } {
  return system === undefined || system === '' ? {} : { instructions: system.toWellFormed() };
}

function toBody(
  { model, maxTokens, params = {} }: ExecutorOptions,
  rendering: ToolRendering<OpenAiResponsesTool>,
): Omit<OpenAiResponsesRequest, 'input'> {
  const { stream: _, tools: own, include, ...extra } = params;
  const tools = Array.isArray(own) ? [...own, ...rendering.tools] : rendering.tools;
  // Thoughts that do not come encrypted cannot be sent back.
  const included = new Set([...stateless.include, ...(Array.isArray(include) ? include : [])]);
  const settings = { ...stateless, ...extra, include: [...included] };
  return {
    ...settings,
    model,
    ...(tools.length > 0 && { tools }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
  };
}

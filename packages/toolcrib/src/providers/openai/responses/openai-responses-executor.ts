import type { ModelExecutor, ModelRequest, ModelStep } from '../../../runtime/model/model-executor.ts';
import { askModel, checkAnswer, readStream } from '../../ask-model.ts';
import { withLegalCallIds } from '../../call-ids.ts';
import { completeHistory } from '../../complete-history.ts';
import {
  checkRequest,
  type ExecutorOptions,
  readExecutorOptions,
  readLoadsFoundTools,
} from '../../executor-options.ts';
import { createMediaReader } from '../../media-reader.ts';
import { createRenderer, type ToolRenderer } from '../../plan/render-plan.ts';
import { planLoading } from '../../plan-loading.ts';
import { toAbortedStep } from '../to-aborted-step.ts';
import { renderResponsesHistory } from './render-responses-messages.ts';
import { type OpenAiResponsesTool, responsesFormat } from './render-responses-tools.ts';
import type { OpenAiResponsesItem } from './responses-item.ts';
import { ResponsesStream } from './responses-stream.ts';
import { type OpenAiResponsesToolSearch, toRequestTools } from './to-request-tools.ts';
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
  tools?: (OpenAiResponsesTool | OpenAiResponsesToolSearch)[];
  max_output_tokens?: number;
  stream?: boolean;
}

/** How a model is asked through Responses. */
export interface OpenAiResponsesExecutorOptions extends ExecutorOptions {
  /**
   * Whether the search tool of a conversation is told as `tool_search`, and what it finds in the results of
   * searches, so that it costs nothing of the prompt cache. By the documentation, models from `gpt-5.4` on can
   * do that. With `false` found tools are appended to the list of tools; so they have to be with a gateway that
   * knows no such items.
   * @default true
   */
  readonly loadsFoundTools?: boolean | undefined;
}

/** An executor for Responses. */
export interface OpenAiResponsesExecutor extends ModelExecutor {
  readonly loadsFoundTools: boolean;
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
  options: OpenAiResponsesExecutorOptions,
): OpenAiResponsesExecutor {
  const { stream = true, readMedia = createMediaReader() } = options;
  const loadsFoundTools = readLoadsFoundTools(options.loadsFoundTools);
  const renderTools = createRenderer(responsesFormat, readExecutorOptions(options, ['loadsFoundTools']), {
    loadsFound: loadsFoundTools,
  });
  const settings = Object.freeze({ ...options });
  const { provider } = responsesFormat.rules;

  return { provider, loadsFoundTools, renderTools, run };

  async function run(request: ModelRequest): Promise<ModelStep> {
    checkRequest(request);
    const { signal, toolSearch, onEvent } = request;
    const rendering = renderTools(request.tools, request.retired, toolSearch?.found);
    const { codec } = rendering;
    const searchTool = toolSearch?.tool;
    const events = new ResponsesStream({ codec, onEvent, searchTool });
    return askModel({ provider, signal, prepare, ask, toAbortedStep: () => toAbortedStep(events.text) });

    async function prepare(): Promise<Prepared> {
      const history = withLegalCallIds(completeHistory(request.messages));
      const isLoading = loadsFoundTools && searchTool !== undefined;
      const loading = isLoading ? planLoading(rendering, history, searchTool) : undefined;
      const input = await renderResponsesHistory(history, codec, { readMedia, loading });
      return { input, tools: toRequestTools(rendering, loading) };
    }

    async function ask({ input, tools }: Prepared): Promise<ModelStep> {
      const sent = client.responses.create(
        { ...toBody(settings, tools), input, ...instruct(request.system), ...(stream && { stream }) },
        signal === undefined ? {} : { signal },
      );
      if (!stream) return toResponsesStep(checkAnswer(await sent, 'output'), codec, searchTool);
      await readStream(await sent, events, signal);
      return toResponsesStep(events.toResponse(), codec, searchTool);
    }
  }
}

/** What of a request takes time to make. */
type Prepared = Required<Pick<OpenAiResponsesRequest, 'input' | 'tools'>>;

function instruct(system: string | undefined): { instructions?: string } {
  return system === undefined || system === '' ? {} : { instructions: system.toWellFormed() };
}

function toBody(
  { model, maxTokens, params = {} }: ExecutorOptions,
  rendered: Prepared['tools'],
): Omit<OpenAiResponsesRequest, 'input'> {
  const { stream: _, tools: own, include, ...extra } = params;
  const tools = Array.isArray(own) ? [...own, ...rendered] : rendered;
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

import type OpenAI from 'openai';
import { AzureOpenAI } from 'openai';
import { describe, expectTypeOf, it } from 'vitest';
import type { ToolDescription } from '../../core/tool.ts';
import type { ModelExecutor } from '../../runtime/model/model-executor.ts';
import type { ToolMessage } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import {
  changeChatTools,
  changeResponsesTools,
  type OpenAiChatClient,
  type OpenAiChatResponse,
  type OpenAiResponsesClient,
  type OpenAiResponsesLoadedTool,
  type OpenAiResponsesRequest,
  type OpenAiResponsesResponse,
  type OpenAiResponsesToolSearch,
  type OpenAiResponsesToolSearchCall,
  type OpenAiResponsesToolSearchOutput,
  openaiChatExecutor,
  openaiResponsesExecutor,
  renderChatMessages,
  renderChatResults,
  renderChatTools,
  renderResponsesMessages,
  renderResponsesResults,
  renderResponsesTools,
} from './index.ts';

const described: ToolDescription[] = [];
declare const codec: ToolCodec;
declare const results: ToolMessage;

type ChatParams = OpenAI.ChatCompletionCreateParamsNonStreaming;
type ResponsesParams = OpenAI.Responses.ResponseCreateParamsNonStreaming;

describe('the types for Chat Completions', () => {
  it('fit into the parameters of the SDK', async () => {
    const { tools } = renderChatTools(described);
    const messages = await renderChatMessages([], codec);
    const { rendering, toolChoice } = changeChatTools(renderChatTools(described), described);

    expectTypeOf({ model: 'gpt', messages, tools }).toExtend<ChatParams>();
    expectTypeOf(await renderChatResults(results, codec)).toExtend<ChatParams['messages']>();
    expectTypeOf(rendering.tools).toExtend<NonNullable<ChatParams['tools']>>();
    expectTypeOf(toolChoice).toExtend<ChatParams['tool_choice']>();
  });

  it('take what the SDK answers, and not a promise of it', () => {
    expectTypeOf<OpenAI.ChatCompletion>().toExtend<OpenAiChatResponse>();
    expectTypeOf<Promise<OpenAI.ChatCompletion>>().not.toExtend<OpenAiChatResponse>();
  });

  it('take the clients of the SDK', () => {
    expectTypeOf<OpenAI>().toExtend<OpenAiChatClient>();
    expectTypeOf<AzureOpenAI>().toExtend<OpenAiChatClient>();
    expectTypeOf(openaiChatExecutor(new AzureOpenAI(), { model: 'gpt' })).toExtend<ModelExecutor>();
    // @ts-expect-error A model is required.
    openaiChatExecutor(new AzureOpenAI(), {});
  });
});

describe('the types for Responses', () => {
  it('fit into the parameters of the SDK', async () => {
    const { tools } = renderResponsesTools(described);
    const input = await renderResponsesMessages([], codec);
    const change = changeResponsesTools(renderResponsesTools(described), described);

    expectTypeOf({ model: 'gpt', input, tools }).toExtend<ResponsesParams>();
    expectTypeOf(await renderResponsesResults(results, codec)).toExtend<OpenAI.Responses.ResponseInput>();
    expectTypeOf(change.items).toExtend<OpenAI.Responses.ResponseInput>();
    expectTypeOf(change.rendering.tools).toExtend<NonNullable<ResponsesParams['tools']>>();
    expectTypeOf(change.toolChoice).toExtend<ResponsesParams['tool_choice']>();
  });

  it('fit where tools are searched for', () => {
    expectTypeOf<OpenAiResponsesToolSearch>().toExtend<OpenAI.Responses.ToolSearchTool>();
    expectTypeOf<OpenAiResponsesToolSearchCall>().toExtend<OpenAI.Responses.ResponseInputItem.ToolSearchCall>();
    expectTypeOf<OpenAiResponsesToolSearchOutput>().toExtend<OpenAI.Responses.ResponseToolSearchOutputItemParam>();
    expectTypeOf<OpenAiResponsesLoadedTool>().toExtend<OpenAI.Responses.FunctionTool>();
    expectTypeOf<OpenAiResponsesRequest['tools']>().toExtend<ResponsesParams['tools']>();
  });

  it('take what the SDK answers, and not a promise of it', () => {
    expectTypeOf<OpenAI.Responses.Response>().toExtend<OpenAiResponsesResponse>();
    expectTypeOf<Promise<OpenAI.Responses.Response>>().not.toExtend<OpenAiResponsesResponse>();
  });

  it('take the clients of the SDK', () => {
    expectTypeOf<OpenAI>().toExtend<OpenAiResponsesClient>();
    expectTypeOf<AzureOpenAI>().toExtend<OpenAiResponsesClient>();
    expectTypeOf(openaiResponsesExecutor(new AzureOpenAI(), { model: 'gpt' })).toExtend<ModelExecutor>();
    // @ts-expect-error A model is required.
    openaiResponsesExecutor(new AzureOpenAI(), {});
  });
});

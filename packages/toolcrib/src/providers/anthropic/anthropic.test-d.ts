import type Anthropic from '@anthropic-ai/sdk';
import { describe, expectTypeOf, it } from 'vitest';
import type { ModelExecutor } from '../../runtime/index.ts';
import {
  type AnthropicMessage,
  type AnthropicRequest,
  type AnthropicResponse,
  type AnthropicToolChangeMessage,
  type AnthropicToolReference,
  type AnthropicToolResult,
  anthropicExecutor,
  readCalls,
  renderTools,
} from './index.ts';

declare const client: Anthropic;

describe('the types of what is rendered', () => {
  it('are those that the SDK takes', () => {
    const { tools } = renderTools([]);

    expectTypeOf(tools).toExtend<Anthropic.Tool[]>();
    expectTypeOf(tools).toExtend<Anthropic.ToolUnion[]>();
    expectTypeOf<AnthropicMessage[]>().toExtend<Anthropic.MessageParam[]>();
    expectTypeOf<AnthropicToolResult>().toExtend<Anthropic.ToolResultBlockParam>();
    expectTypeOf<AnthropicToolReference>().toExtend<Anthropic.ToolReferenceBlockParam>();
    expectTypeOf<AnthropicToolChangeMessage>().toExtend<Anthropic.Beta.BetaMessageParam>();
    expectTypeOf<AnthropicRequest>().toExtend<Anthropic.MessageCreateParams>();
  });

  it('fit into a request as they are', () => {
    const { tools, codec } = renderTools([]);
    const messages: AnthropicMessage[] = [];
    const change: AnthropicToolChangeMessage = { role: 'system', content: [] };
    const request = { model: 'claude-opus-5-5', max_tokens: 1 };

    void (async () => {
      readCalls(await client.messages.create({ ...request, tools, messages }), codec);
      readCalls(
        await client.beta.messages.create({ ...request, tools, messages: [...messages, change] }),
        codec,
      );
    });
  });
});

describe('what calls are read from', () => {
  it('is what the SDK answers, and not a promise of it', () => {
    expectTypeOf<Anthropic.Message>().toExtend<AnthropicResponse>();
    expectTypeOf<Promise<Anthropic.Message>>().not.toExtend<AnthropicResponse>();
  });
});

describe('the client of an executor', () => {
  it('is the one of the SDK, or its beta', () => {
    const options = { model: 'claude-opus-5-5', maxTokens: 1024 };

    void (() => {
      expectTypeOf(anthropicExecutor(client, options)).toExtend<ModelExecutor>();
      anthropicExecutor(client.beta, options);
    });
  });
});

import type {
  ContentBlock,
  ConverseCommandInput,
  ConverseCommandOutput,
  Message,
  Tool,
} from '@aws-sdk/client-bedrock-runtime';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  BedrockMessage,
  BedrockResponse,
  BedrockTool,
  readMessage,
  renderMessages,
  renderResults,
  renderTools,
} from './index.ts';

describe('the types of Bedrock', () => {
  it('fit into those of the SDK', () => {
    expectTypeOf<BedrockTool[]>().toExtend<Tool[]>();
    expectTypeOf<ReturnType<typeof renderTools>['tools']>().toExtend<Tool[]>();
    expectTypeOf<BedrockMessage[]>().toExtend<Message[]>();
    expectTypeOf<Awaited<ReturnType<typeof renderMessages>>>().toExtend<
      NonNullable<ConverseCommandInput['messages']>
    >();
    expectTypeOf<Awaited<ReturnType<typeof renderResults>>>().toExtend<ContentBlock[]>();
  });

  it('take what the SDK answers, and not a promise of it', () => {
    expectTypeOf<ConverseCommandOutput>().toExtend<BedrockResponse>();
    expectTypeOf<ConverseCommandOutput>().toExtend<Parameters<typeof readMessage>[0]>();
    expectTypeOf<Promise<ConverseCommandOutput>>().not.toExtend<BedrockResponse>();
  });
});

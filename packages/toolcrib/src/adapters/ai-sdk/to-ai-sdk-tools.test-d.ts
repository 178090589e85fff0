import {
  convertToModelMessages,
  generateText,
  type LanguageModel,
  streamText,
  ToolLoopAgent,
  type ToolSet,
  type UIMessage,
} from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import type { Runtime } from '../../runtime/index.ts';
import { type ToolOutput, toAiSdkTools } from './index.ts';

declare const runtime: Runtime;
declare const model: LanguageModel;
declare const messages: UIMessage[];

describe('toAiSdkTools', () => {
  it('gives a tool set to everything that takes one', async () => {
    const tools = await toAiSdkTools(runtime, { caller: { id: 'ada' } });

    expectTypeOf(tools).toExtend<ToolSet>();
    const [result] = (await generateText({ model, tools, prompt: 'Go.' })).toolResults;
    if (result && !result.dynamic) expectTypeOf(result.output).toEqualTypeOf<ToolOutput>();
    streamText({ model, tools, messages: await convertToModelMessages(messages, { tools }) });
    new ToolLoopAgent({ model, tools });
  });
});

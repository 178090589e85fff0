import type { ToolsInput } from '@mastra/core/agent';
import { Agent } from '@mastra/core/agent';
import { describe, expectTypeOf, it } from 'vitest';
import type { Runtime } from '../../runtime/index.ts';
import { toMastraTools } from './index.ts';

declare const runtime: Runtime;

describe('toMastraTools', () => {
  it('gives tools to everything of an agent that takes some', async () => {
    const tools = await toMastraTools(runtime, { caller: { id: 'ada' } });

    expectTypeOf(tools).toExtend<ToolsInput>();
    const agent = new Agent({ id: 'a', name: 'A', instructions: 'Help.', model: 'openai/gpt-5', tools });
    await agent.generate('Go.', { toolsets: { all: tools } });
    await agent.stream('Go.', { clientTools: tools });
  });
});

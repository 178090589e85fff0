import { Agent, type RunContext, run, type Tool, tool } from '@openai/agents';
import { describe, expectTypeOf, it } from 'vitest';
import type { Runtime } from '../../runtime/index.ts';
import { type AgentsRunContext, type AgentsToolFactory, toAgentsTools } from './index.ts';

declare const runtime: Runtime;

describe('toAgentsTools', () => {
  it('gives tools that agents take, whatever their context', async () => {
    const tools = await toAgentsTools(runtime, { approvals: 'runtime', tool });

    expectTypeOf(tools).toExtend<Tool[]>();
    await run(new Agent({ name: 'clerk', tools }), 'Go.');
    new Agent<{ userId: string }>({ name: 'clerk', tools });
  });

  it('asks no more of the SDK than it has', () => {
    expectTypeOf<RunContext>().toExtend<AgentsRunContext>();
    expectTypeOf(tool).toExtend<AgentsToolFactory>();
  });
});

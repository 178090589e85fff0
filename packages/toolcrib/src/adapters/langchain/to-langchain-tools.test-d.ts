import { tool as coreTool } from '@langchain/core/tools';
import { interrupt, MemorySaver } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, createMiddleware, type HITLRequest, ToolMessage, tool } from 'langchain';
import { describe, expectTypeOf, it } from 'vitest';
import type { Runtime } from '../../runtime/index.ts';
import { type LangChainApprovalRequest, toLangChainMiddleware, toLangChainTools } from './index.ts';

declare const runtime: Runtime;

describe('toLangChainTools', () => {
  it('gives tools to everything that takes some', async () => {
    const tools = await toLangChainTools(runtime, { tool, ToolMessage, interrupt, caller: { id: 'ada' } });
    const others = await toLangChainTools(runtime, { tool: coreTool, ToolMessage });
    const model = new ChatOpenAI();

    createAgent({ model, tools, checkpointer: new MemorySaver() });
    new ToolNode(others);
    model.bindTools(tools);
  });

  it('asks in the words of LangChain', () => {
    expectTypeOf<LangChainApprovalRequest>().toExtend<HITLRequest>();
  });
});

describe('toLangChainMiddleware', () => {
  it('gives a middleware to an agent', async () => {
    const middleware = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage });

    createAgent({ model: new ChatOpenAI(), middleware: [middleware] });
  });
});

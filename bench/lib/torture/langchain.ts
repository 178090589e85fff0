import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { createAgent, tool } from 'langchain';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';

export const subject: TortureSubject = {
  name: 'LangChain',
  async run(scenario) {
    if (scenario.tools.some(({ outputSchema }) => outputSchema !== undefined)) {
      return { kind: 'unsupported', message: 'A tool has no output schema.' };
    }
    return play(scenario, async (script) => {
      const agent = createAgent({ model: createModel(script), tools: scenario.tools.map(toTool) });
      await agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] });
    });
  },
};

function toTool({ name, description, inputSchema, handler }: TortureTool) {
  return tool(async (args: unknown) => handler(args), { name, description, schema: inputSchema });
}

type FakeModel = ReturnType<typeof fakeModel>;

function createModel(script: Script): FakeModel {
  let offered: readonly string[] = [];
  const model = fakeModel()
    .respond(() => {
      const { name, args } = script.offer(offered);
      return new AIMessage({ content: '', tool_calls: [{ name, args: { ...args }, id: 'call_1' }] });
    })
    .respond((messages: BaseMessage[]) => {
      const results = messages.filter((message) => ToolMessage.isInstance(message));
      const [first] = results;
      script.tell(
        results.some(({ status }) => status === 'error'),
        first?.content,
      );
      return new AIMessage('Done.');
    });
  const bindTools = model.bindTools.bind(model);
  model.bindTools = (tools) => {
    // What chat models do with the tools that they are given.
    offered = tools.map(
      (each) => convertToOpenAITool(each as Parameters<typeof convertToOpenAITool>[0]).function.name,
    );
    return bindTools(tools);
  };
  return model;
}

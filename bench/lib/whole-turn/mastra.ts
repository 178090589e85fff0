import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { PROMPT, type TurnMaker, type TurnScript } from './turn-script.ts';

type SchemaOption = NonNullable<Parameters<typeof createTool>[0]['inputSchema']>;
type ModelOption = ConstructorParameters<typeof Agent>[0]['model'];

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

export const createTurn: TurnMaker = (script) => {
  const answers = toAnswers(script);
  let asked = 0;
  const model = {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async () => {
      const next = answers[asked];
      if (next === undefined) throw new Error('The model was asked too often.');
      asked += 1;
      return next;
    },
    doStream: () => Promise.reject(new Error('Not scripted.')),
  };
  const agent = new Agent({
    id: 'agent',
    name: 'agent',
    instructions: 'Use the tools.',
    // The interface of the AI SDK before the current one, of which the library has types of its own.
    model: model as unknown as ModelOption,
    tools: Object.fromEntries(
      script.definitions.map(({ name, description, zod, handler }) => [
        name,
        createTool({
          id: name,
          description,
          inputSchema: zod as SchemaOption,
          execute: async (args: unknown) => handler(args),
        }),
      ]),
    ),
  });
  return async () => {
    asked = 0;
    const { text, error } = await agent.generate(PROMPT, { maxSteps: script.maxSteps });
    if (error) throw error;
    return text;
  };
};

function toAnswers({ steps, answer }: TurnScript) {
  return [
    ...steps.map((calls) => ({
      content: calls.map(({ id, tool, json }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: tool,
        input: json,
      })),
      finishReason: 'tool-calls',
      usage,
      warnings: [],
    })),
    { content: [{ type: 'text', text: answer }], finishReason: 'stop', usage, warnings: [] },
  ];
}

import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';
import { toZod } from './to-zod.ts';

type JsonSchema = Parameters<typeof jsonSchema>[0];
type Generate = MockLanguageModelV4['doGenerate'];

export const subject: TortureSubject = {
  name: 'AI SDK',
  run: (scenario) =>
    play(scenario, (script) =>
      generateText({
        model: new MockLanguageModelV4({ doGenerate: createModel(script) }),
        // A tool set is an object whose keys are the names.
        tools: Object.fromEntries(scenario.tools.map((each) => [each.name, toTool(each)])),
        stopWhen: isStepCount(3),
        prompt: 'Go.',
      }),
    ),
};

function toTool({ description, inputSchema, outputSchema, handler }: TortureTool) {
  const input = jsonSchema<unknown>(inputSchema as JsonSchema);
  const execute = async (args: unknown) => handler(args);
  return outputSchema === undefined
    ? tool({ description, inputSchema: input, execute })
    : tool({
        description,
        inputSchema: input,
        outputSchema: toZod(outputSchema),
        execute,
      });
}

function createModel(script: Script): Generate {
  return async ({ tools = [], prompt }) => {
    const outputs = prompt
      .flatMap((message) => (message.role === 'tool' ? message.content : []))
      .flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
    if (outputs.length === 0) {
      const { name, args } = script.offer(tools.map((each) => each.name));
      const call = {
        type: 'tool-call',
        toolCallId: 'call_1',
        toolName: name,
        input: JSON.stringify(args),
      } as const;
      return { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, ...rest };
    }
    const isError = outputs.some(({ type }) => type.startsWith('error') || type === 'execution-denied');
    const [first] = outputs;
    script.tell(isError, first !== undefined && 'value' in first ? first.value : outputs);
    return {
      content: [{ type: 'text', text: 'Done.' }],
      finishReason: { unified: 'stop', raw: undefined },
      ...rest,
    };
  };
}

const rest = {
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
  warnings: [],
};

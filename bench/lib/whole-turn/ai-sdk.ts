import { generateText, isStepCount, type LanguageModel, type ToolSet, tool, zodSchema } from 'ai';
import type { ZodDefinition } from '../definitions.ts';
import { PROMPT, type TurnMaker, type TurnScript } from './turn-script.ts';

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>;
type Answer = Awaited<ReturnType<Model['doGenerate']>>;

/** Zod schemas as the documentation shows them, which are converted anew in each step. */
export const createTurn: TurnMaker = (script) => createWith(script, ({ zod }) => zod);

/** Schemas that were wrapped before, and so are converted once. */
export const createWrappedTurn: TurnMaker = (script) => {
  return createWith(script, ({ zod }) => zodSchema(zod));
};

type SchemaOption = ZodDefinition['zod'] | ReturnType<typeof zodSchema>;

function createWith(
  script: TurnScript,
  toSchema: (definition: ZodDefinition) => SchemaOption,
): () => Promise<string> {
  const answers = toAnswers(script);
  let asked = 0;
  const model: Model = {
    specificationVersion: 'v4',
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
  const tools: ToolSet = Object.fromEntries(
    script.definitions.map((definition) => [definition.name, toTool(definition, toSchema(definition))]),
  );
  const stopWhen = isStepCount(script.maxSteps);
  return async () => {
    asked = 0;
    const { text } = await generateText({ model, tools, stopWhen, prompt: PROMPT });
    return text;
  };
}

function toTool({ description, handler }: ZodDefinition, inputSchema: SchemaOption): ToolSet[string] {
  return tool({ description, inputSchema, execute: async (args: unknown) => handler(args) });
}

function toAnswers({ steps, answer }: TurnScript): Answer[] {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  return [
    ...steps.map(
      (calls): Answer => ({
        content: calls.map(({ id, tool: toolName, json }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName,
          input: json,
        })),
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      }),
    ),
    {
      content: [{ type: 'text', text: answer }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  ];
}

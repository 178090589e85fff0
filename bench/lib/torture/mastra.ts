import { Agent } from '@mastra/core/agent';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';
import { toZod } from './to-zod.ts';

type SchemaOption = NonNullable<Parameters<typeof createTool>[0]['inputSchema']>;
type ModelOption = ConstructorParameters<typeof Agent>[0]['model'];
type Generate = MastraLanguageModelV2Mock['doGenerate'];
type CallOptions = Parameters<Generate>[0];
type Response = Pick<Awaited<ReturnType<Generate>>, 'content' | 'finishReason'>;

export const subject: TortureSubject = {
  name: 'Mastra',
  run: (scenario) =>
    play(scenario, async (script) => {
      const agent = new Agent({
        id: 'agent',
        name: 'agent',
        instructions: 'Use the tool.',
        // The library's own mock, whose type differs from the option's where something may be undefined.
        model: createModel(script) as ModelOption,
        // The tools of an agent are an object whose keys are the names.
        tools: Object.fromEntries(scenario.tools.map((each) => [each.name, toTool(each)])),
      });
      const { error } = await agent.generate('Go.', { maxSteps: 3 });
      if (error) throw error;
    }),
};

function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool) {
  return createTool({
    id: name,
    description,
    inputSchema: inputSchema as SchemaOption,
    ...(outputSchema && { outputSchema: toZod(outputSchema) }),
    execute: async (args: unknown) => handler(args),
  });
}

function createModel(script: Script): MastraLanguageModelV2Mock {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return new MastraLanguageModelV2Mock({
    doGenerate: async (options) => ({ ...respond(script, options), usage, warnings: [] }),
  });
}

function respond(script: Script, { tools = [], prompt }: CallOptions): Response {
  const [output] = prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => part.output);
  if (output === undefined) {
    const { name, args } = script.offer(tools.map((each) => each.name));
    const call = {
      type: 'tool-call',
      toolCallId: 'call_1',
      toolName: name,
      input: JSON.stringify(args),
    } as const;
    return { content: [call], finishReason: 'tool-calls' };
  }
  script.tell(saysError(output), output.value);
  return { content: [{ type: 'text', text: 'Done.' }], finishReason: 'stop' };
}

/** Failed validation is no error for the agent, but a result that says `error: true` to the model. */
function saysError({ type, value }: { readonly type: string; readonly value: unknown }): boolean {
  if (type.startsWith('error')) return true;
  return typeof value === 'object' && value !== null && 'error' in value && value.error === true;
}

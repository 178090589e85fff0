import { Agent, Runner, tool } from '@openai/agents';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';
import { toZod } from './to-zod.ts';

type ToolOptions = Parameters<typeof tool>[0];
type StrictSchema = Extract<ToolOptions['parameters'], { additionalProperties: false }>;

export const subject: TortureSubject = {
  name: 'OpenAI',
  run: (scenario) =>
    play(scenario, async (script) => {
      const agent = new Agent({
        name: 'agent',
        model: createModel(script),
        tools: scenario.tools.map(toTool),
      });
      // Tracing is the one thing that would use the network.
      await new Runner({ tracingDisabled: true }).run(agent, 'Go.');
    }),
};

function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool) {
  return tool({
    name,
    description,
    // The schemas of the suite are strict: every property is required and no other is allowed.
    parameters: inputSchema as unknown as StrictSchema,
    // An object schema of Zod; with the type of a raw one, a handler may give anything.
    ...(outputSchema && { outputSchema: toZod(outputSchema) as unknown as StrictSchema }),
    execute: async (args) => handler(args),
  });
}

function createModel(script: Script): ScriptedModel {
  return new ScriptedModel([
    modelResponder(({ request }) => {
      const names = request.tools.flatMap((each) => (each.type === 'function' ? [each.name] : []));
      const { name, args } = script.offer(names);
      return [functionCall(name, args, { callId: 'call_1' })];
    }),
    modelResponder(({ request }) => {
      const items = typeof request.input === 'string' ? [] : request.input;
      const outputs = items.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : []));
      const text = outputs.map(toText).join('\n');
      // The protocol has no flag for errors; the words of the default error function say so.
      script.tell(/\berror\b/i.test(text), text);
      return [assistantMessage('Done.')];
    }),
  ]);
}

function toText(output: unknown): string {
  if (typeof output === 'string') return output;
  const isText = typeof output === 'object' && output !== null && 'text' in output;
  return isText ? String(output.text) : JSON.stringify(output);
}

import { createToolRegistry, defineTool, type InputSchema, type OutputSchema, type Tool } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play } from './script.ts';

export const subject: TortureSubject = {
  name: 'Toolcrib',
  run: (scenario) =>
    play(scenario, async (script) => {
      const runtime = createRuntime({ resolver: createToolRegistry(scenario.tools.map(toTool)) });

      const tools = await runtime.visible();
      const { name, args } = script.offer(tools.map((tool) => tool.name));
      const record = await runtime.call({ tool: name, args: JSON.stringify(args) });
      const { isError, parts } = runtime.renderForModel(record);
      const texts = parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
      script.tell(isError, texts.join('\n'));
    }),
};

function toTool({ name, description, inputSchema, outputSchema, handler }: TortureTool): Tool {
  // Raw JSON Schemas, which a tool takes as they are; the suite knows no closer type for them.
  const schemas = {
    inputSchema: inputSchema as InputSchema,
    ...(outputSchema && { outputSchema: outputSchema as OutputSchema }),
  };
  return defineTool({ name, description, ...schemas, handler: (args: unknown) => handler(args) as string });
}

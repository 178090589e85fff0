import { Client } from '@modelcontextprotocol/client';
import { fromJsonSchema, InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play } from './script.ts';

type JsonSchema = Parameters<typeof fromJsonSchema>[0];

/** There is no model here: what the client's host gets is what it would pass on. */
export const subject: TortureSubject = {
  name: 'MCP',
  run: (scenario) =>
    play(scenario, async (script) => {
      const server = new McpServer({ name: 'torture', version: '1.0.0' });
      for (const each of scenario.tools) register(server, each);
      const client = new Client({ name: 'host', version: '1.0.0' });
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(serverSide), client.connect(clientSide)]);

      const { tools } = await client.listTools();
      const { name, args } = script.offer(tools.map((each) => each.name));
      try {
        const { isError, content, structuredContent } = await client.callTool({
          name,
          arguments: { ...args },
        });
        const texts = content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
        if (structuredContent !== undefined) texts.push(JSON.stringify(structuredContent));
        script.tell(isError === true, texts.join('\n'));
      } catch (error) {
        // The answer is an error of the protocol, or the client gave up: the host knows either.
        script.tell(true, String(error));
      }
    }),
};

function register(
  server: McpServer,
  { name, description, inputSchema, outputSchema, handler }: TortureTool,
): void {
  const input = fromJsonSchema(inputSchema as JsonSchema);
  if (outputSchema === undefined) {
    server.registerTool(name, { description, inputSchema: input }, async (args) =>
      toResult(await handler(args)),
    );
    return;
  }
  const output = fromJsonSchema(outputSchema as JsonSchema);
  server.registerTool(name, { description, inputSchema: input, outputSchema: output }, async (args) => {
    const value = await handler(args);
    return { ...toResult(value), structuredContent: value as Record<string, unknown> };
  });
}

/** A result is made of content; that a value becomes text is up to the author of a tool. */
function toResult(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { content: [{ type: 'text' as const, text }] };
}

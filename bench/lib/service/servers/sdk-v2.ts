// The official SDK, version 2, with a server for each request, as its handler wants it.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createZodDefinitions } from '../../definitions.ts';
import { listenAndTell } from './listen-and-tell.ts';

const definitions = createZodDefinitions(Number(process.env.BENCH_TOOLS));

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const { name, description, zod, handler: run } of definitions) {
    server.registerTool(name, { description, inputSchema: zod }, async (args) => ({
      content: [{ type: 'text', text: await run(args) }],
    }));
  }
  return server;
});

const answer = toNodeHandler(handler);
// The message of a server always has a method, which its type does not know.
type NodeRequest = Parameters<typeof answer>[0];
listenAndTell((request, response) => void answer(request as NodeRequest, response));

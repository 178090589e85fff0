// The official SDK, version 1. At /session one server lives on; elsewhere each request has a server of its own.
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createZodDefinitions } from '../../definitions.ts';
import { listenAndTell } from './listen-and-tell.ts';

const definitions = createZodDefinitions(Number(process.env.BENCH_TOOLS));

function createMcpServer(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const { name, description, zod, handler } of definitions) {
    server.registerTool(name, { description, inputSchema: zod }, async (args) => ({
      content: [{ type: 'text', text: await handler(args) }],
    }));
  }
  return server;
}

const session = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
// Its optional fields are written in another way than the interface's.
await createMcpServer().connect(session as Transport);

listenAndTell(async (request, response) => {
  if (request.url === '/session') {
    await session.handleRequest(request, response);
    return;
  }
  const server = createMcpServer();
  const transport = new StreamableHTTPServerTransport();
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
});

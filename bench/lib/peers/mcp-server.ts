import { fromJsonSchema, InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { firstOf, type Peer, type PeerTools } from './peer.ts';

type JsonSchema = Parameters<typeof fromJsonSchema>[0];
type Message = Parameters<InMemoryTransport['send']>[0];

/** The server lives on between turns; each turn asks it for `tools/list`, without a socket in between. */
export const mcpServer: Peer = {
  fromZod: (definitions) => {
    const server = createServer();
    for (const { name, description, zod, handler } of definitions) {
      server.registerTool(name, { description, inputSchema: zod }, async (args) =>
        toResult(await handler(args)),
      );
    }
    return connect(server, firstOf(definitions).name);
  },
  fromJson: (definitions) => {
    const server = createServer();
    for (const { name, description, json, handler } of definitions) {
      const inputSchema = fromJsonSchema(json as JsonSchema);
      server.registerTool(name, { description, inputSchema }, async (args) => toResult(await handler(args)));
    }
    return connect(server, firstOf(definitions).name);
  },
};

function createServer(): McpServer {
  return new McpServer({ name: 'bench', version: '1.0.0' });
}

function toResult(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}

async function connect(server: McpServer, firstName: string): Promise<PeerTools> {
  const [client, serverSide] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (message: Message) => void>();
  client.onmessage = (message) => {
    if (!('id' in message)) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
  await client.start();
  await server.connect(serverSide);

  let lastId = 0;
  const ask = (method: string, params: Record<string, unknown>): Promise<Message> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      client.send({ jsonrpc: '2.0', id: lastId, method, params }).catch(reject);
    });
  const clientInfo = { name: 'bench', version: '1.0.0' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    list: () => ask('tools/list', {}),
    call: (args) => ask('tools/call', { name: firstName, arguments: args }),
  };
}

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { listenForMcp } from './mcp-http.ts';
import { actorWith, type McpWorld } from './mcp-world.ts';

const info = { name: 'test-client', version: '1.0.0' };

/** What the official clients have in common. */
interface Connected {
  listTools(): Promise<unknown>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  close(): Promise<void>;
}

const clients: Readonly<Record<string, (url: URL) => Promise<Connected>>> = {
  'SDK v1': async (url) => {
    const client = new FirstClient(info);
    await client.connect(new FirstTransport(url));
    return client;
  },
  'SDK v2, 2025-11-25': async (url) => {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  },
  'SDK v2, 2026-07-28': async (url) => {
    const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  },
};

/** The official clients, each with the revisions that it speaks. */
export const sdkClients: readonly string[] = Object.keys(clients);

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
}
export interface Result {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
export interface ReadPart {
  readonly uri: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A client that has listed the tools, so that it checks results. */
export async function connectChecking(name: string, world: McpWorld) {
  const server = await listenForMcp(world, { actor: actorWith(['caller']) });
  const client = await clients[name]?.(server.url);
  if (client === undefined) throw new Error('There is no such client.');
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  await client.listTools();
  const call = async (tool: string, args: Record<string, unknown>) =>
    (await client.callTool({ name: tool, arguments: args })) as Result;
  const read = async (uri: string) => {
    const { contents } = (await client.readResource({ uri })) as { contents: readonly ReadPart[] };
    return contents;
  };
  return { call, read };
}

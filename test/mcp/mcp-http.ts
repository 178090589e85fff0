import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Actor } from '../../packages/server/src/auth/actor.ts';
import type { McpExchange } from '../../packages/server/src/mcp/mcp-endpoint.ts';
import { listen } from '../../packages/server/src/node/listen.ts';
import type { McpWorld } from './mcp-world.ts';

interface ListenOptions {
  readonly actor: Actor;
  readonly isSearchMode?: boolean;
  readonly onSubscribed?: McpExchange['onSubscribed'];
}

/** Serves the endpoint of a world on loopback, for one actor. */
export async function listenForMcp(
  { endpoint, view }: Pick<McpWorld, 'endpoint' | 'view'>,
  { actor, isSearchMode = false, onSubscribed }: ListenOptions,
): Promise<{ readonly url: URL; close(): Promise<void> }> {
  const server = await listen({
    port: 0,
    handler: (request) =>
      endpoint.serve({
        ...{
          request,
          actor,
          view,
          requestId: 'request-1',
          signal: request.signal,
          isSearchMode,
          onSubscribed,
        },
      }),
  });
  return {
    url: new URL(`${server.url}/mcp/acme`),
    close: async () => {
      await endpoint.close();
      await server.close(0);
    },
  };
}

/** The official client, connected. */
export async function connectClient(url: URL, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

import { PassThrough } from 'node:stream';
import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { defineTool } from 'toolcrib';
import { systemClock } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { serveMcpStdio } from '../../packages/server/src/mcp/serve-mcp-stdio.ts';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';

const wipe = defineTool({
  name: 'wipe',
  description: 'Deletes a thing.',
  effect: 'destructive',
  inputSchema: { type: 'object' },
  handler: () => 'gone',
});
const fine = defineTool({
  ...wipe,
  inputSchema: { type: 'object' },
  effect: 'read',
  name: 'fine',
  handler: () => 'ok',
});

/** A client's end of two pipes, one message in each line. */
class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  #rest = '';

  async start(): Promise<void> {
    this.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.stdin.end();
    this.onclose?.();
  }
}

async function connect(world: McpWorld, options: ClientOptions) {
  const pipe = new PipeTransport();
  const { stdin, stdout } = pipe;
  const { view, calls, approvals } = world;
  const server = serveMcpStdio({
    view,
    calls,
    approvals,
    actor: actorWith(['admin']),
    clock: systemClock,
    signingKey: 'a signing key that is long enough for everybody',
    version: '1.2.3',
    requestId: 'stdio-1',
    stdin,
    stdout,
  });
  const client = new Client({ name: 'test-client', version: '1.0.0' }, options);
  await client.connect(pipe);
  return { client, server };
}

describe.each([
  { era: '2025-11-25', options: {} },
  { era: '2026-07-28', options: { versionNegotiation: { mode: 'auto' } } as const },
])('the official client over stdio, $era', ({ options }) => {
  it('lists and calls, and the server ends with it', async () => {
    const world = createMcpWorld({ tools: [wipe, fine] });
    const { client, server } = await connect(world, options);

    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'fine', arguments: {} });
    await client.close();

    expect(tools.map(({ name }) => name)).toEqual(['fine', 'wipe', 'call_result', 'query_result']);
    expect(result.content).toEqual([{ type: 'text', text: 'ok' }]);
    await server.closed;
  });

  it('shows gates as forms', async () => {
    const world = createMcpWorld({ tools: [wipe] });
    const { client, server } = await connect(world, {
      ...options,
      capabilities: { elicitation: { form: {} } },
    });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { approve: true } }));

    const result = await client.callTool({ name: 'wipe', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: 'gone' }]);
    await client.close();
    await server.close();
  });

  it('tells when the tools have changed', async () => {
    const world = createMcpWorld({ tools: [fine] });
    const changed = Promise.withResolvers<void>();
    const tools = { debounceMs: 0, autoRefresh: false, onChanged: () => changed.resolve() };
    const { client, server } = await connect(world, { ...options, listChanged: { tools } });

    world.setTools([fine, wipe]);

    await changed.promise;
    await client.close();
    await server.close();
  });
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { defineTool, type Tool } from 'toolcrib';
import { requireScopes } from 'toolcrib/runtime';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../routes/read-events.ts';
import { createServiceWorld, type KeyHolder } from '../routes/service-world.ts';
import { listenForMcp } from './mcp-http.ts';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';

function toolNamed(name: string, requires: readonly string[] = []): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect: 'read',
    requires,
    inputSchema: { type: 'object' },
    handler: () => name,
  });
}

type Names = readonly string[];
type Named = readonly { readonly name: string }[] | null;

interface Connecting {
  readonly url: URL;
  readonly onList: (names: Names) => void;
  readonly onError: (error: unknown) => void;
  readonly fetch: typeof fetch;
}

interface Connected {
  listTools(): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: 'test-client', version: '1.0.0' };

/** The official clients of the revisions before 2026, with what they need to be told of changes. */
const clients: Readonly<Record<string, (options: Connecting) => Promise<Connected>>> = {
  'SDK v1': async ({ url, onList, onError, fetch }) => {
    const onChanged = (_error: unknown, tools: Named) => onList(tools?.map(({ name }) => name) ?? []);
    const client = new FirstClient(info, { listChanged: { tools: { debounceMs: 0, onChanged } } });
    client.onerror = onError;
    await client.connect(new FirstTransport(url, { fetch }));
    return client;
  },
  'SDK v2': async ({ url, onList, onError, fetch }) => {
    const onChanged = (_error: unknown, tools: Named) => onList(tools?.map(({ name }) => name) ?? []);
    const client = new Client(info, { listChanged: { tools: { debounceMs: 0, onChanged } } });
    client.onerror = onError;
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
    return client;
  },
};

/** Resolves with the status of each stream that a client opens. */
function watchStreams() {
  const statuses: number[] = [];
  const waiting: ((status: number) => void)[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== 'GET') return response;
    const resolve = waiting.shift();
    if (resolve === undefined) statuses.push(response.status);
    else resolve(response.status);
    return response;
  };
  const next = async () =>
    statuses.shift() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
  return { fetch: watched, next };
}

describe.each(Object.entries(clients))('a client of 2025-11-25, %s', (_name, connect) => {
  it('is told when its own list has changed', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')], policy: requireScopes });
    const server = await listenForMcp(world, { actor: actorWith(['caller'], { scopes: [] }) });
    const lists: Names[] = [];
    const errors: unknown[] = [];
    const changed = Promise.withResolvers<void>();
    const streams = watchStreams();
    const onList = (names: Names) => {
      lists.push(names);
      changed.resolve();
    };
    const client = await connect({
      url: server.url,
      onList,
      onError: (error) => errors.push(error),
      fetch: streams.fetch,
    });
    expect(await streams.next()).toBe(200);
    const hidden = toolNamed('hidden', ['top:secret']);

    world.setTools([toolNamed('one'), hidden]);
    for (let round = 0; round < 3; round++) await client.listTools();
    world.setTools([toolNamed('one'), hidden, toolNamed('two')]);
    await changed.promise;

    expect(lists).toEqual([['one', 'two', 'call_result', 'query_result']]);
    expect(errors).toEqual([]);
    await client.close();
    await server.close();
  });

  it('is told of what changed while its stream was cut', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')] });
    const actor = actorWith(['caller']);
    const ends: (() => void)[] = [];
    const server = await listenForMcp(world, {
      actor,
      onSubscribed: (end) => {
        ends.push(end);
        return () => undefined;
      },
    });
    const changed = Promise.withResolvers<Names>();
    const streams = watchStreams();
    const client = await connect({
      url: server.url,
      onList: changed.resolve,
      onError: () => undefined,
      fetch: streams.fetch,
    });
    expect(await streams.next()).toBe(200);

    // Nothing listens any more when the tools change.
    ends[0]?.();
    world.setTools([toolNamed('one'), toolNamed('two')]);

    expect(await streams.next()).toBe(200);
    expect(await changed.promise).toEqual(['one', 'two', 'call_result', 'query_result']);
    await client.close();
    await server.close();
  });
});

const accept = { accept: 'text/event-stream' };

function open(world: McpWorld, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = new Request('http://localhost/mcp/acme', { headers: { ...accept, ...headers } });
  return world.endpoint.serve({
    request,
    actor: actorWith(['caller']),
    view: world.view,
    requestId: 'request-1',
    signal: request.signal,
    isSearchMode: false,
  });
}

describe('the stream of GET', () => {
  it('gives clients that know of it an id of the list first, and only a changed list is told at a return', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')] });
    const revision = { 'mcp-protocol-version': '2025-11-25' };

    const first = (await open(world, revision)).body?.getReader();
    const read = async () => new TextDecoder().decode((await first?.read())?.value);
    expect(await read()).toBe(': connected\n\n');
    const [, id = ''] = /^id: (\S+)\ndata: \n\n$/.exec(await read()) ?? [];
    const same = (await open(world, { ...revision, 'last-event-id': id })).body;
    world.setTools([toolNamed('one'), toolNamed('two')]);
    const changed = await open(world, { ...revision, 'last-event-id': id });

    expect(id).not.toBe('');
    const told = (await readEvents(changed).next()).value;
    expect(told).toMatchObject({
      event: 'message',
      data: { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    });
    expect(told?.id).not.toBe(id);
    await same?.cancel();
    await first?.cancel();
    await world.endpoint.close();
  });

  it('is not for other requests', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')] });

    for (const headers of [
      { accept: 'text/html' },
      { accept: '*/*' },
      { 'mcp-protocol-version': '2026-07-28' },
      { 'mcp-protocol-version': '1999-01-01' },
    ]) {
      const refused = await open(world, headers);
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
      const { error } = (await refused.json()) as { error: { message: string } };
      expect(error.message).toMatch(/Accept: text\/event-stream .* 2025-11-25, .*POST subscriptions\/listen/);
    }
  });

  it('ends with the endpoint, which opens no more then', async () => {
    const world = createMcpWorld({ tools: [toolNamed('one')] });
    const stream = (await open(world)).text();

    await world.endpoint.close();

    expect(await stream).toBe(': connected\n\n');
    await expect(open(world)).rejects.toMatchObject({ code: 'E_RUNTIME_CLOSED' });
  });
});

describe('the stream of GET in a service', () => {
  const follow = (holder: KeyHolder) => holder.send('GET', '/mcp/default', { headers: accept });

  it('ends when its key is revoked, and is counted until then', async () => {
    const clock = createFakeClock();
    const { keyFor, service } = await createServiceWorld({ tools: [toolNamed('one')], clock });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];
    const openStreams = async () =>
      /^toolcrib_open_streams (\d+)$/m.exec((await service.metrics.render()).text)?.[1];

    const response = await follow(ada);
    expect(response.status).toBe(200);
    const ended = response.text();
    expect(await openStreams()).toBe('1');
    expect((await boss.send('DELETE', `/v1/tenants/default/keys/${ada.id}`)).status).toBeLessThan(300);
    for (let second = 0; second < 3; second++) await clock.advance(1_000);

    await ended;
    expect(await openStreams()).toBe('0');
  });

  it('is one of the subscriptions that a key may have', async () => {
    const { keyFor } = await createServiceWorld({
      tools: [toolNamed('one')],
      maxPerKey: { subscriptions: 1 },
    });
    const ada = await keyFor('caller');

    const first = await follow(ada);
    expect((await follow(ada)).status).toBe(429);
    await first.body?.cancel();
    const again = await follow(ada);

    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

import { connect } from 'node:net';
import { Tool } from 'toolcrib';
import type { SearchableLedger } from 'toolcrib/runtime';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../packages/server/src/node/listen.ts';
import { silentLog } from '../../../packages/server/src/operations/silent-log.ts';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import { createCheckPool } from '../../../packages/server/src/workers/create-check-pool.ts';
import { type Answer, asDurable, openTestService, type TestService, toRequest } from '../open-service.ts';
import { hardSchema, specOf } from '../stalls/stall-attacks.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const calls = '/v1/tenants/default/calls';

/** A tool that runs until the test lets it end, and how many of its calls run. */
function createSlow(options: { readonly maxConcurrent?: number } = {}) {
  const end = Promise.withResolvers<void>();
  const state = { running: 0 };
  const tool = new Tool({
    name: 'slow',
    description: 'Takes its time.',
    inputSchema: { type: 'object', properties: { quick: { type: 'boolean' } } },
    effect: 'read',
    ...options,
    handler: async ({ quick }: { readonly quick?: boolean }) => {
      state.running += 1;
      if (quick !== true) await end.promise;
      state.running -= 1;
      return 'done';
    },
  });
  return { tool, state, end: () => end.resolve() };
}

const wipe = new Tool({
  name: 'wipe',
  description: 'Deletes everything.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  effect: 'destructive',
  handler: () => 'wiped',
});

function callOf(tool: string, args: object = {}) {
  return { tool, arguments: args };
}

describe('one key that wants everything', () => {
  it('leaves places of a tool to others, though its calls never end', async () => {
    const { tool, state, end } = createSlow();
    const service = await openTestService({ tools: [tool] });
    const [hog, other] = [await service.makeKey({}), await service.makeKey({})];
    const answers = Array.from({ length: 300 }, () =>
      service.ask('POST', calls, { key: hog.key, body: callOf('slow') }),
    );
    const refused: Answer[] = [];
    // Which of them come first is not said.
    await new Promise<void>((resolve) => {
      const take = (answer: Answer) => answer.status === 429 && refused.push(answer) === 100 && resolve();
      for (const answer of answers) void answer.then(take);
    });

    const quick = await service.ask('POST', calls, {
      key: other.key,
      body: callOf('slow', { quick: true }),
    });

    expect(quick.body).toMatchObject({ state: 'ok' });
    expect(refused[0]?.body).toMatchObject({
      code: 'E_CONCURRENCY_LIMITED',
      detail: expect.stringContaining('The limit of 200 calls that have not ended'),
    });
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    // Three quarters of the 256 places.
    expect(state.running).toBe(192);
    end();
    const ended = (await Promise.all(answers)).filter(({ status }) => status === 200);
    expect(ended).toHaveLength(200);
    expect(ended.every(({ body }) => body.state === 'ok')).toBe(true);
    const metrics = await service.ask('GET', '/metrics');
    expect(metrics.text).toContain('toolcrib_concurrency_limited_total{kind="calls"} 100');
  });

  it('leaves places also of a tool that has few, and takes turns for those that are freed', async () => {
    const { tool, end } = createSlow({ maxConcurrent: 4 });
    const service = await openTestService({ tools: [tool] });
    const [hog, other] = [await service.makeKey({}), await service.makeKey({})];
    const answers = Array.from({ length: 50 }, () =>
      service.ask('POST', calls, { key: hog.key, body: callOf('slow') }),
    );

    for (let index = 0; index < 5; index++) {
      const quick = await service.ask('POST', calls, {
        key: other.key,
        body: callOf('slow', { quick: true }),
      });
      expect(quick.body).toMatchObject({ state: 'ok' });
    }

    end();
    await Promise.all(answers);
  });

  it('has so many gates open, and keeps nobody else from being asked about', async () => {
    const service = await openTestService({ tools: [wipe], maxPerKey: { calls: 1_000 } });
    const [hog, other] = [await service.makeKey({}), await service.makeKey({})];
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => service.ask('POST', calls, { key: hog.key, body: callOf('wipe') })),
    );

    const asked = await service.ask('POST', calls, { key: other.key, body: callOf('wipe') });

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'E_CONCURRENCY_LIMITED',
      detail: expect.stringContaining('limit of open gates'),
    });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect([asked.status, asked.body.state]).toEqual([202, 'waiting']);
    const open = await service.ask('GET', '/v1/tenants/default/gates?limit=500');
    expect(open.body.items).toHaveLength(101);
  });

  it.each(['events', 'subscriptions'] as const)(
    'has so many %s open, and others have theirs',
    async (kind) => {
      const service = await openTestService({ maxPerKey: { streams: 5, subscriptions: 5 } });
      const [hog, other] = [await service.makeKey({}), await service.makeKey({})];
      const gone = new AbortController();
      onTestFinished(() => gone.abort());
      const open = (key: string) => service.fetch(toStreamRequest(kind, key, gone.signal));
      const streams = await Promise.all(Array.from({ length: 50 }, () => open(hog.key)));

      const statuses = streams.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(45);
      const theirs = await open(other.key);
      expect(theirs.status).toBe(200);

      await streams.find(({ status }) => status === 200)?.body?.cancel();
      expect((await open(hog.key)).status).toBe(200);
      expect((await open(hog.key)).status).toBe(429);
    },
  );

  it('has so many requests waiting for a call, over HTTP and MCP', async () => {
    const service = await openTestService({ tools: [wipe], maxPerKey: { longPolls: 3 } });
    const { key } = await service.makeKey({});
    const { body } = await service.ask('POST', calls, { key, body: callOf('wipe') });
    const gone = new AbortController();
    const poll = () => service.ask('GET', `${calls}/${body.id}?waitMs=30000`, { key, signal: gone.signal });
    const polls = [poll(), poll(), poll()];

    expect(await poll()).toMatchObject({ status: 429, body: { code: 'E_CONCURRENCY_LIMITED' } });
    for (const revision of mcpRevisions) {
      const params = { name: 'call_result', arguments: { callId: body.id, waitMs: 20_000 } };
      const answer = await askMcp(service, { key, revision, method: 'tools/call', params });
      expect(answer.last.result).toMatchObject({ isError: true });
      expect(answer.text).toContain('The limit of 3 requests that wait for a call');
    }
    expect((await service.ask('GET', `${calls}/${body.id}`, { key })).status).toBe(200);
    gone.abort();
    await Promise.all(polls);
    expect((await service.ask('GET', `${calls}/${body.id}?waitMs=1`, { key })).status).toBe(200);
  });

  it('has so many requests under way, and others have theirs', async () => {
    const service = await openTestService({ tools: [wipe], maxPerKey: { requests: 3 } });
    const [hog, other] = [await service.makeKey({}), await service.makeKey({})];
    const { body } = await service.ask('POST', calls, { key: hog.key, body: callOf('wipe') });
    const gone = new AbortController();
    const { signal } = gone;
    const polls = [1, 2, 3].map(() =>
      service.ask('GET', `${calls}/${body.id}?waitMs=30000`, { key: hog.key, signal }),
    );

    const refused = await service.ask('GET', calls, { key: hog.key });

    expect(refused).toMatchObject({ status: 429, body: { code: 'E_CONCURRENCY_LIMITED' } });
    expect((await service.ask('GET', calls, { key: other.key })).status).toBe(200);
    gone.abort();
    await Promise.all(polls);
    expect((await service.ask('GET', calls, { key: hog.key })).status).toBe(200);
  });

  it('has one of the threads that check definitions, and others publish', async () => {
    const pool = createCheckPool({ log: silentLog });
    onTestFinished(() => pool.close());
    const service = await openTestService({ checksFor: (tenant) => pool.of(tenant) });
    await service.makeTenant('other');
    const hog = await service.makeKey({ roles: ['viewer'] });
    const publisher = await service.makeKey([
      { roles: ['publisher'] },
      { tenant: 'other', roles: ['publisher'] },
    ]);
    const publish = (specs: readonly object[], tenant = 'default') =>
      service.ask('POST', `/v1/tenants/${tenant}/catalog/tools`, { key: publisher.key, body: { specs } });
    const names = Array.from({ length: 8 }, (_, index) => `hard_${index}`);
    const toolset = (version: string) => ({ tools: names.map((tool) => ({ tool, version })) });
    for (const [index, version] of ['1.0.0', '2.0.0'].entries()) {
      await publish(names.map((name) => specOf(name, version, hardSchema(index))));
    }
    const path = '/v1/tenants/default/toolsets/hard';
    await service.ask('PUT', path, { key: publisher.key, body: toolset('1.0.0') });
    const flood = Array.from({ length: 24 }, () =>
      service.ask('POST', `${path}/plan`, { key: hog.key, body: toolset('2.0.0') }),
    );
    const planned: number[] = [];
    for (const answer of flood) void answer.then(({ status }) => status === 200 && planned.push(status));

    const published = [
      await publish([specOf('mine', '1.0.0', hardSchema(0))]),
      await publish([specOf('theirs', '1.0.0', hardSchema(0))], 'other'),
    ];

    expect(published.map(({ status }) => status)).toEqual([201, 201]);
    // They did not have to wait for the plans.
    expect(planned.length).toBeLessThan(5);
    const answers = await Promise.all(flood);
    expect(planned).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body).toMatchObject({ code: 'E_CONCURRENCY_LIMITED' });
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  }, 60_000);

  it('is told over MCP, and once in the audit log, what it has too much of', async () => {
    const { tool, end } = createSlow();
    const service = await openTestService({ tools: [tool], maxPerKey: { calls: 2 } });
    const { key, id } = await service.makeKey({});
    const running = [1, 2].map(() => service.ask('POST', calls, { key, body: callOf('slow') }));

    const at: typeof service.ask = (method, path, how) =>
      service.ask(method, path, { ...how, remoteAddress: '192.0.2.1' });
    for (const revision of mcpRevisions) {
      const answer = await askMcp(
        { ask: at },
        { key, revision, method: 'tools/call', params: { name: 'slow' } },
      );
      expect(answer.text).toContain('The limit of 2 calls that have not ended of one key is reached.');
    }

    end();
    await Promise.all(running);
    const log = await service.ask('GET', '/v1/tenants/default/audit');
    const denied = log.body.items.filter(({ code }: { code?: string }) => code === 'E_CONCURRENCY_LIMITED');
    expect(denied).toMatchObject([
      { action: 'request-denied', actor: `key:${id}`, route: 'sendMcp', remoteAddress: '192.0.2.1' },
    ]);
  });

  it('has a batch of MCP counted as the messages that it is', async () => {
    const service = await openTestService();
    const { key } = await service.makeKey({}, { limits: { requestsPerMinute: 60 } });
    const send = (count: number) => {
      const list = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
      const body = JSON.stringify(list);
      return askMcp(service, { key, revision: '2025-11-25', method: '', body });
    };

    expect((await send(50)).status).toBe(200);
    expect(await send(20)).toMatchObject({ status: 429, body: { code: 'E_RATE_LIMITED' } });
    expect((await send(8)).status).toBe(200);
    expect((await send(2)).status).toBe(429);
    const other = await service.makeKey({}, { limits: { requestsPerMinute: 10 } });
    const tooMany = await askMcp(service, {
      ...{ key: other.key, revision: '2025-11-25', method: '' },
      body: JSON.stringify(Array.from({ length: 12 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
    });
    expect(tooMany.body.detail).toContain('Send fewer together.');
  });
});

describe('a list of large things', () => {
  it('comes in pages of a mebibyte, with nothing missing', async () => {
    const long = new Tool({
      name: 'long',
      description: 'Says much.',
      inputSchema: { type: 'object', properties: {} },
      effect: 'read',
      handler: () => 'x'.repeat(30_000),
    });
    const service = await openTestService({ tools: [long, wipe] });
    const { key } = await service.makeKey({ roles: ['caller', 'approver'] });
    for (let index = 0; index < 80; index++) await service.ask('POST', calls, { key, body: callOf('long') });
    for (let index = 0; index < 30; index++) {
      await service.ask('POST', calls, { key, body: callOf('wipe', { text: 'y'.repeat(60_000) }) });
    }

    for (const [path, total] of [
      [calls, 110],
      ['/v1/tenants/default/gates', 30],
    ] as const) {
      const ids = new Set<string>();
      let after = '';
      let pages = 0;
      do {
        const { text, body } = await service.ask('GET', `${path}?limit=500${after}`, { key });
        expect(Buffer.byteLength(text)).toBeLessThan(1_100_000);
        for (const { id } of body.items) ids.add(id);
        after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
        pages += 1;
      } while (after !== '');

      expect(ids.size).toBe(total);
      expect(pages).toBeGreaterThan(1);
    }
  });
});

describe('gates of calls with large arguments', () => {
  it('cost little to wait at and to list, whatever their calls were given', async () => {
    const clock = createFakeClock();
    const database = await openServiceDatabase({ dataFolder: ':memory:' }, { clock });
    onTestFinished(() => database.close());
    const reads = { bytes: 0 };
    const service = await openTestService({
      ...{ clock, tools: [wipe] },
      database: { ...database, ledger: countReads(asDurable(database.ledger), reads) },
    });
    const { key } = await service.makeKey({ roles: ['caller'] });
    const approver = await service.makeKey({ roles: ['approver', 'viewer'] });
    for (let index = 0; index < 30; index++) {
      const body = { ...callOf('wipe', { text: 'z'.repeat(490_000) }), mode: 'async' };
      expect((await service.ask('POST', calls, { key, body })).status).toBe(202);
    }
    const read = async (path?: string) => {
      reads.bytes = 0;
      if (path === undefined) await clock.advance(20_000);
      else await service.ask('GET', path, { key: approver.key });
      return reads.bytes;
    };

    // The last call is looked at once more, when its gate is open.
    await read();

    // Twenty looks for decisions of other processes, and one for calls of processes that died.
    expect(await read()).toBe(0);
    expect(await read('/v1/tenants/default/gates?limit=1')).toBeLessThan(2.1e6);
    expect(await read('/v1/tenants/default/gates?limit=500')).toBeLessThan(3.1e6);
    expect(await read(`${calls}?state=open&limit=500`)).toBeLessThan(5.5e6);
    const ids = new Set<string>();
    let after = '';
    do {
      const { body } = await service.ask('GET', `${calls}?state=open&limit=500${after}`, {
        key: approver.key,
      });
      for (const { id } of body.items) ids.add(id);
      after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
    } while (after !== '');
    expect(ids.size).toBe(30);
  });
});

describe('whoever is refused again and again', () => {
  it('fills no queue: other keys work all the time, and the log tells how often it was', async () => {
    const service = await openTestService();
    const listener = await listen({ handler: service.fetch, port: 0 });
    onTestFinished(() => listener.close(0));
    const [viewer, admin] = [
      await service.makeKey({ roles: ['viewer'] }),
      await service.makeKey({ roles: ['admin'] }),
    ];
    const request = [
      'GET /v1/tenants/default/keys HTTP/1.1',
      `Host: localhost:${listener.port}`,
      `Authorization: Bearer ${viewer.key}`,
      '\r\n',
    ].join('\r\n');
    const flood = request.repeat(4_000);
    const sockets = [1, 2, 3].map(() => connect(listener.port, '127.0.0.1').on('error', () => undefined));
    const hangUp = () => {
      for (const socket of sockets) socket.destroy();
    };
    onTestFinished(hangUp);
    let refused = 0;
    for (const socket of sockets) {
      socket.on('data', (chunk) => {
        refused += chunk.toString('latin1').split('HTTP/1.1 4').length - 1;
      });
      socket.write(flood);
    }

    const statuses = new Set<number>();
    let waiting = 0;
    while (refused < 10_000) {
      const made = await service.ask('POST', '/v1/tenants/default/keys', {
        key: admin.key,
        body: { name: 'another', grants: [{ roles: ['viewer'], scopes: [] }] },
      });
      statuses.add(made.status);
      waiting = Math.max(waiting, service.service.audit.waiting);
    }

    expect([...statuses]).toEqual([201]);
    expect(waiting).toBeLessThan(10);
    hangUp();
    const entries = await deniedOf(service);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor: `key:${viewer.id}`,
      code: 'E_FORBIDDEN',
      route: 'listTenantKeys',
    });
  });

  it('without a key that is valid leaves nothing in any log', async () => {
    const service = await openTestService();
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        service.ask('GET', '/v1/tenants/default/tools', { key: `tck_${index}_invalid`, as: null }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(service.service.audit.waiting).toBe(0);
    expect(await deniedOf(service)).toEqual([]);
  });
});

/** A ledger that counts the bytes of the entries that were read. */
function countReads(ledger: SearchableLedger, reads: { bytes: number }): SearchableLedger {
  return {
    ...ledger,
    find: async (query) => {
      const found = await ledger.find(query);
      reads.bytes += JSON.stringify(found).length;
      return found;
    },
    search: async (search) => {
      const found = await ledger.search(search);
      reads.bytes += JSON.stringify(found).length;
      return found;
    },
    get: async (id) => {
      const entry = await ledger.get(id);
      reads.bytes += JSON.stringify(entry ?? null).length;
      return entry;
    },
  };
}

async function deniedOf(service: TestService): Promise<readonly { readonly action: string }[]> {
  const logs = await Promise.all(
    ['/v1/tenants/default/audit', '/v1/audit'].map((path) => service.ask('GET', `${path}?limit=500`)),
  );
  const entries: { readonly action: string }[] = logs.flatMap(({ body }) => body.items);
  return entries.filter(({ action }) => action === 'request-denied');
}

function toStreamRequest(kind: 'events' | 'subscriptions', key: string, signal: AbortSignal): Request {
  if (kind === 'events') {
    const headers = { accept: 'text/event-stream' };
    return toRequest('GET', '/v1/tenants/default/events', { key, headers, signal });
  }
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { toolsListChanged: true }, _meta: meta };
  return toRequest('POST', '/mcp/default', {
    key,
    signal,
    body: { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'subscriptions/listen',
    },
  });
}

import { defineTool, ToolError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { createServiceWorld, type KeyHolder } from '../../../../test/routes/service-world.ts';

const tenant = '/v1/tenants/default';
const calls = `${tenant}/calls`;
const minute = 60_000;

function toolOf(name: string) {
  return defineTool({
    name,
    description: 'Says hello, or fails.',
    effect: 'read',
    inputSchema: { type: 'object', properties: { fail: { type: 'boolean' } } },
    handler: ({ fail }: { fail?: boolean }) => {
      if (fail) throw new ToolError('It cannot be done.');
      return 'hello';
    },
  });
}

/** Two callers who make calls of two tools, a minute apart; each third fails. */
async function createWorld(count = 24) {
  const clock = createFakeClock();
  const world = await createServiceWorld({ tools: [toolOf('echo'), toolOf('ping')], clock });
  const [ada, bob] = [await world.keyFor('caller'), await world.keyFor('caller')];
  const [viewer, boss] = [await world.keyFor('viewer'), await world.keyFor('admin')];
  const start = clock.now();
  const at = (index: number) => new Date(start + index * minute).toISOString();
  for (let index = 0; index < count; index++) {
    const holder = index % 4 === 0 ? bob : ada;
    const tool = index % 2 === 0 ? 'echo' : 'ping';
    await holder.ask('POST', calls, { body: { tool, arguments: { fail: index % 3 === 0 } } });
    await clock.advance(minute);
  }
  return { ...world, ada, bob, viewer, boss, at };
}

function toPath(list: string, query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${tenant}/${list}?${search}`;
}

/** All items of a list, page by page. */
async function listAll(holder: KeyHolder, list: string, query: Readonly<Record<string, string | number>>) {
  // biome-ignore lint/suspicious/noExplicitAny: items of several lists are looked into.
  const items: any[] = [];
  let after: Readonly<Record<string, string>> = {};
  for (;;) {
    const { status, body } = await holder.ask('GET', toPath(list, { ...query, ...after }));
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    const next = body.hasMore === undefined ? body.nextCursor : body.hasMore ? body.cursor : null;
    if (next === null) return items;
    after = { after: next };
  }
}

describe('calls', () => {
  it('are filtered by tool, caller, status and time, alone and together, in pages', async () => {
    const { viewer, bob, at } = await createWorld();
    const caller = `key:${bob.id}`;
    const find = async (query: Readonly<Record<string, string>>) =>
      (await listAll(viewer, 'calls', { limit: 2, ...query }))
        .map(({ acceptedAt }) => acceptedAt)
        .toReversed();
    const wanted = (isWanted: (index: number) => boolean) =>
      Array.from({ length: 24 }, (_, index) => index)
        .filter(isWanted)
        .map(at);

    expect(await find({ tool: 'ping' })).toEqual(wanted((index) => index % 2 === 1));
    expect(await find({ caller })).toEqual(wanted((index) => index % 4 === 0));
    expect(await find({ status: 'failed' })).toEqual(wanted((index) => index % 3 === 0));
    expect(await find({ since: at(5), until: at(9) })).toEqual(wanted((index) => index >= 5 && index < 9));
    expect(await find({ tool: 'echo', caller, status: 'ok', since: at(1) })).toEqual(
      wanted((index) => index % 4 === 0 && index % 3 !== 0 && index >= 1),
    );
    expect(await find({ tool: 'ping', caller })).toEqual([]);
    expect(await find({ state: 'open' })).toEqual([]);
    expect(await find({ state: 'open', status: 'ok' })).toEqual([]);
  });

  it('of others and of unseen tools are not found by a filter', async () => {
    const { keyFor, ada, bob, boss } = await createWorld();
    await boss.ask('PUT', `${tenant}/toolsets/pings`, { body: { tools: [{ tool: 'ping' }] } });
    const limited = await keyFor([
      { tenant: 'default', roles: ['viewer'], scopes: ['*'], toolsets: ['pings'] },
    ]);
    const list = async (holder: KeyHolder, query: Readonly<Record<string, string>>) =>
      (await holder.ask('GET', toPath('calls', query))).body;
    const nothing = { items: [], nextCursor: null };

    expect(await list(bob, { caller: `key:${ada.id}` })).toEqual(nothing);
    expect(await list(bob, { tool: 'ping' })).toEqual(nothing);
    expect((await list(bob, { tool: 'echo', status: 'failed' })).items).toHaveLength(2);
    expect((await list(limited, { tool: 'ping', status: 'failed' })).items).toHaveLength(4);
    expect(await list(limited, { tool: 'echo' })).toEqual(nothing);
    expect(await list(limited, { tool: 'nothing' })).toEqual(nothing);
  });

  it('have cursors that name no call which a limited key may not see', async () => {
    const large = defineTool({
      name: 'large',
      description: 'Gives much.',
      effect: 'read',
      inputSchema: { type: 'object' },
      handler: () => 'x'.repeat(30_000),
    });
    const { keyFor } = await createServiceWorld({ tools: [toolOf('ping'), large] });
    const boss = await keyFor('admin');
    await boss.ask('PUT', `${tenant}/toolsets/pings`, { body: { tools: [{ tool: 'ping' }] } });
    const limited = await keyFor([
      { tenant: 'default', roles: ['viewer'], scopes: ['*'], toolsets: ['pings'] },
    ]);
    const call = async (tool: string) => (await boss.ask('POST', calls, { body: { tool } })).body.id;
    const first = await call('ping');
    for (let count = 0; count < 150; count++) await call('large');
    const last = await call('ping');

    const { body } = await limited.ask('GET', toPath('calls', {}));
    const next = await limited.ask('GET', toPath('calls', { after: body.nextCursor }));

    expect(JSON.parse(atob(body.nextCursor))).toEqual([last]);
    expect(next.body).toMatchObject({ items: [{ id: first }], nextCursor: null });
  });

  it('have cursors that count for their filters only', async () => {
    const { viewer } = await createWorld(9);
    const { body } = await viewer.ask('GET', toPath('calls', { tool: 'echo', limit: 2 }));
    const after = body.nextCursor;

    for (const other of [{ tool: 'ping' }, {}, { tool: 'echo', status: 'ok' }]) {
      expect(await viewer.ask('GET', toPath('calls', { ...other, after }))).toMatchObject({
        status: 400,
        body: { code: 'E_INVALID_REQUEST', detail: expect.stringContaining('other filters') },
      });
    }
    const plain = (await viewer.ask('GET', toPath('calls', { limit: 2 }))).body.nextCursor;
    expect(await viewer.ask('GET', toPath('calls', { tool: 'echo', after: plain }))).toMatchObject({
      status: 400,
    });
  });

  it('refuse filters that there cannot be, and name them', async () => {
    const { boss, at } = await createWorld(1);
    const wrong: readonly [string, Readonly<Record<string, string>>, string][] = [
      ['calls', { status: 'broken' }, 'status'],
      ['calls', { since: 'yesterday' }, 'since'],
      ['calls', { since: at(2), until: at(1) }, 'until'],
      ['calls', { toolname: 'echo' }, ''],
      ['audit', { status: 'waiting' }, 'status'],
      ['events', { status: 'running' }, 'status'],
      ['events', { since: at(2), until: at(2) }, 'until'],
    ];

    for (const [list, query, field] of wrong) {
      const { status, body } = await boss.ask('GET', toPath(list, query));
      expect([status, body.code]).toEqual([400, 'E_INVALID_REQUEST']);
      if (field !== '') expect(body.issues).toMatchObject([{ path: [field] }]);
    }
  });
});

describe('the audit log', () => {
  it('is filtered in the same way, the oldest first, and from its end', async () => {
    const { boss, bob, at } = await createWorld();
    const caller = `key:${bob.id}`;
    await boss.ask('POST', `${tenant}/catalog/tools/echo/disable`, { body: {} });
    const find = async (query: Readonly<Record<string, string | number>>) =>
      (await listAll(boss, 'audit', { limit: 3, ...query })).map((entry) => entry.route ?? entry.at);

    expect(await find({ tool: 'echo', caller })).toEqual([0, 4, 8, 12, 16, 20].map(at));
    expect(await find({ tool: 'echo', status: 'failed' })).toEqual([0, 6, 12, 18].map(at));
    expect(await find({ tool: 'echo', since: at(22) })).toEqual([at(22), 'disableTool']);
    expect(await find({ tool: 'ping', since: at(3), until: at(8) })).toEqual([3, 5, 7].map(at));
    expect(await find({ caller: 'nobody' })).toEqual([]);
    const last = await boss.ask('GET', toPath('audit', { tool: 'ping', last: 2 }));
    expect(last.body.items.map((entry: { at: string }) => entry.at)).toEqual([21, 23].map(at));
    const before = await boss.ask(
      'GET',
      toPath('audit', { tool: 'ping', last: 2, after: last.body.nextCursor }),
    );
    expect(before.body.items.map((entry: { at: string }) => entry.at)).toEqual([17, 19].map(at));
  });
});

describe('events', () => {
  it('are filtered in the same way, in pages and in streams', async () => {
    const { boss, bob, ada, viewer, at } = await createWorld();
    const caller = `key:${bob.id}`;
    await boss.ask('POST', `${tenant}/catalog/tools/echo/disable`, { body: {} });
    const find = async (holder: KeyHolder, query: Readonly<Record<string, string>>) =>
      (await listAll(holder, 'events', { limit: 3, ...query })).map(({ type, data }) =>
        type === 'tool-call-end' ? data.at : type,
      );

    for (const holder of [boss, viewer]) {
      expect(await find(holder, { tool: 'echo', caller })).toEqual([0, 4, 8, 12, 16, 20].map(at));
      expect(await find(holder, { status: 'failed', until: at(9) })).toEqual([0, 3, 6].map(at));
    }
    expect(await find(boss, { tool: 'echo', since: at(22) })).toEqual([
      at(22),
      'tool-disabled',
      'request-done',
    ]);
    expect(await find(bob, { caller: `key:${ada.id}` })).toEqual([]);
    expect(await find(bob, { status: 'failed' })).toEqual([0, 12].map(at));

    const stream = await boss.follow(toPath('events', { tool: 'ping', status: 'failed' }));
    const mark = (await stream.next()).value;
    await ada.ask('POST', calls, { body: { tool: 'ping', arguments: {} } });
    await ada.ask('POST', calls, { body: { tool: 'ping', arguments: { fail: true } } });
    const told = (await stream.next()).value;
    await stream.return();
    expect(told).toMatchObject({ event: 'tool-call-end', data: { subject: 'ping', outcome: 'failed' } });
    expect(mark?.event).toBe('cursor-moved');
    expect(await boss.ask('GET', toPath('events', { tool: 'echo', after: told?.id ?? '' }))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('other filters') },
    });
    expect(await boss.ask('GET', toPath('events', { after: told?.id ?? '' }))).toMatchObject({ status: 400 });
  });
});

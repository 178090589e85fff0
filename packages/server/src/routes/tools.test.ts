import { defineTool, type Tool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { createRouteWorld, type RouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { catalogRoutes } from './catalog.ts';
import { searchRoutes } from './search.ts';
import { switchesRoutes } from './switches.ts';
import { tenantsRoutes } from './tenants.ts';
import { toolsRoutes } from './tools.ts';
import { toolsetsRoutes } from './toolsets.ts';

const routes = [
  ...toolsRoutes,
  ...searchRoutes,
  ...switchesRoutes,
  ...catalogRoutes,
  ...tenantsRoutes,
  ...toolsetsRoutes,
];
const base = '/v1/tenants/team';

const makeTool = (name: string, options: Partial<ConstructorParameters<typeof Tool>[0]> = {}) =>
  defineTool({
    name,
    description: `Does ${name} for somebody.`,
    inputSchema: { type: 'object', properties: {} },
    handler: () => 'done',
    ...options,
  });

/** With a tenant `team` that has them all. */
async function createWorld(tools: readonly Tool[]): Promise<RouteWorld> {
  const world = await createRouteWorld(routes, tools);
  await world.ask('POST', '/v1/tenants', { body: { name: 'team', hostTools: true } });
  return world;
}

const caller = (...scopes: readonly string[]) => somebody('agent', { tenant: 'team', scopes });
const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe('listing tools', () => {
  it('gives what the caller may call, with everything a model needs', async () => {
    const world = await createWorld([
      makeTool('weather', {
        title: 'Weather',
        version: '1.2.0',
        tags: ['travel'],
        effect: 'read',
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
        handler: () => ({}),
      }),
      makeTool('refund', { requires: ['billing'] }),
    ]);

    const { status, body } = await world.ask('GET', `${base}/tools`, { as: caller() });

    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          name: 'weather',
          title: 'Weather',
          description: 'Does weather for somebody.',
          inputSchema: { type: 'object', properties: {} },
          outputSchema: { type: 'object' },
          annotations: { readOnlyHint: true },
          version: '1.2.0',
          tags: ['travel'],
          effect: 'read',
          requires: [],
          digest: expect.stringMatching(/^sha256\/v1:[0-9a-f]{64}$/),
          authorityDigest: expect.stringMatching(/^sha256\/v1:[0-9a-f]{64}$/),
        },
      ],
      nextCursor: null,
    });
  });

  it('says how long approvals of a tool wait, where the tool or the toolset sets a time', async () => {
    const world = await createWorld([makeTool('pay', { gateTimeoutMs: 7_200_000 }), makeTool('look')]);
    const entries = [{ tool: 'look' }, { tool: 'pay' }];
    const body = { gateTimeoutMs: 3_600_000, tools: entries };
    expect((await world.ask('PUT', `${base}/toolsets/quick`, { body })).status).toBe(200);

    const [all, quick] = await Promise.all(
      ['', '?toolset=quick'].map((query) => world.ask('GET', `${base}/tools${query}`, { as: caller() })),
    );

    const times = ({ items }: { items: { name: string; gateTimeoutMs?: number }[] }) =>
      items.map(({ name, gateTimeoutMs }) => [name, gateTimeoutMs]);
    expect(times(all?.body)).toEqual([
      ['look', undefined],
      ['pay', 7_200_000],
    ]);
    expect(times(quick?.body)).toEqual([
      ['look', 3_600_000],
      ['pay', 3_600_000],
    ]);
  });

  it('shows a tool that requires a scope to those who hold it, or all', async () => {
    const world = await createWorld([makeTool('refund', { requires: ['billing'] })]);

    const answers = await Promise.all(
      [caller(), caller('billing'), caller('*')].map((as) => world.ask('GET', `${base}/tools`, { as })),
    );

    expect(answers.map(({ body }) => namesOf(body.items))).toEqual([[], ['refund'], ['refund']]);
  });

  it('gives every tool once, page after page', async () => {
    const all = Array.from({ length: 7 }, (_, index) => `tool_${index}`);
    const world = await createWorld(all.map((name) => makeTool(name)));
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages++) {
      const { body } = await world.ask('GET', `${base}/tools?limit=3${after}`, { as: caller() });
      seen.push(...namesOf(body.items));
      if (body.nextCursor === null) break;
      after = `&after=${body.nextCursor}`;
    }

    expect(seen).toEqual(all);
  });

  it('answers 304 until something changes, a date that comes included', async () => {
    const world = await createWorld([makeTool('old'), makeTool('new')]);
    const sunset = new Date(world.clock.now() + 60_000).toISOString();
    const deprecation = { message: 'Use new.', sunset };
    await world.ask('POST', `${base}/catalog/tools/old/deprecate`, { body: deprecation });
    const first = await world.ask('GET', `${base}/tools`, { as: caller() });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };

    const same = await world.ask('GET', `${base}/tools`, { as: caller(), headers });
    await world.clock.advance(60_000);
    const later = await world.ask('GET', `${base}/tools`, { as: caller(), headers });

    expect([same.status, later.status]).toEqual([304, 200]);
    expect(namesOf(later.body.items)).toEqual(['new']);
  });

  it('shows nothing of a tool that was just switched off', async () => {
    const world = await createWorld([makeTool('weather')]);

    await world.ask('POST', `${base}/catalog/tools/weather/disable`);

    const { body } = await world.ask('GET', `${base}/tools`, { as: caller() });
    expect(body.items).toEqual([]);
  });
});

describe('describing a tool', () => {
  it('answers the same for a tool that is not there and for one that one may not call', async () => {
    const world = await createWorld([makeTool('refund', { requires: ['billing'] })]);

    const [hidden, unknown, shown] = await Promise.all([
      world.ask('GET', `${base}/tools/refund`, { as: caller() }),
      world.ask('GET', `${base}/tools/refunt`, { as: caller() }),
      world.ask('GET', `${base}/tools/refund`, { as: caller('billing') }),
    ]);

    expect(hidden.body).toEqual(JSON.parse(JSON.stringify(unknown.body).replaceAll('refunt', 'refund')));
    expect(hidden.body.code).toBe('E_TOOL_NOT_FOUND');
    expect(shown.body.name).toBe('refund');
  });
});

describe('searching', () => {
  it('finds only what the caller may call, and says why', async () => {
    const world = await createWorld([
      makeTool('refund_payment', { requires: ['billing'] }),
      makeTool('list_payments'),
    ]);
    const path = `${base}/search?q=payment&explain=true`;

    const [without, withScope] = await Promise.all([
      world.ask('GET', path, { as: caller() }),
      world.ask('GET', path, { as: caller('billing') }),
    ]);

    const found = (answer: typeof without) => namesOf(answer.body.hits.map(({ tool }: never) => tool)).sort();
    expect(found(without)).toEqual(['list_payments']);
    expect(found(withScope)).toEqual(['list_payments', 'refund_payment']);
    expect(without.body.hits[0].explanation.words).toHaveLength(1);
  });

  it('takes a long query as a body, and finds the same', async () => {
    const world = await createWorld([makeTool('list_payments')]);
    const q = `payment ${'x '.repeat(4000)}`;

    const { status, body } = await world.ask('POST', `${base}/search`, { as: caller(), body: { q } });

    expect(status).toBe(200);
    expect(body.hits[0].tool.name).toBe('list_payments');
    expect(world.audited.filter(({ route }) => route === 'searchToolsByBody')).toEqual([]);
  });

  it.each(['', '?q=', '?q=a&limit=0', '?q=a&limit=101', '?q=a&limit=ten', '?q=a&other=1', '?q=a&q=b'])(
    'refuses the query "%s"',
    async (query) => {
      const world = await createWorld([]);

      const { status, body } = await world.ask('GET', `${base}/search${query}`, { as: caller() });

      expect([status, body.code]).toEqual([400, 'E_INVALID_REQUEST']);
      expect(body.issues.length).toBeGreaterThan(0);
    },
  );
});

describe('who is held to toolsets', () => {
  async function createToolsets(): Promise<RouteWorld> {
    const world = await createWorld([makeTool('weather'), makeTool('refund')]);
    for (const [name, tool, wireName] of [
      ['trips', 'weather', 'get_weather'],
      ['money', 'refund', 'refund'],
    ]) {
      await world.ask('PUT', `${base}/toolsets/${name}`, { body: { tools: [{ tool, wireName }] } });
    }
    return world;
  }
  const held = (...toolsets: readonly string[]) => somebody('agent', { tenant: 'team', toolsets });

  it('gets the only one without naming it, by the names that it gives its tools', async () => {
    const world = await createToolsets();
    const as = held('trips');

    const [list, found, tool, hidden] = await Promise.all([
      world.ask('GET', `${base}/tools`, { as }),
      world.ask('GET', `${base}/search?q=somebody`, { as }),
      world.ask('GET', `${base}/tools/get_weather`, { as }),
      world.ask('GET', `${base}/tools/refund`, { as }),
    ]);

    expect(namesOf(list.body.items)).toEqual(['get_weather']);
    expect(found.body.hits.map((hit: { readonly tool: unknown }) => hit.tool)).toEqual(list.body.items);
    expect(tool.body).toEqual(list.body.items[0]);
    expect(hidden.status).toBe(404);
  });

  it('has to name one of several, and can name no other', async () => {
    const world = await createToolsets();
    const as = held('trips', 'gone');

    const answers = await Promise.all(
      ['', '?toolset=trips', '?toolset=money', '?toolset=unknown', '?toolset=gone'].map((query) =>
        world.ask('GET', `${base}/tools${query}`, { as }),
      ),
    );

    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
      'E_FORBIDDEN',
      200,
      'E_FORBIDDEN',
      'E_FORBIDDEN',
      'E_TOOLSET_NOT_FOUND',
    ]);
  });
});

describe('another tenant', () => {
  it('is closed to who has no grant there, and has nothing of the first', async () => {
    const world = await createWorld([makeTool('weather')]);
    await world.ask('POST', '/v1/tenants', { body: { name: 'other' } });
    const stranger = somebody('stranger', { tenant: 'other', scopes: ['*'] });

    const [there, own, nowhere] = await Promise.all([
      world.ask('GET', `${base}/tools`, { as: stranger }),
      world.ask('GET', '/v1/tenants/other/tools', { as: stranger }),
      world.ask('GET', '/v1/tenants/nowhere/tools', { as: stranger }),
    ]);

    expect(there.body.code).toBe('E_FORBIDDEN');
    expect(own.body.items).toEqual([]);
    // Nobody learns which tenants there are.
    expect(nowhere.body).toEqual(there.body);
  });
});

import { describe, expect, it } from 'vitest';
import { createRouteWorld, type RouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { catalogRoutes } from './catalog.ts';
import { toolsetsRoutes } from './toolsets.ts';

const routes = [...catalogRoutes, ...toolsetsRoutes];
const base = '/v1/tenants/default';

const publisher = somebody('publisher', { roles: ['publisher'] });
const viewer = somebody('viewer', { roles: ['viewer'] });

const spec = (name: string, version: string) => ({
  name,
  version,
  description: `Does ${name} for somebody.`,
  inputSchema: { type: 'object', properties: {} },
});

async function createWorld(): Promise<RouteWorld> {
  const world = await createRouteWorld(routes);
  const specs = [spec('a', '1.0.0'), spec('b', '1.0.0')];
  await world.ask('POST', `${base}/catalog/tools`, { as: publisher, body: { specs } });
  return world;
}

const put = (world: RouteWorld, body: unknown, headers = {}) =>
  world.ask('PUT', `${base}/toolsets/trips`, { as: publisher, body, headers });

const tools = (...names: readonly string[]) => names.map((tool) => ({ tool }));

describe('toolsets', () => {
  it('are planned with their versions and tokens, and nothing changes', async () => {
    const world = await createWorld();

    const { body } = await world.ask('POST', `${base}/toolsets/trips/plan`, {
      as: viewer,
      body: { title: 'Trips', tools: tools('a') },
    });
    const list = await world.ask('GET', `${base}/toolsets`, { as: viewer });

    expect(body.changes).toMatchObject([{ tool: 'a', kind: 'added', after: { version: '1.0.0' } }]);
    expect(body.tokens.after).toBeGreaterThan(0);
    expect(list.body.items).toEqual([]);
    expect(world.audited.filter(({ route }) => route === 'planToolset')).toEqual([]);
  });

  it('are applied, by name of who did it', async () => {
    const world = await createWorld();

    const applied = await put(world, { title: 'Trips', tools: tools('a'), reason: 'New.' });
    const list = await world.ask('GET', `${base}/toolsets`, { as: viewer });
    const one = await world.ask('GET', `${base}/toolsets/trips`, { as: viewer });

    expect(applied.body).toMatchObject({ isApplied: true, toolset: { revision: 1, by: 'key:publisher' } });
    expect(list.body.items).toMatchObject([{ name: 'trips', title: 'Trips', toolCount: 1, reason: 'New.' }]);
    expect(one.body).toEqual(applied.body.toolset);
    expect(one.headers.get('etag')).toBe(applied.headers.get('etag'));
  });

  it('stay as they are in a dry run, which tells what would change', async () => {
    const world = await createWorld();

    const { body } = await world.ask('PUT', `${base}/toolsets/trips?dryRun=true`, {
      as: publisher,
      body: { tools: tools('a') },
    });
    const { status } = await world.ask('GET', `${base}/toolsets/trips`, { as: viewer });

    expect(body).toMatchObject({ isApplied: false, toolset: null, plan: { isEmpty: false } });
    expect(status).toBe(404);
    expect(world.audited.at(-1)).toMatchObject({ subject: 'trips (dry run)' });
  });

  it('are changed only if they are what the client saw', async () => {
    const world = await createWorld();
    const first = await put(world, { tools: tools('a') });
    const seen = { 'if-match': first.headers.get('etag') ?? '' };

    const changed = await put(world, { tools: tools('b') }, seen);
    const late = await put(world, { tools: tools('a', 'b') }, seen);
    const absent = await world.ask('PUT', `${base}/toolsets/other`, {
      as: publisher,
      body: { tools: tools('a') },
      headers: { 'if-match': '*' },
    });

    expect(changed.body.toolset.revision).toBe(2);
    expect([late.status, late.body.code]).toEqual([412, 'E_PRECONDITION_FAILED']);
    expect(absent.status).toBe(412);
    const { body } = await world.ask('GET', `${base}/toolsets/trips`, { as: viewer });
    expect(body.revision).toBe(2);
  });

  it('are applied only as they were planned', async () => {
    const world = await createWorld();
    const definition = { tools: tools('a') };
    const { body: plan } = await world.ask('POST', `${base}/toolsets/trips/plan`, { body: definition });
    const other = { ...spec('a', '2.0.0'), description: 'Does something else.' };
    await world.ask('POST', `${base}/catalog/tools`, { body: { specs: [other] } });

    const stale = await put(world, { ...definition, planDigest: plan.to.setDigest });
    const wrong = await put(world, { ...definition, expectedRevision: 1 });
    const right = await put(world, { ...definition, expectedRevision: 0 });

    expect([stale.body.code, wrong.body.code, right.status]).toEqual(['E_PLAN_STALE', 'E_PLAN_STALE', 200]);
  });

  it('go back to what they were, as a new revision', async () => {
    const world = await createWorld();
    await put(world, { tools: tools('a') });
    await put(world, { tools: tools('b') });

    const { body } = await world.ask('POST', `${base}/toolsets/trips/rollback`, { as: publisher });
    const revisions = await world.ask('GET', `${base}/toolsets/trips/revisions`, { as: viewer });
    const second = await world.ask('GET', `${base}/toolsets/trips?revision=2`, { as: viewer });

    expect(body).toMatchObject({ revision: 3, rolledBackTo: 1, definition: { tools: tools('a') } });
    expect(revisions.body.items.map((item: { readonly revision: number }) => item.revision)).toEqual([
      1, 2, 3,
    ]);
    expect(second.body.definition.tools).toEqual(tools('b'));
  });

  it('are removed once', async () => {
    const world = await createWorld();
    await put(world, { tools: tools('a') });

    const removed = await world.ask('DELETE', `${base}/toolsets/trips`, { as: publisher });
    const again = await world.ask('DELETE', `${base}/toolsets/trips`, { as: publisher });

    expect([removed.status, again.body.code]).toEqual([204, 'E_TOOLSET_NOT_FOUND']);
  });

  it.each([
    ['a tool that there is not', { tools: tools('c') }, 'E_INVALID_TOOLSET'],
    ['a tool twice', { tools: tools('a', 'a') }, 'E_INVALID_TOOLSET'],
    ['a range that is none', { tools: [{ tool: 'a', range: 'soon' }] }, 'E_INVALID_TOOLSET'],
    ['no tools at all', {}, 'E_INVALID_REQUEST'],
    ['a name of its own', { name: 'other', tools: [] }, 'E_INVALID_REQUEST'],
    ['a policy that is none', { tools: [{ tool: 'a', policy: { autonomy: 'yes' } }] }, 'E_INVALID_REQUEST'],
  ])('are refused with %s', async (_, body, code) => {
    const world = await createWorld();

    const answer = await put(world, body);

    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('are not for viewers to change', async () => {
    const world = await createWorld();

    const answers = await Promise.all([
      world.ask('PUT', `${base}/toolsets/trips`, { as: viewer, body: { tools: [] } }),
      world.ask('DELETE', `${base}/toolsets/trips`, { as: viewer }),
      world.ask('POST', `${base}/toolsets/trips/rollback`, { as: viewer }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

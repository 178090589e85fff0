import { defineTool } from 'toolcrib';
import { parseLock } from 'toolcrib/governance';
import { describe, expect, it } from 'vitest';
import { createRouteWorld, type RouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { catalogRoutes } from './catalog.ts';
import { lockRoutes } from './lock.ts';
import { switchesRoutes } from './switches.ts';
import { tenantsRoutes } from './tenants.ts';
import { toolsetsRoutes } from './toolsets.ts';

const routes = [...catalogRoutes, ...lockRoutes, ...switchesRoutes, ...toolsetsRoutes, ...tenantsRoutes];
const base = '/v1/tenants/team';

const viewer = somebody('viewer', { tenant: 'team', roles: ['viewer', 'caller'] });

const makeTool = (name: string, requires: readonly string[] = []) =>
  defineTool({
    name,
    version: '1.0.0',
    description: `Does ${name} for somebody.`,
    inputSchema: { type: 'object', properties: {} },
    requires,
    handler: () => 'done',
  });

/** With tools of code, one of them for those with a scope, and one that is a spec only. */
async function createWorld(): Promise<RouteWorld> {
  const world = await createRouteWorld(routes, [makeTool('a'), makeTool('b'), makeTool('paid', ['billing'])]);
  await world.ask('POST', '/v1/tenants', { body: { name: 'team', hostTools: true } });
  await register(world, spec('spec_only', '1.0.0'));
  return world;
}

const spec = (name: string, version: string) => ({
  name,
  version,
  description: `Does ${name} in another way.`,
  inputSchema: { type: 'object', properties: {} },
});

const register = (world: RouteWorld, ...specs: readonly unknown[]) =>
  world.ask('POST', `${base}/catalog/tools`, { body: { specs } });

const lockOf = async (world: RouteWorld, query = ''): Promise<string> =>
  (await world.ask('GET', `${base}/lock${query}`, { as: viewer })).body;

const namesIn = (lock: string) => Object.keys(parseLock(lock).tools);

describe('a lock', () => {
  it('is the text of all tools that can be used, or of some', async () => {
    const world = await createWorld();
    await world.ask('POST', `${base}/catalog/tools/b/disable`);

    expect(namesIn(await lockOf(world))).toEqual(['a', 'paid', 'spec_only']);
    expect(namesIn(await lockOf(world, '?names=a'))).toEqual(['a']);
    expect(namesIn(await lockOf(world, '?names=a&names=paid'))).toEqual(['a', 'paid']);
  });

  it('is refused for a tool that cannot be used', async () => {
    const world = await createWorld();
    await world.ask('POST', `${base}/catalog/tools/b/disable`);

    const answers = await Promise.all(
      ['b', 'unknown'].map((name) => world.ask('GET', `${base}/lock?names=${name}`, { as: viewer })),
    );

    expect(answers.map(({ body }) => body.code)).toEqual(['E_TOOL_DISABLED', 'E_TOOL_NOT_FOUND']);
  });

  it('of a toolset has the versions of the toolset', async () => {
    const world = await createWorld();
    await world.ask('PUT', `${base}/toolsets/trips`, { body: { tools: [{ tool: 'a' }] } });
    await register(world, spec('a', '2.0.0'));

    const lock = parseLock(await lockOf(world, '?toolset=trips'));
    const both = await world.ask('GET', `${base}/lock?toolset=trips&names=a`, { as: viewer });
    const none = await world.ask('GET', `${base}/lock?toolset=other`, { as: viewer });

    expect(lock.tools).toEqual({ a: expect.objectContaining({ version: '1.0.0' }) });
    expect([both.body.code, none.body.code]).toEqual(['E_INVALID_REQUEST', 'E_TOOLSET_NOT_FOUND']);
  });

  it('is verified, with what has changed, come and gone', async () => {
    const world = await createWorld();
    const lock = await lockOf(world);
    await register(world, spec('a', '2.0.0'), spec('new', '1.0.0'));
    await world.ask('DELETE', `${base}/catalog/tools/b`);
    const verify = async (options = {}) => {
      const { body } = await world.ask('POST', `${base}/lock/verify`, {
        as: viewer,
        body: { lock, ...options },
      });
      return [
        body.isOk,
        ...body.tools.map(({ name, status }: Record<string, string>) => `${name} ${status}`),
      ];
    };

    expect(await verify()).toEqual([
      false,
      'a changed',
      'b missing',
      'new unlocked',
      'paid ok',
      'spec_only ok',
    ]);
    expect(await verify({ versions: 'locked' })).toContain('a ok');
    expect(await verify({ names: ['paid'] })).not.toContain('new unlocked');
  });

  it('is verified against a toolset as if there were nothing else', async () => {
    const world = await createWorld();
    await world.ask('PUT', `${base}/toolsets/trips`, { body: { tools: [{ tool: 'a' }] } });
    const lock = await lockOf(world, '?names=a&names=b');

    const { body } = await world.ask('POST', `${base}/lock/verify`, {
      as: viewer,
      body: { lock, toolset: 'trips' },
    });

    expect(body).toMatchObject({
      isOk: false,
      tools: [
        { name: 'a', status: 'ok' },
        { name: 'b', status: 'missing' },
      ],
    });
  });

  it('that is none is refused with the line', async () => {
    const world = await createWorld();

    const { status, body } = await world.ask('POST', `${base}/lock/verify`, {
      as: viewer,
      body: { lock: 'nothing' },
    });

    expect([status, body.code, body.context.line]).toEqual([400, 'E_INVALID_LOCK', 1]);
  });
});

describe('a preflight', () => {
  const preflight = async (world: RouteWorld, body: unknown, as = viewer) => {
    const answer = await world.ask('POST', `${base}/preflight`, { as, body });
    if (answer.status !== 200) return answer.body.code;
    return Object.fromEntries(
      answer.body.tools.map((tool: Record<string, string>) => [tool.name, tool.status]),
    );
  };

  it('says which tools of a lock the caller could call now', async () => {
    const world = await createWorld();
    const lock = await lockOf(world);
    await register(world, spec('b', '2.0.0'));
    await world.ask('POST', `${base}/catalog/tools/a/disable`);

    expect(await preflight(world, { lock })).toEqual({
      a: 'disabled',
      b: 'changed',
      paid: 'denied',
      spec_only: 'denied',
    });
  });

  it('judges by the scopes of the caller, or by those that are given', async () => {
    const world = await createWorld();

    expect(await preflight(world, { names: ['a', 'paid'] })).toEqual({ a: 'ready', paid: 'denied' });
    expect(await preflight(world, { names: ['paid'], scopes: ['billing'] })).toEqual({ paid: 'ready' });
    expect(await preflight(world, { names: ['paid'], scopes: ['*'] })).toEqual({ paid: 'ready' });
  });

  it('says nothing of a tool that is switched off to those who may not call it anyway', async () => {
    const world = await createWorld();
    await world.ask('POST', `${base}/catalog/tools/paid/disable`);

    expect(await preflight(world, { names: ['paid'] })).toEqual({ paid: 'denied' });
    expect(await preflight(world, { names: ['paid'], scopes: ['billing'] })).toEqual({ paid: 'disabled' });
  });

  it('tells that there is no code for a tool', async () => {
    const world = await createWorld();

    const { body } = await world.ask('POST', `${base}/preflight`, {
      as: viewer,
      body: { names: ['spec_only'] },
    });

    expect(body.tools[0]).toMatchObject({ status: 'denied', reason: expect.stringContaining('no code') });
  });

  it('goes through a toolset, by its names and what it requires besides', async () => {
    const world = await createWorld();
    await world.ask('PUT', `${base}/toolsets/trips`, {
      body: {
        tools: [
          { tool: 'a', wireName: 'renamed' },
          { tool: 'b', policy: { requires: ['travel'] } },
          { tool: 'paid', policy: { autonomy: 'deny' } },
        ],
      },
    });
    const held = somebody('held', { tenant: 'team', roles: ['viewer', 'caller'], toolsets: ['trips'] });

    expect(await preflight(world, {}, held)).toEqual({ a: 'ready', b: 'denied', paid: 'denied' });
    expect(await preflight(world, { toolset: 'trips', scopes: ['*'] })).toEqual({
      a: 'ready',
      b: 'ready',
      paid: 'denied',
    });
  });

  it('says what is missing in the catalogue, with names that are like it', async () => {
    const world = await createWorld();
    const lock = await lockOf(world, '?names=paid');
    await world.ask('DELETE', `${base}/catalog/tools/paid`);

    expect(await preflight(world, { lock })).toEqual({ paid: 'missing' });
    expect(await preflight(world, { names: ['paid'] })).toBe('E_TOOL_NOT_FOUND');
  });

  it('has to know which tools are meant', async () => {
    const world = await createWorld();

    expect(await preflight(world, {})).toBe('E_INVALID_REQUEST');
    expect(await preflight(world, { lock: 'x', names: ['a'] })).toBe('E_INVALID_REQUEST');
  });
});

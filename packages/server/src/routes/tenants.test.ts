import { defineTool } from 'toolcrib';
import { toSpec } from 'toolcrib/catalog';
import { describe, expect, it } from 'vitest';
import { createRouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { catalogRoutes } from './catalog.ts';
import { tenantsRoutes } from './tenants.ts';
import { toolsRoutes } from './tools.ts';

const routes = [...tenantsRoutes, ...toolsRoutes, ...catalogRoutes];

const echo = defineTool({
  name: 'echo',
  description: 'Says what it is told.',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'done',
});

describe('tenants', () => {
  it('have the tools of the service if they are to, and otherwise cannot run them', async () => {
    const world = await createRouteWorld(routes, [echo]);

    const full = await world.ask('POST', '/v1/tenants', {
      body: { name: 'full', title: 'Full', hostTools: true },
    });
    const empty = await world.ask('POST', '/v1/tenants', { body: { name: 'empty' } });
    // The very definition is no right to run what it defines.
    const body = { specs: [toSpec(echo)] };
    const registered = await world.ask('POST', '/v1/tenants/empty/catalog/tools', { body });
    const bindings = await world.ask('GET', '/v1/tenants/empty/catalog/tools');
    const toolsOf = async (tenant: string) => {
      const { body } = await world.ask('GET', `/v1/tenants/${tenant}/tools`);
      return body.items.map(({ name }: { readonly name: string }) => name);
    };

    expect(full.status).toBe(201);
    expect(full.headers.get('location')).toBe('/v1/tenants/full');
    expect(full.body.tenant).toEqual({
      name: 'full',
      title: 'Full',
      hostTools: true,
      createdAt: new Date(world.clock.now()).toISOString(),
      createdBy: 'operator',
    });
    expect(full.body.published.published).toEqual(['echo']);
    expect(empty.body).toMatchObject({ tenant: { title: 'empty', hostTools: false }, published: null });
    expect(registered.status).toBeLessThan(300);
    expect(bindings.body.items).toMatchObject([{ name: 'echo', binding: 'unbound' }]);
    expect([await toolsOf('full'), await toolsOf('empty')]).toEqual([['echo'], []]);
  });

  it('are listed in pages, and shown to those who have something there', async () => {
    const world = await createRouteWorld(routes);
    await world.ask('POST', '/v1/tenants', { body: { name: 'team' } });
    const member = somebody('member', { tenant: 'team' });

    const first = await world.ask('GET', '/v1/tenants?limit=1');
    const second = await world.ask('GET', `/v1/tenants?limit=1&after=${first.body.nextCursor}`);
    const own = await world.ask('GET', '/v1/tenants/team', { as: member });
    const other = await world.ask('GET', '/v1/tenants/default', { as: member });
    const list = await world.ask('GET', '/v1/tenants', { as: member });

    expect([first, second].map(({ body }) => body.items[0].name)).toEqual(['default', 'team']);
    expect(own.body.name).toBe('team');
    expect([other.status, list.status]).toEqual([403, 403]);
  });

  it('exist once', async () => {
    const world = await createRouteWorld(routes);

    const { status, body } = await world.ask('POST', '/v1/tenants', { body: { name: 'default' } });

    expect([status, body.code]).toEqual([409, 'E_TENANT_EXISTS']);
  });

  it('are not found where there are none', async () => {
    const world = await createRouteWorld(routes);

    const answers = await Promise.all(
      ['/v1/tenants/nowhere', '/v1/tenants/nowhere/tools'].map((path) => world.ask('GET', path)),
    );

    expect(answers.map(({ body }) => body.code)).toEqual(['E_TENANT_NOT_FOUND', 'E_TENANT_NOT_FOUND']);
  });

  it.each(['', '.', '..', '*', 'a b', 'a/b', 'ä', 'x'.repeat(65), '__proto__ '])(
    'cannot be called "%s"',
    async (name) => {
      const world = await createRouteWorld(routes);

      const { status, body } = await world.ask('POST', '/v1/tenants', { body: { name } });

      expect([status, body.code]).toEqual([400, 'E_INVALID_REQUEST']);
    },
  );

  it('are not for an admin of one tenant to create', async () => {
    const world = await createRouteWorld(routes);

    const { status } = await world.ask('POST', '/v1/tenants', {
      as: somebody('admin', { roles: ['admin'] }),
      body: { name: 'more' },
    });

    expect(status).toBe(403);
  });
});

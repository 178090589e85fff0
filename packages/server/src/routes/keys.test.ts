import { describe, expect, it } from 'vitest';
import { createRouteWorld, type RouteWorld, somebody } from '../../../../test/routes/route-world.ts';
import { keysRoutes } from './keys.ts';
import { tenantsRoutes } from './tenants.ts';
import { whoamiRoutes } from './whoami.ts';

const routes = [...keysRoutes, ...tenantsRoutes, ...whoamiRoutes];
const keys = '/v1/tenants/team/keys';

const admin = somebody('admin', { tenant: 'team', roles: ['admin'], scopes: ['mail'] });

async function createWorld(): Promise<RouteWorld> {
  const world = await createRouteWorld(routes);
  for (const name of ['team', 'other']) {
    await world.ask('POST', '/v1/tenants', { body: { name } });
  }
  return world;
}

describe('keys of a tenant', () => {
  it('are shown once, and never stored by a client', async () => {
    const world = await createWorld();

    const made = await world.ask('POST', keys, {
      as: admin,
      body: { name: 'agent', grants: [{ roles: ['caller'], scopes: ['mail'] }] },
    });
    const list = await world.ask('GET', keys, { as: admin });

    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.body.record).toMatchObject({
      name: 'agent',
      status: 'active',
      createdBy: 'key:admin',
      grants: [{ tenant: 'team', roles: ['caller'], scopes: ['mail'] }],
    });
    expect(list.body.items).toEqual([made.body.record]);
    expect(JSON.stringify(list.body)).not.toContain(made.body.key);
    expect(JSON.stringify(world.audited)).not.toContain(made.body.key);
  });

  it.each([
    ['a scope', { roles: ['caller'], scopes: ['bank'] }],
    ['all scopes', { roles: ['caller'], scopes: ['*'] }],
  ])('hold no more than their maker: %s', async (_, grant) => {
    const world = await createWorld();

    const { status, body } = await world.ask('POST', keys, {
      as: admin,
      body: { name: 'agent', grants: [grant] },
    });

    expect([status, body.code]).toEqual([403, 'E_GRANT_EXCEEDED']);
    expect(world.audited.at(-1)).toMatchObject({ action: 'request-denied', code: 'E_GRANT_EXCEEDED' });
  });

  it.each(['other', '*'])('cannot be for the tenant "%s"', async (tenant) => {
    const world = await createWorld();

    const { status, body } = await world.ask('POST', keys, {
      body: { name: 'agent', grants: [{ roles: ['caller'] }, { tenant, roles: ['caller'] }] },
    });

    expect([status, body.code]).toEqual([400, 'E_INVALID_REQUEST']);
    expect(body.issues[0].path).toEqual(['grants', 1, 'tenant']);
  });

  it('are listed without what they hold elsewhere, and are not for the tenant to revoke then', async () => {
    const world = await createWorld();
    const { body: made } = await world.ask('POST', '/v1/keys', {
      body: {
        name: 'both',
        grants: [
          { tenant: 'team', roles: ['caller'] },
          { tenant: 'other', roles: ['viewer'] },
        ],
      },
    });

    const list = await world.ask('GET', keys, { as: admin });
    const revoked = await world.ask('DELETE', `${keys}/${made.record.id}`, { as: admin });

    expect(list.body.items[0].grants).toEqual([{ tenant: 'team', roles: ['caller'], scopes: [] }]);
    expect(revoked.body.code).toBe('E_KEY_NOT_FOUND');
  });

  it('are revoked, by name of who did it', async () => {
    const world = await createWorld();
    const order = { name: 'agent', grants: [{ roles: ['caller'] }] };
    const { body: made } = await world.ask('POST', keys, { as: admin, body: order });

    const { body } = await world.ask('DELETE', `${keys}/${made.record.id}`, { as: admin });

    expect(body).toMatchObject({ status: 'revoked', revokedBy: 'key:admin' });
  });

  it('come in pages', async () => {
    const world = await createWorld();
    for (const name of ['a', 'b', 'c']) {
      await world.ask('POST', keys, { as: admin, body: { name, grants: [{ roles: ['caller'] }] } });
    }

    const first = await world.ask('GET', `${keys}?limit=2`, { as: admin });
    const second = await world.ask('GET', `${keys}?limit=2&after=${first.body.nextCursor}`, { as: admin });

    expect([first.body.items.length, second.body.items.length]).toEqual([2, 1]);
    expect(second.body.nextCursor).toBeNull();
  });

  it.each([
    ['no name', { grants: [{ roles: ['caller'] }] }],
    ['no grants', { name: 'a', grants: [] }],
    ['no roles', { name: 'a', grants: [{ roles: [] }] }],
    ['a role that there is not', { name: 'a', grants: [{ roles: ['root'] }] }],
    ['a date that is none', { name: 'a', grants: [{ roles: ['caller'] }], expiresAt: 'soon' }],
    [
      'a date that has passed',
      { name: 'a', grants: [{ roles: ['caller'] }], expiresAt: '2020-01-01T00:00:00Z' },
    ],
    ['a limit of nothing', { name: 'a', grants: [{ roles: ['caller'] }], limits: { callsPerDay: 0 } }],
    ['a field that keys do not have', { name: 'a', grants: [{ roles: ['caller'] }], key: 'mine' }],
  ])('are refused with %s', async (_, body) => {
    const world = await createWorld();

    const answer = await world.ask('POST', keys, { as: admin, body });

    expect([answer.status, answer.body.code]).toEqual([400, 'E_INVALID_REQUEST']);
  });

  it('are for admins alone', async () => {
    const world = await createWorld();
    const as = somebody('most', { tenant: 'team', roles: ['viewer', 'caller', 'publisher', 'approver'] });
    const elsewhere = somebody('other', { tenant: 'other', roles: ['admin'] });

    const answers = await Promise.all([
      world.ask('GET', keys, { as }),
      world.ask('POST', keys, { as, body: {} }),
      world.ask('DELETE', `${keys}/x`, { as }),
      world.ask('GET', keys, { as: elsewhere }),
      world.ask('GET', '/v1/keys', { as: admin }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('keys of the service', () => {
  it('can be for all tenants, and be revoked', async () => {
    const world = await createWorld();

    const { body: made } = await world.ask('POST', '/v1/keys', {
      body: { name: 'root', grants: [{ tenant: '*', roles: ['admin'], scopes: ['*'] }] },
    });
    const list = await world.ask('GET', '/v1/keys');
    const revoked = await world.ask('DELETE', `/v1/keys/${made.record.id}`);

    expect(list.body.items).toEqual([made.record]);
    expect(revoked.body.status).toBe('revoked');
  });

  it('cannot be for a tenant that somebody may create later', async () => {
    const world = await createWorld();

    const { body } = await world.ask('POST', '/v1/keys', {
      body: { name: 'early', grants: [{ tenant: 'later', roles: ['admin'] }] },
    });

    expect(body.code).toBe('E_TENANT_NOT_FOUND');
  });
});

describe('whoami', () => {
  it('says what one holds, and what that allows in each tenant', async () => {
    const world = await createWorld();
    const as = somebody(
      'agent',
      { tenant: 'team', roles: ['caller'], scopes: ['mail'], toolsets: ['trips'] },
      { tenant: 'other', roles: ['viewer'] },
    );

    const { body } = await world.ask('GET', '/v1/whoami', { as });

    expect(body).toEqual({
      id: 'key:agent',
      kind: 'key',
      name: 'agent',
      grants: as.grants,
      tenants: [
        {
          tenant: 'other',
          permissions: ['calls:read', 'catalog:read', 'tools:read'],
          scopes: [],
          toolsets: null,
        },
        {
          tenant: 'team',
          permissions: ['calls:create', 'tools:read'],
          scopes: ['mail'],
          toolsets: ['trips'],
        },
      ],
    });
  });
});

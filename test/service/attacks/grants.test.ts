import { describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';
const later = '2999-01-01T00:00:00.000Z';

async function openWithTenants(): Promise<TestService> {
  const service = await openTestService({ tools: createAttackTools().tools });
  await service.makeTenant('other', { publishTools: true });
  return service;
}

const admin = { tenant: 'default', roles: ['admin'] } as const;

/** Orders that want more than an admin of one tenant with the scope `mail` holds. */
const excesses: Readonly<Record<string, object>> = {
  'another tenant': { grants: [{ tenant: 'other', roles: ['viewer'], scopes: [] }] },
  'all tenants': { grants: [{ tenant: '*', roles: ['viewer'], scopes: [] }] },
  'a tenant that there is not': { grants: [{ tenant: 'future', roles: ['caller'], scopes: [] }] },
  'a scope': { grants: [{ ...admin, scopes: ['money'] }] },
  'all scopes': { grants: [{ ...admin, scopes: ['*'] }] },
  'one scope among others': { grants: [{ ...admin, scopes: ['mail', 'money'] }] },
  'a second grant': {
    grants: [
      { ...admin, scopes: ['mail'] },
      { tenant: 'other', roles: ['admin'], scopes: [] },
    ],
  },
  'a second grant for all': {
    grants: [
      { ...admin, scopes: ['mail'] },
      { tenant: '*', roles: ['caller'], scopes: [] },
    ],
  },
  'a scope by way of a viewer': { grants: [{ tenant: 'default', roles: ['viewer'], scopes: ['*'] }] },
  'a role that there is not': { grants: [{ tenant: 'default', roles: ['owner'], scopes: [] }] },
  'a role of prototypes': { grants: [{ tenant: 'default', roles: ['constructor'], scopes: [] }] },
  'no role': { grants: [{ tenant: 'default', roles: [], scopes: [] }] },
  'a tenant in another spelling': { grants: [{ tenant: 'default/../other', roles: ['caller'], scopes: [] }] },
  'a creator': { grants: [{ ...admin, scopes: [] }], createdBy: 'operator' },
  'an id of its own': { grants: [{ ...admin, scopes: [] }], id: 'AAAAAAAAAAAAAAAA' },
  'a secret of its own': { grants: [{ ...admin, scopes: [] }], secretHash: 'sha256:00' },
};

describe('a key that somebody makes', () => {
  it.each(Object.entries(excesses))('holds nothing that they do not hold: %s', async (_, order) => {
    const service = await openWithTenants();
    const { key } = await service.makeKey({ roles: ['admin'], scopes: ['mail'] });
    const keys = async () => (await service.ask('GET', '/v1/keys')).body.items.length;
    const before = await keys();

    for (const path of [`${team}/keys`, '/v1/keys', '/v1/tenants/other/keys', '/v1/tenants/*/keys']) {
      const { status } = await service.ask('POST', path, { key, body: { name: 'more', ...order } });
      expect([400, 403, 404], path).toContain(status);
    }
    expect(await keys()).toBe(before);
  });

  it('is held to the same toolsets, limits and time', async () => {
    const service = await openWithTenants();
    const { key } = await service.makeKey(
      { roles: ['admin'], toolsets: ['narrow'] },
      { limits: { callsPerDay: 5, requestsPerMinute: 50 }, expiresAt: '2998-01-01T00:00:00.000Z' },
    );
    const make = (grant: object, more: object = {}) =>
      service.ask('POST', `${team}/keys`, {
        key,
        body: { name: 'more', grants: [{ roles: ['caller'], ...grant }], ...more },
      });
    const narrow = { toolsets: ['narrow'] };

    const refused = [
      await make({}),
      await make({ toolsets: ['wide'] }),
      await make({ toolsets: ['narrow', 'wide'] }),
      await make({ toolsets: [] }),
      await make(narrow, { limits: { callsPerDay: 6 } }),
      await make(narrow, { limits: { requestsPerMinute: 1_000_000_000 } }),
      await make(narrow, { limits: { callsPerDay: -1 } }),
      await make(narrow, { expiresAt: null }),
      await make(narrow, { expiresAt: later }),
    ];
    const { body } = await make(narrow);

    for (const { status, text } of refused) expect([400, 403], text).toContain(status);
    expect(body.record).toMatchObject({
      limits: { callsPerDay: 5, requestsPerMinute: 50 },
      expiresAt: '2998-01-01T00:00:00.000Z',
    });
  });

  it('cannot be made by who may not make keys, whatever else they hold', async () => {
    const service = await openWithTenants();
    const { key } = await service.makeKey([
      { roles: ['viewer', 'caller', 'publisher', 'approver'], scopes: ['*'] },
      { tenant: 'other', roles: ['admin'] },
    ]);

    for (const path of [`${team}/keys`, '/v1/keys']) {
      const body = { name: 'more', grants: [{ tenant: 'default', roles: ['viewer'], scopes: [] }] };
      expect((await service.ask('POST', path, { key, body })).status).toBe(403);
    }
  });

  it('is not made by a key that was revoked, and revokes no key of others', async () => {
    const service = await openWithTenants();
    const one = await service.makeKey({ roles: ['admin'] });
    const all = await service.makeKey([{ roles: ['caller'] }, { tenant: 'other', roles: ['caller'] }]);
    const body = { name: 'more', grants: [{ roles: ['caller'] }] };

    const foreign = await service.ask('DELETE', `${team}/keys/${all.id}`, { key: one.key });
    await service.ask('DELETE', `/v1/keys/${one.id}`);
    // What is known of a key may be a second old in this process too; the desk that revokes is another one.
    const other = await openTestService({ tools: createAttackTools().tools, database: service.database });

    expect(foreign.status).toBe(404);
    expect((await other.ask('POST', `${team}/keys`, { key: one.key, body })).status).toBe(401);
  });

  it('is not shown again, with its secret or the hash of it', async () => {
    const service = await openWithTenants();
    const { key, id } = await service.makeKey({ roles: ['admin'] });

    const answers = [
      await service.ask('GET', '/v1/keys'),
      await service.ask('GET', `${team}/keys`, { key }),
      await service.ask('DELETE', `/v1/keys/${id}`),
    ];

    for (const { text } of answers) {
      expect(text).toContain(id);
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/secret|sha256/i);
    }
  });
});

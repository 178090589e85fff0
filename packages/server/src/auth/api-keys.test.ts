import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import type { NewApiKey } from './api-keys.ts';
import { ApiKeys } from './api-keys.ts';
import type { Grant } from './grant.ts';
import { hashSecret, readKeyText } from './key-text.ts';
import { everythingGrant, operatorPrincipal } from './operator-principal.ts';
import type { Principal } from './principal.ts';

const NOW = '2026-11-16T00:00:00.000Z';
const LATER = '2026-12-01T00:00:00.000Z';

async function openDesk() {
  const { store } = await openServiceDatabase({ dataFolder: ':memory:' });
  const clock = createFakeClock(Date.parse(NOW));
  return { store, clock, keys: new ApiKeys({ store, clock }) };
}

const grantOf = (fields: Partial<Grant> = {}): Grant => ({
  tenant: 'acme',
  roles: ['caller'],
  scopes: ['a'],
  ...fields,
});
const admin = (fields: Partial<Principal> = {}): Principal => ({
  id: 'key:admin',
  kind: 'key',
  name: 'Admin',
  grants: [grantOf({ roles: ['admin'], scopes: ['*'] })],
  limits: {},
  ...fields,
});

describe('ApiKeys', () => {
  it('makes a key whose secret is told once and stored nowhere', async () => {
    const { store, keys } = await openDesk();
    const order = { name: 'CI', grants: [grantOf()], limits: { callsPerDay: 9 }, expiresAt: LATER };

    const { key, record } = await keys.create(order, admin());

    const { id, secret } = readKeyText(key) ?? {};
    const stored = await store.getKey(id ?? '');
    expect(stored?.secretHash).toBe(hashSecret(secret ?? ''));
    expect(JSON.stringify([stored, record])).not.toContain(secret);
    expect(record).not.toHaveProperty('secretHash');
    expect(record).toMatchObject({ ...order, id, createdAt: NOW, createdBy: 'key:admin', status: 'active' });
  });

  it.each<[string, Partial<NewApiKey>, Partial<Principal>]>([
    ['the role "publisher"', { grants: [grantOf({ roles: ['publisher'] })] }, { grants: [grantOf()] }],
    ['the scope "b"', { grants: [grantOf({ scopes: ['b'] })] }, { grants: [grantOf({ roles: ['admin'] })] }],
    ['make keys in tenant "other"', { grants: [grantOf(), grantOf({ tenant: 'other' })] }, {}],
    ['make keys in tenant "*"', { grants: [grantOf({ tenant: '*' })] }, {}],
    [
      'make keys in tenant "other"',
      { grants: [grantOf({ tenant: 'other' })] },
      { grants: [...admin().grants, grantOf({ tenant: 'other' })] },
    ],
    ['callsPerDay above 5', { limits: { callsPerDay: 6 } }, { limits: { callsPerDay: 5 } }],
    [`a time beyond ${LATER}`, { expiresAt: '2026-12-01T00:00:00.001Z' }, { expiresAt: LATER }],
    [`a time beyond ${LATER}`, { expiresAt: null }, { expiresAt: LATER }],
  ])('refuses to give what the granter does not hold: %s', async (excess, order, granter) => {
    const { store, keys } = await openDesk();
    // Whoever may not make keys at all is refused for that.
    const expected = granter.grants?.every(({ roles }) => !roles.includes('admin'))
      ? 'the right to make keys'
      : excess;

    const made = keys.create({ name: 'x', grants: [grantOf()], ...order }, admin(granter));

    await expect(made).rejects.toMatchObject({
      code: 'E_GRANT_EXCEEDED',
      message: expect.stringContaining(expected),
    });
    expect(await store.listKeys({ limit: 10 })).toEqual([]);
  });

  it('gives a key the limits and the end of its granter where the order says nothing', async () => {
    const { keys } = await openDesk();
    const granter = admin({ limits: { callsPerDay: 5, requestsPerMinute: 60 }, expiresAt: LATER });

    const { record } = await keys.create(
      { name: 'x', grants: [grantOf()], limits: { callsPerDay: 3 } },
      granter,
    );

    expect(record).toMatchObject({ limits: { callsPerDay: 3, requestsPerMinute: 60 }, expiresAt: LATER });
  });

  it.each<[string, object]>([
    ['no name', { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(129) }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name that hides what follows', { name: 'a\u202eb' }],
    ['no grants', { grants: [] }],
    ['an unknown role', { grants: [{ ...grantOf(), roles: ['root'] }] }],
    ['a role that is a member of every object', { grants: [{ ...grantOf(), roles: ['constructor'] }] }],
    ['a tenant that cannot be', { grants: [grantOf({ tenant: 'a/b' })] }],
    ['tools of a caller', { grants: [grantOf({ tools: ['m'] })] }],
    ['no tools', { grants: [grantOf({ roles: ['approver'], tools: [] })] }],
    ['tools beside toolsets', { grants: [grantOf({ roles: ['approver'], tools: ['m'], toolsets: ['x'] })] }],
    ['no toolset', { grants: [grantOf({ toolsets: [] })] }],
    ['a scope with a space', { grants: [grantOf({ scopes: ['a b'] })] }],
    ['another field', { grants: [{ ...grantOf(), permissions: ['keys:manage'] }] }],
    ['an end that has passed', { expiresAt: NOW }],
    ['an end that is no time', { expiresAt: 'tomorrow' }],
    ['a limit below one', { limits: { callsPerDay: 0 } }],
    ['an unknown limit', { limits: { callsPerYear: 1 } }],
  ])('refuses an order with %s', async (_name, fields) => {
    const { keys } = await openDesk();
    const order = { name: 'x', grants: [grantOf()], ...fields } as NewApiKey;

    await expect(keys.create(order, operatorPrincipal)).rejects.toMatchObject({ code: 'E_INVALID_REQUEST' });
  });

  it('shows those of a tenant what counts there, and how keys stand', async () => {
    const { clock, keys } = await openDesk();
    const create = async (name: string, grants: readonly Grant[], expiresAt?: string) =>
      (await keys.create({ name, grants, expiresAt }, operatorPrincipal)).record;
    const revoked = await create('revoked', [grantOf()]);
    await create('expired', [grantOf()], LATER);
    await create('wide', [grantOf(), grantOf({ tenant: 'other' }), everythingGrant]);
    await create('other', [grantOf({ tenant: 'other' })]);
    await keys.revoke(revoked.id, { principal: admin(), tenant: 'acme' });
    await clock.advance(Date.parse(LATER) - Date.parse(NOW));

    const listed = await keys.list('acme', { limit: 10 });

    expect(new Map(listed.map(({ name, status }) => [name, status]))).toEqual(
      new Map([
        ['revoked', 'revoked'],
        ['expired', 'expired'],
        ['wide', 'active'],
      ]),
    );
    expect(JSON.stringify(listed)).not.toMatch(/other|sha256/);
    expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).sort());
    expect(await keys.list('*', { limit: 10 })).toHaveLength(4);
  });

  it('revokes keys of the tenant only, and keeps who was first', async () => {
    const { keys } = await openDesk();
    const create = async (grants: readonly Grant[]) =>
      (await keys.create({ name: 'x', grants }, operatorPrincipal)).record.id;
    const own = await create([grantOf()]);
    const wider = await create([grantOf(), grantOf({ tenant: 'other' })]);
    const everywhere = await create([everythingGrant]);

    for (const id of [wider, everywhere, 'unknown', 'a\u0000b']) {
      const revoked = keys.revoke(id, { principal: admin(), tenant: 'acme' });
      await expect(revoked).rejects.toMatchObject({ code: 'E_KEY_NOT_FOUND' });
    }
    const everywhereElse = keys.revoke('unknown', { principal: operatorPrincipal, tenant: '*' });
    await expect(everywhereElse).rejects.toMatchObject({ code: 'E_KEY_NOT_FOUND' });
    const first = await keys.revoke(own, { principal: admin(), tenant: 'acme' });
    const second = await keys.revoke(own, { principal: operatorPrincipal, tenant: '*' });
    await keys.revoke(wider, { principal: operatorPrincipal, tenant: '*' });

    expect(first).toMatchObject({ status: 'revoked', revokedAt: NOW, revokedBy: 'key:admin' });
    expect(second).toEqual(first);
  });
});

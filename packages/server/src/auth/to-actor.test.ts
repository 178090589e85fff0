import { describe, expect, it } from 'vitest';
import type { Grant } from './grant.ts';
import { everythingGrant, operatorPrincipal } from './operator-principal.ts';
import { rolePermissions } from './role.ts';
import { toActor } from './to-actor.ts';
import type { ToolReach } from './tool-reach.ts';

function actorOf(grants: readonly Grant[], tenant = 'acme') {
  return toActor({ id: 'key:1', kind: 'key', name: 'One', grants, limits: {} }, tenant);
}

const caller = (fields: Partial<Grant> = {}): Grant => ({
  tenant: 'acme',
  roles: ['caller'],
  scopes: [],
  ...fields,
});

describe('toActor', () => {
  it('is nobody without a grant that counts in the tenant', () => {
    expect(actorOf([])).toBeUndefined();
    expect(actorOf([caller({ tenant: 'other' })])).toBeUndefined();
    expect(actorOf([caller()], '*')).toBeUndefined();
    expect(actorOf([caller({ roles: [] })])).toBeUndefined();
  });

  it('has what the roles of all grants of the tenant allow', () => {
    const actor = actorOf([
      caller(),
      caller({ roles: ['publisher'] }),
      caller({ tenant: 'other', roles: ['admin'] }),
    ]);

    expect([...(actor?.permissions ?? [])].sort()).toEqual(
      [...new Set([...rolePermissions.caller, ...rolePermissions.publisher])].sort(),
    );
    expect(actor?.caller).toEqual({ id: 'key:1', name: 'One', tenant: 'acme', scopes: [] });
  });

  it('counts a grant for all tenants in each, but what concerns the service only in that of the service', () => {
    const inTenant = actorOf([everythingGrant]);
    const inService = actorOf([everythingGrant], '*');

    expect(inTenant?.permissions.has('calls:create')).toBe(true);
    for (const permission of ['service:read', 'tenants:manage'] as const) {
      expect(inTenant?.permissions.has(permission)).toBe(false);
      expect(inService?.permissions.has(permission)).toBe(true);
    }
    expect(actorOf([caller({ roles: ['admin'] })])?.permissions.has('tenants:manage')).toBe(false);
  });

  it('lets the operator do everything', () => {
    const every = new Set(Object.values(rolePermissions).flat());

    expect(toActor(operatorPrincipal, '*')?.permissions).toEqual(every);
    expect(toActor(operatorPrincipal, 'acme')).toMatchObject({ scopes: ['*'], toolsets: undefined });
  });

  it.each<[string, readonly Grant[], ToolReach]>([
    [
      'adds up scopes',
      [caller({ scopes: ['b'] }), caller({ scopes: ['a', 'b'] })],
      { scopes: ['a', 'b'], toolsets: undefined },
    ],
    [
      'takes all for all',
      [caller({ scopes: ['b', '*'] }), caller({ scopes: ['a'] })],
      { scopes: ['*'], toolsets: undefined },
    ],
    [
      'adds up scopes of the same toolsets',
      [caller({ scopes: ['a'], toolsets: ['x', 'y'] }), caller({ scopes: ['b'], toolsets: ['y', 'x'] })],
      { scopes: ['a', 'b'], toolsets: ['x', 'y'] },
    ],
    [
      'keeps a scope of one toolset from being used through another',
      [caller({ scopes: ['a', 'c'], toolsets: ['x'] }), caller({ scopes: ['b', 'c'], toolsets: ['y'] })],
      { scopes: ['c'], toolsets: ['x', 'y'] },
    ],
    [
      'keeps all scopes of a toolset from being used outside of it',
      [caller({ scopes: ['*'], toolsets: ['x'] }), caller({ scopes: ['a'] })],
      { scopes: ['a'], toolsets: undefined },
    ],
    [
      'loses nothing by a grant that lies within another',
      [caller({ scopes: ['*'] }), caller({ toolsets: ['x'] }), caller({ scopes: ['a'], toolsets: ['y'] })],
      { scopes: ['*'], toolsets: undefined },
    ],
    [
      'reaches nothing more by a grant that only lets one look',
      [caller({ scopes: ['a'], toolsets: ['x'] }), caller({ roles: ['viewer'], scopes: ['*'] })],
      { scopes: ['a'], toolsets: ['x'] },
    ],
    [
      'reaches what it may look at if it may call nothing',
      [caller({ roles: ['viewer'], scopes: ['a'], toolsets: ['x'] })],
      { scopes: ['a'], toolsets: ['x'] },
    ],
    [
      'counts no grant of another tenant',
      [caller(), caller({ tenant: 'other', scopes: ['a'] })],
      { scopes: [], toolsets: undefined },
    ],
  ])('%s', (_name, grants, reach) => {
    for (const order of [grants, grants.toReversed()]) {
      expect(actorOf(order)).toMatchObject({ ...reach, caller: { scopes: reach.scopes } });
    }
  });
});

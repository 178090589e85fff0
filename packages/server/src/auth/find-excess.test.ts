import { describe, expect, it } from 'vitest';
import { findExcess } from './find-excess.ts';
import type { Grant } from './grant.ts';
import { everythingGrant } from './operator-principal.ts';

const grantOf = (fields: Partial<Grant> = {}): Grant => ({
  tenant: 'acme',
  roles: ['caller'],
  scopes: [],
  ...fields,
});

describe('findExcess', () => {
  it.each<[Grant, readonly Grant[]]>([
    [grantOf(), [grantOf()]],
    [grantOf({ scopes: ['a'], toolsets: ['x'] }), [everythingGrant]],
    [everythingGrant, [everythingGrant]],
    [grantOf({ roles: ['viewer', 'caller', 'publisher', 'approver'] }), [grantOf({ roles: ['admin'] })]],
    [grantOf({ scopes: ['a'], toolsets: ['x'] }), [grantOf({ scopes: ['*'] })]],
    [grantOf({ roles: ['approver'], tools: ['m'] }), [grantOf({ roles: ['admin'] })]],
    [grantOf({ roles: ['viewer', 'caller'] }), [grantOf({ roles: ['viewer'] }), grantOf()]],
    [grantOf({ scopes: ['a', 'b'] }), [grantOf({ scopes: ['a'] }), grantOf({ tenant: '*', scopes: ['b'] })]],
    [
      grantOf({ tenant: '*', scopes: ['a'] }),
      [grantOf({ tenant: '*', roles: ['admin'], scopes: ['a', 'b'] }), grantOf({ toolsets: ['x'] })],
    ],
  ])('finds nothing in %j by %j', (grant, others) => {
    expect(findExcess(grant, others)).toBeUndefined();
  });

  it.each<[string, Grant, readonly Grant[]]>([
    ['anything in tenant "acme"', grantOf(), []],
    ['anything in tenant "acme"', grantOf(), [grantOf({ tenant: 'other', roles: ['admin'], scopes: ['*'] })]],
    ['anything in tenant "*"', grantOf({ tenant: '*' }), [grantOf({ roles: ['admin'], scopes: ['*'] })]],
    ['the role "admin" in tenant "acme"', grantOf({ roles: ['caller', 'admin'] }), [grantOf()]],
    [
      'the role "publisher" in tenant "acme"',
      grantOf({ roles: ['publisher'] }),
      [grantOf({ roles: ['approver'] })],
    ],
    ['the scope "b" in tenant "acme"', grantOf({ scopes: ['a', 'b'] }), [grantOf({ scopes: ['a'] })]],
    ['the scope "*" in tenant "acme"', grantOf({ scopes: ['*'] }), [grantOf({ scopes: ['a'] })]],
    ['tools outside of toolsets in tenant "acme"', grantOf(), [grantOf({ toolsets: ['x'] })]],
    [
      'the tool "m" in tenant "acme"',
      grantOf({ roles: ['approver'], tools: ['m'] }),
      [grantOf({ roles: ['admin'], toolsets: ['x'] })],
    ],
    [
      'the tool "m" in tenant "acme"',
      grantOf({ roles: ['approver'], tools: ['n', 'm'] }),
      [grantOf({ roles: ['admin'], toolsets: ['x'] }), grantOf({ roles: ['approver'], tools: ['n'] })],
    ],
    ['the toolset "y" in tenant "acme"', grantOf({ toolsets: ['x', 'y'] }), [grantOf({ toolsets: ['x'] })]],
    [
      'the scope "a" in tenant "acme"',
      grantOf({ scopes: ['a'], toolsets: ['y'] }),
      [grantOf({ scopes: ['a'], toolsets: ['x'] }), grantOf({ toolsets: ['y'] })],
    ],
    [
      'the scope "a" in tenant "acme"',
      grantOf({ tenant: '*', scopes: ['a'] }),
      [
        grantOf({ tenant: '*', roles: ['admin'], scopes: ['a'] }),
        grantOf({ scopes: ['b'], toolsets: ['x'] }),
      ],
    ],
    [
      'tools outside of toolsets in tenant "acme"',
      grantOf({ roles: ['viewer'] }),
      [grantOf({ roles: ['viewer'], toolsets: ['x'] }), grantOf()],
    ],
    [
      'the toolset "y" in tenant "acme"',
      grantOf({ roles: ['publisher'], toolsets: ['y'] }),
      [
        grantOf({ roles: ['publisher'], toolsets: ['x'] }),
        grantOf({ roles: ['caller', 'viewer'], toolsets: ['y'] }),
      ],
    ],
    [
      'tools outside of toolsets in tenant "acme"',
      grantOf({ roles: ['viewer'] }),
      [grantOf({ roles: ['admin'], toolsets: ['x'] }), grantOf({ roles: ['viewer'] })],
    ],
  ])('finds %s', (excess, grant, others) => {
    expect(findExcess(grant, others)).toBe(excess);
  });
});

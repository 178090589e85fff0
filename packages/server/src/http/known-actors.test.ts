import { describe, expect, it } from 'vitest';
import { createPrincipal } from '../../../../test/http/service-double.ts';
import { createKnownActors } from './known-actors.ts';

const principal = createPrincipal('a', [{ tenant: '*', roles: ['viewer'], scopes: [] }]);

describe('createKnownActors', () => {
  it('gives the same actor for the same principal and tenant, and another for any other', () => {
    const find = createKnownActors();
    const actor = find(principal, 'acme');

    expect(actor?.tenant).toBe('acme');
    expect(find(principal, 'acme')).toBe(actor);
    expect(find(principal, 'other')?.tenant).toBe('other');
    expect(find({ ...principal, grants: [] }, 'acme')).toBeUndefined();
  });

  it('stays right however many tenants are asked for', () => {
    const find = createKnownActors();

    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 200; index++)
        expect(find(principal, `t${index}`)?.tenant).toBe(`t${index}`);
    }
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkNewKey } from './check-new-key.ts';
import type { Grant } from './grant.ts';
import { limitOf } from './permission-limit.ts';
import type { Principal } from './principal.ts';
import { type Role, rolePermissions, roles } from './role.ts';
import { toActor } from './to-actor.ts';

/** Every place, scope and way there is; the last of each is named by no grant, so that only `*` or no restriction covers it. */
const tenants = ['acme', 'other', 'third'];
const scopes = ['a', 'b', 'unnamed'];
const ways = ['x', 'y', 'outside'];
/** Tools of an approver, of which what lies in a toolset says nothing. */
const named = ['m', 'n', 'unnamed'];

const arbitraryPlace = fc.record({
  tenant: fc.constantFrom('acme', 'acme', 'other', '*'),
  scopes: fc.uniqueArray(fc.constantFrom('a', 'b', '*'), { maxLength: 2 }),
});
const arbitraryPlainGrant: fc.Arbitrary<Grant> = fc
  .record({
    tenant: fc.constantFrom('acme', 'acme', 'other', '*'),
    // Admins are likely: nobody else can make keys.
    roles: fc.uniqueArray(fc.constantFrom<Role>('admin', 'admin', ...roles), { minLength: 1, maxLength: 2 }),
    scopes: fc.uniqueArray(fc.constantFrom('a', 'b', '*'), { maxLength: 2 }),
    toolsets: fc.option(fc.uniqueArray(fc.constantFrom('x', 'y'), { minLength: 1 }), { nil: undefined }),
  })
  .map(({ toolsets, ...grant }) => (toolsets === undefined ? grant : { ...grant, toolsets }));
/** Of an approver of some tools. */
const arbitraryApproval: fc.Arbitrary<Grant> = fc
  .tuple(arbitraryPlace, fc.uniqueArray(fc.constantFrom('m', 'n'), { minLength: 1 }))
  .map(([grant, tools]) => ({ ...grant, roles: ['approver'], tools }));
const arbitraryGrant = fc.oneof(
  { arbitrary: arbitraryPlainGrant, weight: 4 },
  { arbitrary: arbitraryApproval, weight: 1 },
);

const arbitraryGrants = fc.array(arbitraryGrant, { minLength: 1, maxLength: 3 });
const arbitraryOrder = fc.tuple(fc.nat(), fc.array(arbitraryGrant, { minLength: 1, maxLength: 2 }));

/** Everything that grants allow, one fact each, found without the code under test. */
function factsOf(grants: readonly Grant[]): ReadonlySet<string> {
  return new Set(grants.flatMap((grant) => placesOf(grant).flatMap((place) => factsAt(place, grant))));
}

function placesOf({ tenant }: Grant): readonly string[] {
  return tenant === '*' ? ['*', ...tenants] : [tenant];
}

function factsAt(place: string, grant: Grant): readonly string[] {
  const permissions = grant.roles.flatMap((role) => rolePermissions[role]);
  const reached = scopes.filter((scope) => grant.scopes.includes('*') || grant.scopes.includes(scope));
  const limit = limitOf(grant);
  const open = ways.filter((way) => limit === undefined || limit.toolsets.includes(way));
  const decided = named.filter((tool) => limit === undefined || limit.tools.includes(tool));
  return permissions
    .filter((each) => place === '*' || !['service:read', 'tenants:manage'].includes(each))
    .flatMap((each) => {
      const isOfTools = each === 'calls:create' || each === 'tools:read';
      const calls = isOfTools
        ? open.flatMap((way) => reached.map((scope) => `${place} ${each} ${way} ${scope}`))
        : [];
      const places = [...open, ...decided].map((way) => `${place} ${each} ${way}`);
      return [`${place} ${each}`, ...places, ...calls];
    });
}

/** Everything that a principal can do, as the routes and the call path see it. */
function factsInUse(principal: Principal): readonly string[] {
  return ['*', ...tenants].flatMap((place) => {
    const actor = toActor(principal, place);
    if (actor === undefined) return [];
    const asGrant = { tenant: place, roles: [], scopes: actor.scopes };
    const reached = scopes.filter((each) => asGrant.scopes.includes('*') || asGrant.scopes.includes(each));
    const open = ways.filter((way) => actor.toolsets === undefined || actor.toolsets.includes(way));
    const uses = actor.permissions.has('calls:create') ? ['calls:create', 'tools:read'] : ['tools:read'];
    return [
      ...[...actor.permissions].flatMap((each) => {
        const { toolsets, tools } = actor.limits.get(each) ?? { toolsets: ways, tools: named };
        return [`${place} ${each}`, ...[...toolsets, ...tools].map((way) => `${place} ${each} ${way}`)];
      }),
      ...open.flatMap((way) =>
        reached.flatMap((scope) => uses.map((use) => `${place} ${use} ${way} ${scope}`)),
      ),
    ];
  });
}

function principalOf(grants: readonly Grant[]): Principal {
  return { id: 'key:1', kind: 'key', name: 'One', grants, limits: {} };
}

it('no chain of keys holds anything that the first one did not hold', () => {
  let [made, madeByMade] = [0, 0];
  fc.assert(
    fc.property(
      arbitraryGrants,
      fc.array(arbitraryOrder, { minLength: 20, maxLength: 40 }),
      (first, orders) => {
        const held = factsOf(first);
        const principals = [principalOf(first)];

        for (const [choice, grants] of orders) {
          const granter = principals[choice % principals.length];
          const key = granter && makeKey(grants, granter);
          if (granter === undefined || key === undefined) continue;
          // Grants that differ can come to less together than each of them says.
          const used = new Set(factsInUse(granter));
          expect(factsInUse(key).filter((fact) => !used.has(fact))).toEqual([]);
          principals.push(key);
          made += 1;
          if (granter !== principals[0]) madeByMade += 1;
        }

        const facts = principals.flatMap((each) => [...factsOf(each.grants), ...factsInUse(each)]);
        expect(facts.filter((fact) => !held.has(fact))).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
  // Most of what is asked for at random is refused; that some is not keeps this from proving nothing.
  expect([made, madeByMade].map((count) => count > 500)).toEqual([true, true]);
});

it('whoever may make keys can pass on what all of its grants come to, where that right reaches', () => {
  fc.assert(
    fc.property(arbitraryGrants, fc.constantFrom('*', 'acme', 'other'), (grants, tenant) => {
      const granter = principalOf(grants);
      const actor = toActor(granter, tenant);
      fc.pre(actor?.permissions.has('keys:manage') === true);
      // In a tenant that is named, all of them can come to less than in the others.
      fc.pre(tenant !== '*' || grants.every((grant) => grant.tenant === '*'));
      const { scopes: reached = [] } = actor ?? {};
      // No grant of tools gives that right.
      const toolsets = actor?.limits.get('keys:manage')?.toolsets;
      const same: Grant = { tenant, roles: ['admin'], scopes: reached, ...(toolsets && { toolsets }) };

      const key = makeKey([same], granter);

      expect(key && toActor(key, tenant)).toMatchObject({ scopes: reached, permissions: actor?.permissions });
      expect(key && toActor(key, tenant)?.toolsets).toEqual(toolsets);
    }),
  );
});

function makeKey(grants: readonly Grant[], granter: Principal): Principal | undefined {
  try {
    return principalOf(checkNewKey({ name: 'x', grants }, { granter, now: 0 }).grants);
  } catch {
    // That it exceeds what the granter holds.
    return undefined;
  }
}

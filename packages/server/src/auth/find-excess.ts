import { ALL_TENANTS, type Grant } from './grant.ts';
import { permissionsOf, toHoldings } from './holdings.ts';
import { findBeyondLimit, limitOf } from './permission-limit.ts';
import type { Role } from './role.ts';
import { findBeyond } from './tool-reach.ts';

/**
 * What a grant has that others have not in its tenant, for people; undefined if there is nothing. A grant for all tenants is
 * measured in each that the others name too, where they can come to less; in all that they don't name they come to what
 * they come to in `*`.
 */
export function findExcess(grant: Grant, others: readonly Grant[]): string | undefined {
  const named = grant.tenant === ALL_TENANTS ? others.map(({ tenant }) => tenant) : [];
  return [...new Set([grant.tenant, ...named])]
    .map((tenant) => findExcessIn(tenant, grant, others))
    .find(isPresent);
}

/**
 * What a grant has in a tenant that others have not there. The others hold a role if they hold everything that it allows there.
 *
 * A role is held in a toolset only by grants whose own toolsets include it, and handed on only where the right to make keys
 * reaches. Measured against everything that the others come to together, so that several grants which exceed nothing each
 * exceed nothing together either.
 */
function findExcessIn(tenant: string, grant: Grant, others: readonly Grant[]): string | undefined {
  const { scopes, toolsets, tools } = grant;
  const place = `in tenant "${tenant}"`;
  const held = toHoldings(others, tenant);
  if (held === undefined) return `anything ${place}`;
  const isHeld = (role: Role) =>
    [...permissionsOf([role], tenant)].every((each) => held.permissions.has(each));
  const role = grant.roles.find((each) => !isHeld(each));
  if (role !== undefined) return `the role "${role}" ${place}`;
  const given = [...permissionsOf(grant.roles, tenant), 'keys:manage' as const];
  const beyond =
    // Who decides about some tools calls none.
    findBeyond({ scopes, toolsets: tools === undefined ? toolsets : [] }, held) ??
    given.map((each) => findBeyondLimit(limitOf(grant), held.limits.get(each))).find(isPresent);
  return beyond === undefined ? undefined : `${beyond} ${place}`;
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

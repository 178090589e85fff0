import type { Actor } from './actor.ts';
import { toHoldings } from './holdings.ts';
import type { Principal } from './principal.ts';

/**
 * A principal in a tenant, or in `*` for the service itself; undefined if none of its grants counts there. Says nothing of
 * whether there is such a tenant.
 */
export function toActor(principal: Principal, tenant: string): Actor | undefined {
  const holdings = toHoldings(principal.grants, tenant);
  if (holdings === undefined) return undefined;
  const caller = Object.freeze({ id: principal.id, name: principal.name, tenant, scopes: holdings.scopes });
  return Object.freeze({ principal, tenant, ...holdings, caller });
}

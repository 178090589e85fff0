import type { Actor } from '../auth/actor.ts';
import type { Principal } from '../auth/principal.ts';
import { toActor } from '../auth/to-actor.ts';

const MAX_TENANTS = 64;

/** The actor of a principal in a tenant; undefined if it holds nothing there. */
export type FindActor = (principal: Principal, tenant: string) => Actor | undefined;

/**
 * Actors that were asked for before, for as long as their principal is the same object; it becomes another one when
 * anything about it changes. What is kept for an actor elsewhere is found again by it.
 */
export function createKnownActors(): FindActor {
  const known = new WeakMap<Principal, Map<string, Actor>>();
  return (principal, tenant) => {
    const tenants = known.get(principal) ?? new Map<string, Actor>();
    const before = tenants.get(tenant);
    if (before !== undefined) return before;
    const actor = toActor(principal, tenant);
    if (actor === undefined) return undefined;
    if (tenants.size >= MAX_TENANTS) tenants.clear();
    known.set(principal, tenants.set(tenant, actor));
    return actor;
  };
}

import type { Actor } from '../../packages/server/src/auth/actor.ts';
import type { Role } from '../../packages/server/src/auth/role.ts';
import { toActor } from '../../packages/server/src/auth/to-actor.ts';

/** Somebody with a key and some roles in a tenant. */
export function actorWith(id: string, roles: readonly Role[], tenant = 'acme'): Actor {
  const grants = [{ tenant, roles, scopes: ['*'] }];
  const actor = toActor({ id, kind: 'key', name: id, grants, limits: {} }, tenant);
  if (actor === undefined) throw new Error('The grant does not count.');
  return actor;
}

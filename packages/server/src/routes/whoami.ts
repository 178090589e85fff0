import { ToolcribError } from 'toolcrib';
import type { Principal } from '../auth/principal.ts';
import { toActor } from '../auth/to-actor.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { whoami } from './schemas/whoami.ts';

const getWhoami = defineRoute({
  method: 'GET',
  path: '/v1/whoami',
  id: 'whoami',
  access: 'authenticated',
  toolsetLimit: 'unaffected',
  tag: 'keys',
  summary: 'Say who you are to the service, and what you may do',
  answers: { 200: whoami },
  handle({ principal }) {
    if (principal === undefined) {
      throw new ToolcribError('E_UNAUTHENTICATED', 'Nobody was authenticated.');
    }
    return { body: toWhoami(principal) };
  },
});

export const whoamiRoutes: readonly Route[] = [getWhoami];

function toWhoami(principal: Principal) {
  const { id, kind, name, grants } = principal;
  const tenants = [...new Set(grants.map(({ tenant }) => tenant))].sort().flatMap((tenant) => {
    const actor = toActor(principal, tenant);
    if (actor === undefined) return [];
    const { permissions, scopes, toolsets = null } = actor;
    return [{ tenant, permissions: [...permissions].sort(), scopes, toolsets }];
  });
  return { id, kind, name, grants, tenants };
}

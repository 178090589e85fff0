import { ToolcribError } from 'toolcrib';
import { ALL_TENANTS } from '../auth/grant.ts';
import type { Service } from '../service/service.ts';
import type { FindActor } from './known-actors.ts';
import type { Route } from './route.ts';
import type { Visit } from './visit.ts';

/**
 * Finds out who asks, counts the request, and refuses it unless the route is open to them.
 *
 * @throws ToolcribError `E_UNAUTHENTICATED`, `E_RATE_LIMITED`, `E_FORBIDDEN`.
 */
export async function identify(
  visit: Visit,
  route: Route,
  { service, findActor }: { readonly service: Service; readonly findActor: FindActor },
): Promise<void> {
  const principal = visit.info.principal ?? (await service.authenticator.authenticate(visit.request));
  visit.principal = principal;
  service.limiter.takeRequest(principal);
  const tenant = visit.params.tenant ?? ALL_TENANTS;
  const actor = tenant === ALL_TENANTS && 'tenant' in visit.params ? undefined : findActor(principal, tenant);
  visit.actor = actor;
  const { access } = route;
  if (access === 'public' || access === 'authenticated') return;
  if (actor?.permissions.has(access) === true) return;
  throw new ToolcribError('E_FORBIDDEN', `This needs the permission "${access}" ${placeOf(tenant)}.`, {
    context: { permission: access },
  });
}

function placeOf(tenant: string): string {
  return tenant === ALL_TENANTS ? 'for all tenants' : 'in this tenant';
}

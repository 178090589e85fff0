import { ToolcribError } from 'toolcrib';
import type { Actor } from '../auth/actor.ts';
import { ALL_TENANTS } from '../auth/grant.ts';
import { servicePermissions } from '../auth/holdings.ts';
import type { NoGrants } from '../auth/principal.ts';
import type { Permission } from '../auth/role.ts';
import type { Service } from '../service/service.ts';
import type { FindActor } from './known-actors.ts';
import type { Route } from './route.ts';
import type { Visit } from './visit.ts';

/**
 * Finds out who asks, counts the request, and refuses it unless the route is open to them.
 *
 * @throws ToolcribError `E_UNAUTHENTICATED`, `E_RATE_LIMITED`, `E_FORBIDDEN`; for a key that is limited to toolsets also
 * that what the path names isn't there.
 */
export async function identify(
  visit: Visit,
  route: Route,
  { service, findActor }: { readonly service: Service; readonly findActor: FindActor },
): Promise<void> {
  const principal = visit.info.principal ?? (await service.authenticator.authenticate(visit.request));
  visit.principal = principal;
  await service.limiter.takeRequest(principal);
  const { access } = route;
  const named = visit.params.tenant;
  const isOfService = (servicePermissions as readonly string[]).includes(access);
  const tenant = isOfService ? ALL_TENANTS : (named ?? ALL_TENANTS);
  const actor = named === ALL_TENANTS ? undefined : findActor(principal, tenant);
  visit.actor = actor;
  if (access === 'public' || access === 'authenticated') return;
  if (actor?.permissions.has(access) === true) {
    if (named !== undefined) await confirmTenant(visit, { route, service, findActor, tenant: named });
    return await assertWithinLimit(visit, { route, service, actor });
  }
  const why = principal.noGrants === undefined ? '' : ` ${noGrantsTexts[principal.noGrants]}`;
  throw new ToolcribError('E_FORBIDDEN', `This needs the permission "${access}" ${placeOf(tenant)}.${why}`, {
    context: { permission: access },
  });
}

/** For people who have signed in, and may do nothing. */
const noGrantsTexts: Readonly<Record<NoGrants, string>> = {
  'no-claim': 'Your token gives you no permissions. Ask an operator of the service.',
  'no-rule':
    'Your token gives you no permissions: no rule matches its claims. Ask an operator of the service.',
  'claim-left-out':
    'Your token gives you no permissions: it does not list your groups, because they are too many. Ask an operator of the service.',
  'not-allowed':
    'Your token gives you no permissions that its issuer may give here. Ask an operator of the service.',
};

/** @throws ToolcribError `E_TENANT_NOT_FOUND`, also for one that was removed unless the route still answers about it. */
async function confirmTenant(
  { principal }: Visit,
  {
    route: { access, answersForRemoved },
    service: { tenants },
    findActor,
    tenant,
  }: {
    readonly route: Route;
    readonly service: Service;
    readonly findActor: FindActor;
    readonly tenant: string;
  },
): Promise<void> {
  const everywhere = principal && findActor(principal, ALL_TENANTS);
  if (answersForRemoved === true && everywhere?.permissions.has(access as Permission) === true) return;
  await tenants.confirm(tenant);
}

/**
 * Refuses what is outside the toolsets and tools at which the permission of a route ends.
 *
 * @throws ToolcribError `E_FORBIDDEN`, `E_TOOL_NOT_FOUND`, `E_TOOLSET_NOT_FOUND`, `E_TENANT_NOT_FOUND`.
 */
async function assertWithinLimit(
  { params }: Visit,
  { route, service, actor }: { readonly route: Route; readonly service: Service; readonly actor: Actor },
): Promise<void> {
  const limit = actor.limits.get(route.access as Permission);
  if (limit === undefined || route.toolsetLimit === 'filtered' || route.toolsetLimit === 'unaffected') return;
  if (route.toolsetLimit === 'refused') {
    const message = 'This concerns more than the toolsets or tools that you are limited to.';
    throw new ToolcribError('E_FORBIDDEN', message, { context: { permission: route.access, ...limit } });
  }
  const name = params.name?.slice(0, MAX_NAME) ?? '';
  const reach = (await service.tenants.open(actor.tenant)).reach(limit);
  if (route.toolsetLimit === 'toolset') {
    if (reach.hasToolset(name)) return;
    throw new ToolcribError('E_TOOLSET_NOT_FOUND', `There is no toolset "${name}".`, {
      context: { toolset: name },
    });
  }
  if (reach.hasTool(name)) return;
  throw new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${name}" in the catalogue.`, {
    context: { toolName: name },
  });
}

/** Longer than any name. */
const MAX_NAME = 256;

function placeOf(tenant: string): string {
  return tenant === ALL_TENANTS ? 'for all tenants' : 'in this tenant';
}

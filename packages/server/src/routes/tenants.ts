import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import { ALL_TENANTS } from '../auth/grant.ts';
import type { Principal } from '../auth/principal.ts';
import { decodeCursor } from '../http/cursor.ts';
import { toPage } from '../http/page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { Removal, TenantRecord } from '../store/service-store.ts';
import { publishTools } from '../tenants/publish-tools.ts';
import { queryFlag, tenantName, tenantParams } from './schemas/fields.ts';
import { pageOf, pageQuery } from './schemas/page.ts';
import { createdTenant, removedTenant, tenant, updatedTenant } from './schemas/tenant.ts';

const tag = 'tenants';

const listTenants = defineRoute({
  method: 'GET',
  path: '/v1/tenants',
  id: 'listTenants',
  access: 'service:read',
  toolsetLimit: 'refused',
  tag,
  summary: 'List the tenants, by name',
  query: pageQuery,
  answers: { 200: pageOf(tenant) },
  async handle({ service, query: { limit, after } }) {
    const found = await service.store.listTenants({ after: decodeCursor(after), limit: limit + 1 });
    return { body: toPage(found.map(toTenantView), limit, ({ name }) => name) };
  },
});

const getTenant = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}',
  id: 'getTenant',
  access: 'tools:read',
  toolsetLimit: 'unaffected',
  tag,
  summary: 'Show a tenant',
  params: tenantParams,
  answers: { 200: tenant },
  async handle({ service, params }) {
    const found = await service.store.getTenant(params.tenant);
    if (found === undefined) throw noTenant(params.tenant);
    return { body: toTenantView(found) };
  },
});

const createTenant = defineRoute({
  method: 'POST',
  path: '/v1/tenants',
  id: 'createTenant',
  access: 'tenants:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'Create a tenant',
  description: 'The name of a tenant that was removed is never free again: it stays with its audit log.',
  body: z
    .strictObject({
      name: tenantName,
      title: z
        .string()
        .min(1)
        .max(256)
        .meta({ description: 'For people. Without it, the name.' })
        .exactOptional(),
      hostTools: z.boolean().default(false).meta({
        description:
          'Whether the tenant may run the code of this service. Its definitions are published to it then.',
      }),
    })
    .meta({ id: 'CreateTenantRequest', description: 'What a tenant is to be.' }),
  answers: { 201: createdTenant },
  subject: ({ body }) => body.name,
  async handle({ service, actor, body }) {
    const { name, title = name, hostTools: hasHostTools } = body;
    const by = actor.principal.id;
    const createdAt = new Date(service.clock.now()).toISOString();
    const record = { name, title, hasHostTools, createdAt, createdBy: by };
    if (!(await service.store.insertTenant(record))) throw await nameTaken(service, name);
    const room = await service.tenants.open(name);
    const report = hasHostTools
      ? await publishTools(room, service.hostTools, { by, source: HOST_SOURCE })
      : undefined;
    return {
      status: 201,
      body: { tenant: toTenantView(record), published: report ?? null },
      headers: { location: `/v1/tenants/${encodeURIComponent(name)}` },
    };
  },
});

const updateTenant = defineRoute({
  method: 'PATCH',
  path: '/v1/tenants/{tenant}',
  id: 'updateTenant',
  access: 'tenants:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'Change the title of a tenant, or whether it may run the code of the service',
  description:
    'In every process within a second. A tenant that may not run the code any more has no tools to call; calls that run come to their end. What its catalogue has stays.',
  params: tenantParams,
  body: z
    .strictObject({
      title: z.string().min(1).max(256).meta({ description: 'For people.' }).exactOptional(),
      hostTools: z
        .boolean()
        .meta({ description: 'Whether it may run the code of the service.' })
        .exactOptional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'must have a title or hostTools')
    .meta({ id: 'UpdateTenantRequest', description: 'What is to be changed of a tenant.' }),
  answers: { 200: updatedTenant },
  async handle({ service, actor, params: { tenant: name }, body: { title, hostTools: hasHostTools } }) {
    if (hasHostTools === false) assertNotRequired(service, name);
    const changed = await service.store.updateTenant(name, { title, hasHostTools });
    if (changed === undefined) throw noTenant(name);
    await service.tenants.refresh(name);
    const options = { by: actor.principal.id, source: HOST_SOURCE };
    // Also if it says nothing new: a process may have died between the change and the tools.
    const published = hasHostTools
      ? await publishTools(await service.tenants.open(name), service.hostTools, options)
      : null;
    return {
      body: { tenant: toTenantView(changed), published },
      audited: {
        details: {
          ...(title !== undefined && { title }),
          ...(hasHostTools !== undefined && { hostTools: hasHostTools }),
        },
        tenants: [ALL_TENANTS],
      },
    };
  },
});

const removeTenant = defineRoute({
  method: 'DELETE',
  path: '/v1/tenants/{tenant}',
  id: 'removeTenant',
  access: 'tenants:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'Remove a tenant for good, with its tools, toolsets, keys and open calls',
  description:
    'In every process within a second: requests for the tenant are refused, streams end, calls that run are aborted, and open approvals are rejected. What remains is its audit log, which holders of a permission for all tenants can still read, and its ended calls in the database, until they are forgotten like all others. Its name is never free again. Repeat it if it was interrupted.',
  params: tenantParams,
  query: z.strictObject({
    dryRun: queryFlag.meta({ description: 'Whether to remove nothing, and only tell what would be lost.' }),
  }),
  answersForRemoved: true,
  subject: ({ params, query }) => (query.dryRun ? `${params.tenant} (dry run)` : params.tenant),
  answers: { 200: removedTenant },
  async handle({ service, actor: { principal }, params: { tenant: name }, query: { dryRun } }) {
    assertNotRequired(service, name);
    const known = (await service.store.getTenant(name)) ?? (await service.store.getRemovedTenant(name));
    if (known === undefined) throw noTenant(name);
    const lost = await findLost(service, name);
    const { removal } = dryRun ? { removal: undefined } : await remove(service, name, principal);
    return {
      body: {
        tenant: toTenantView(known),
        isRemoved: removal !== undefined,
        removedAt: removal?.at ?? null,
        removedBy: removal?.by ?? null,
        lost,
      },
      audited: { details: lost, tenants: dryRun ? [] : [ALL_TENANTS] },
    };
  },
});

export const tenantsRoutes: readonly Route[] = [
  listTenants,
  getTenant,
  createTenant,
  updateTenant,
  removeTenant,
];

/** As many calls as a ledger finds at once. */
const MAX_COUNTED_CALLS = 1_000;

/** What a tenant has now that ends with it. Of one that was removed already: what is left. */
async function findLost({ tenants, keys, ledger, store }: Service, tenant: string) {
  const isThere = (await store.getTenant(tenant)) !== undefined;
  const catalog = isThere ? (await tenants.open(tenant)).catalog : undefined;
  const open = { states: ['waiting', 'running'] as const, tenant, limit: MAX_COUNTED_CALLS };
  return {
    tools: catalog?.list({ status: 'any' }).length ?? 0,
    drafts: catalog?.drafts().length ?? 0,
    toolsets: catalog?.toolsets.list().length ?? 0,
    keys: (await keys.onlyIn(tenant)).length,
    openCalls: (await ledger.findSummaries(open)).length,
  };
}

/** Every step can be done again, so that a removal that was interrupted is completed by another one. */
async function remove(
  { store, keys, tenants, approvals, clock }: Service,
  name: string,
  principal: Principal,
): Promise<{ readonly removal: Removal }> {
  // First what all processes look at, then what lets them look.
  await store.removeTenant(name, { at: new Date(clock.now()).toISOString(), by: principal.id });
  const removed = await store.getRemovedTenant(name);
  if (removed === undefined) throw noTenant(name);
  await tenants.refresh(name);
  await keys.revokeOnlyIn(name, principal);
  await tenants.clear(name, { by: principal.id });
  // Other processes abort the calls that wait there; those of a process that died would wait for the end of their gates.
  await approvals.rejectAll(name, principal, 'The tenant was removed.');
  return removed;
}

/** @throws ToolcribError `E_TENANT_REQUIRED`. */
function assertNotRequired({ publishTo }: Service, name: string): void {
  if (name !== REQUIRED_TENANT && !publishTo.includes(name)) return;
  const message = `The service publishes its tools to the tenant "${name}" at every start: it stays, and keeps its host tools.`;
  throw new ToolcribError('E_TENANT_REQUIRED', message, { context: { tenant: name } });
}

/** Also where another process does the publishing, as beside the command line. */
const REQUIRED_TENANT = 'default';

async function nameTaken({ store }: Service, name: string): Promise<ToolcribError> {
  const removed = await store.getRemovedTenant(name);
  const message =
    removed === undefined
      ? `There is a tenant "${name}" already.`
      : `The tenant "${name}" was removed at ${removed.removal.at}, and its name stays with its audit log. Choose another name.`;
  return new ToolcribError('E_TENANT_EXISTS', message, { context: { tenant: name } });
}

/** Where tools come from that the process brings itself. */
const HOST_SOURCE = 'host';

function toTenantView({ name, title, hasHostTools: hostTools, createdAt, createdBy }: TenantRecord) {
  return { name, title, hostTools, createdAt, createdBy };
}

function noTenant(name: string): ToolcribError {
  return new ToolcribError('E_TENANT_NOT_FOUND', `There is no tenant "${name}".`, {
    context: { tenant: name },
  });
}

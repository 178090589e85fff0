import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import { decodeCursor } from '../http/cursor.ts';
import { toPage } from '../http/page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { TenantRecord } from '../store/service-store.ts';
import { publishTools } from '../tenants/publish-tools.ts';
import { tenantName, tenantParams } from './schemas/fields.ts';
import { pageOf, pageQuery } from './schemas/page.ts';
import { createdTenant, tenant } from './schemas/tenant.ts';

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
  description: 'Tenants cannot be removed: who has used a name stays in its audit log.',
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
    if (!(await service.store.insertTenant(record))) {
      throw new ToolcribError('E_TENANT_EXISTS', `There is a tenant "${name}" already.`, {
        context: { tenant: name },
      });
    }
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

export const tenantsRoutes: readonly Route[] = [listTenants, getTenant, createTenant];

/** Where tools come from that the process brings itself. */
const HOST_SOURCE = 'host';

function toTenantView({ hasHostTools: hostTools, ...tenant }: TenantRecord) {
  return { ...tenant, hostTools };
}

function noTenant(name: string): ToolcribError {
  return new ToolcribError('E_TENANT_NOT_FOUND', `There is no tenant "${name}".`, {
    context: { tenant: name },
  });
}

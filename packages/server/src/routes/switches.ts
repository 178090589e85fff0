import type { ToolRegistration } from 'toolcrib/catalog';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { changeOf } from './change-of.ts';
import { etagOf } from './etag-of.ts';
import { openReached, type ReachedTenant } from './open-reached.ts';
import { pageByKey } from './page-by-key.ts';
import {
  reason,
  reasonBody,
  requestedDate,
  tenantParams,
  toolName,
  toolParams,
  versionName,
} from './schemas/fields.ts';
import { pageOf, pageQuery } from './schemas/page.ts';
import { quarantinedName, registration } from './schemas/registration.ts';
import { toRegistration } from './to-registration.ts';

const tag = 'catalog';

/** Of a name, which may be in quarantine without a tool. */
const nameState = z
  .strictObject({
    name: z.string(),
    registration: registration.nullable().meta({ description: 'Null if there is no tool of that name.' }),
  })
  .meta({ id: 'NameState', description: 'A name, and its tool if it has one.' });

const enableTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/enable',
  id: 'enableTool',
  access: 'catalog:switch',
  toolsetLimit: 'tool',
  tag,
  summary: 'Switch a tool on',
  params: toolParams,
  body: reasonBody,
  answers: { 200: registration },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:switch');
    const changed = await tenant.room.catalog.setEnabled(params.name, true, changeOf(actor, body.reason));
    return { body: toRegistration(tenant, changed, service.hostTools) };
  },
});

const disableTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/disable',
  id: 'disableTool',
  access: 'catalog:switch',
  toolsetLimit: 'tool',
  tag,
  summary: 'Switch a tool off, for everybody and at once',
  description: 'Until it is switched on, or another version is published. A quarantine outlives that.',
  params: toolParams,
  body: reasonBody,
  answers: { 200: registration },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:switch');
    const changed = await tenant.room.catalog.setEnabled(params.name, false, changeOf(actor, body.reason));
    return { body: toRegistration(tenant, changed, service.hostTools) };
  },
});

const version = versionName
  .meta({ description: 'Which version; null is the one without. Without it, the current one.' })
  .exactOptional();

const deprecateTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/deprecate',
  id: 'deprecateTool',
  access: 'catalog:write',
  toolsetLimit: 'tool',
  tag,
  summary: 'Say that a version is on its way out',
  params: toolParams,
  body: z
    .strictObject({
      message: z.string().min(1).max(4096).meta({ description: 'Why, and what to do instead.' }),
      replacement: toolName.meta({ description: 'The tool to use instead.' }).exactOptional(),
      sunset: requestedDate.meta({ description: 'When it will be gone.' }).exactOptional(),
      version,
    })
    .meta({ id: 'DeprecateRequest', description: 'That a version is on its way out.' }),
  answers: { 200: registration },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:write');
    const changed = await tenant.room.catalog.deprecate(params.name, { ...body, by: actor.principal.id });
    return { body: toRegistration(tenant, changed, service.hostTools) };
  },
});

const undeprecateTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/undeprecate',
  id: 'undeprecateTool',
  access: 'catalog:write',
  toolsetLimit: 'tool',
  tag,
  summary: 'Take a deprecation back',
  params: toolParams,
  body: z
    .strictObject({ version, reason: reason.exactOptional() })
    .default({})
    .meta({ id: 'UndeprecateRequest', description: 'Which version, and why.' }),
  answers: { 200: registration },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:write');
    const changed = await tenant.room.catalog.undeprecate(params.name, { ...body, by: actor.principal.id });
    return { body: toRegistration(tenant, changed, service.hostTools) };
  },
});

const listQuarantine = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/quarantine',
  id: 'listQuarantine',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'List the names in quarantine, with a tool or without',
  params: tenantParams,
  query: pageQuery,
  answers: { 200: pageOf(quarantinedName) },
  async handle(context) {
    const { room, reach } = await openReached(context, 'catalog:read');
    const reached = room.catalog.quarantinedNames().filter(({ name }) => reach.hasTool(name));
    const page = pageByKey(reached, context.query, ({ name }) => name);
    const items = page.items.map(({ name, quarantine }) => {
      return { name, quarantine, hasTool: room.catalog.get(name) !== undefined };
    });
    const body = { ...page, items };
    return { body, etag: etagOf(body) };
  },
});

const quarantineTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/quarantine',
  id: 'quarantineTool',
  access: 'catalog:govern',
  toolsetLimit: 'tool',
  tag,
  summary: 'Put a name into quarantine, with every version that it has or will get',
  params: toolParams,
  body: z.strictObject({ reason }).meta({ id: 'QuarantineRequest', description: 'Why it must not be used.' }),
  answers: { 200: nameState },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:govern');
    const changed = await tenant.room.catalog.quarantine(params.name, { ...body, by: actor.principal.id });
    return { body: toNameState({ tenant, service }, params.name, changed) };
  },
});

const releaseTool = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/release',
  id: 'releaseTool',
  access: 'catalog:govern',
  toolsetLimit: 'tool',
  tag,
  summary: 'End a quarantine',
  params: toolParams,
  body: reasonBody,
  answers: { 200: nameState },
  async handle(context) {
    const { service, actor, params, body } = context;
    const tenant = await openReached(context, 'catalog:govern');
    const changed = await tenant.room.catalog.release(params.name, changeOf(actor, body.reason));
    return { body: toNameState({ tenant, service }, params.name, changed) };
  },
});

export const switchesRoutes: readonly Route[] = [
  enableTool,
  disableTool,
  deprecateTool,
  undeprecateTool,
  listQuarantine,
  quarantineTool,
  releaseTool,
];

function toNameState(
  { tenant, service }: { readonly tenant: ReachedTenant; readonly service: Pick<Service, 'hostTools'> },
  name: string,
  changed: ToolRegistration | undefined,
) {
  const registered = changed === undefined ? null : toRegistration(tenant, changed, service.hostTools);
  return { name, registration: registered };
}

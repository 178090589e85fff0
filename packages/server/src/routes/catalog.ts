import { ToolcribError } from 'toolcrib';
import type { ToolRegistration, ToolSpec } from 'toolcrib/catalog';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { decodeCursor } from '../http/cursor.ts';
import { toPage } from '../http/page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Reach } from '../tenants/reach.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import { changeOf } from './change-of.ts';
import { etagOf } from './etag-of.ts';
import { openReached } from './open-reached.ts';
import { registerSpecs } from './register-specs.ts';
import { reason, reasonQuery, tenantName, tenantParams, toolName, toolParams } from './schemas/fields.ts';
import { pageFields, pageOf, pageQuery } from './schemas/page.ts';
import { catalogItem, registerAnswer, registration, toolVersion } from './schemas/registration.ts';
import { specRequest } from './schemas/spec.ts';
import { toCatalogItem, toRegistration, toVersionPage } from './to-registration.ts';

const tag = 'catalog';
/** Of many specs at once. */
const MAX_BODY_BYTES = 2_097_152;

const listCatalog = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/tools',
  id: 'listCatalog',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'List everything in the catalogue, by name',
  description:
    'Also what nobody may call: tools that are disabled, in quarantine, gone, or without code here.',
  params: tenantParams,
  query: z.strictObject({
    ...pageFields,
    status: z
      .enum(['active', 'deprecated', 'sunset', 'disabled', 'quarantined', 'any'])
      .default('any')
      .meta({ description: 'Only tools of this status.' }),
    tag: z.string().min(1).max(128).exactOptional(),
    prefix: z.string().min(1).max(256).exactOptional(),
  }),
  answers: { 200: pageOf(catalogItem) },
  async handle(context) {
    const tenant = await openReached(context, 'catalog:read');
    const { room, reach } = tenant;
    const { limit, after, ...filter } = context.query;
    const wanted = { ...filter, after: decodeCursor(after) };
    const found = reach.isLimited
      ? room.catalog.list(wanted).filter(({ spec }) => reach.hasTool(spec.name))
      : room.catalog.list({ ...wanted, limit: limit + 1 });
    const page = toPage(found.slice(0, limit + 1), limit, ({ spec }) => spec.name);
    const body = { ...page, items: page.items.map((item) => toCatalogItem(tenant, item)) };
    return { body, etag: etagOf(body) };
  },
});

const registerTools = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/catalog/tools',
  id: 'registerTools',
  access: 'catalog:write',
  // A spec is judged against all tools of the tenant, and what is found would tell of them.
  toolsetLimit: 'refused',
  tag,
  summary: 'Publish specs: all of them, or none',
  description:
    'A new name is created, a new version becomes the current one, an identical one changes nothing. What the policy of the tool wants to be reviewed becomes a draft.',
  params: tenantParams,
  body: z
    .strictObject({
      specs: z.array(specRequest).min(1).max(1000),
      source: z
        .string()
        .min(1)
        .max(512)
        .meta({ description: 'Where they come from, such as the address of a server.' })
        .exactOptional(),
      draft: z
        .boolean()
        .meta({ description: 'Whether new versions wait to be approved anyway.' })
        .exactOptional(),
      waivers: z
        .array(z.strictObject({ rule: z.string().min(1).max(256), reason }))
        .max(64)
        .meta({
          description:
            'Lint rules whose findings do not count, each with its reason. Without "catalog:govern", only drafts take them, which an approver reviews.',
        })
        .exactOptional(),
      reason: reason.exactOptional(),
    })
    .meta({ id: 'RegisterRequest', description: 'Specs to publish.' }),
  answers: {
    200: registerAnswer,
    201: registerAnswer,
  },
  maxBodyBytes: MAX_BODY_BYTES,
  subject: ({ body }) => body.specs.map(({ name }) => name).join(' '),
  async handle(context) {
    const { actor, body } = context;
    const { room, reach: governed } = await openReached(context, 'catalog:govern');
    const { specs, reason: why, ...options } = body;
    if (options.waivers?.length && options.draft !== true) assertMayWaive(actor, governed, specs);
    // The catalogue reads them as it reads anything from outside.
    const results = await registerSpecs(room.catalog, specs as readonly ToolSpec[], {
      ...options,
      ...changeOf(actor, why),
    });
    const isNew = results.some(({ outcome }) => outcome !== 'unchanged');
    return { status: isNew ? 201 : 200, body: { results } };
  },
});

const getRegistration = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}',
  id: 'getRegistration',
  access: 'catalog:read',
  toolsetLimit: 'tool',
  tag,
  summary: 'Show a tool of the catalogue, whatever its status',
  params: toolParams,
  query: z.strictObject({
    range: z
      .string()
      .min(1)
      .max(256)
      .meta({ description: 'The best version in this SemVer range. Without it, the current one.' })
      .exactOptional(),
  }),
  answers: { 200: registration },
  async handle(context) {
    const { service, params, query } = context;
    const tenant = await openReached(context, 'catalog:read');
    const { room } = tenant;
    const wanted = query.range === undefined ? undefined : { range: query.range };
    const found = requireTool(room, params.name) && room.catalog.get(params.name, wanted);
    if (found === undefined) throw noVersion(params.name, `in the range "${query.range}"`);
    return tagged(toRegistration(tenant, found, service.hostTools));
  },
});

const removeTool = defineRoute({
  method: 'DELETE',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}',
  id: 'removeTool',
  access: 'catalog:write',
  toolsetLimit: 'tool',
  tag,
  summary: 'Remove a tool with all its versions',
  description: 'Its events stay, and a quarantine of its name does too.',
  params: toolParams,
  query: reasonQuery,
  answers: { 204: null },
  async handle({ service, actor, params, query }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    const isRemoved = await catalog.remove(params.name, changeOf(actor, query.reason));
    if (!isRemoved) throw noTool(params.name);
    return {};
  },
});

const listVersions = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/versions',
  id: 'listVersions',
  access: 'catalog:read',
  toolsetLimit: 'tool',
  tag,
  summary: 'List every version of a tool, in the order of their first registration',
  params: toolParams,
  query: pageQuery,
  answers: { 200: pageOf(toolVersion) },
  async handle(context) {
    const { params, query } = context;
    const tenant = await openReached(context, 'catalog:read');
    requireTool(tenant.room, params.name);
    return tagged(toVersionPage(tenant, params.name, query));
  },
});

const getVersion = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/tools/{name}/versions/{version}',
  id: 'getVersion',
  access: 'catalog:read',
  toolsetLimit: 'tool',
  tag,
  summary: 'Show one version of a tool, by its number or its digest',
  description: 'The version without a number is found by its digest.',
  params: z.strictObject({ tenant: tenantName, name: toolName, version: z.string().min(1).max(128) }),
  answers: { 200: registration },
  async handle(context) {
    const { service, params } = context;
    const tenant = await openReached(context, 'catalog:read');
    const { room } = tenant;
    requireTool(room, params.name);
    const found = findVersion(room, params);
    if (found === undefined) throw noVersion(params.name, `"${params.version}"`);
    return tagged(toRegistration(tenant, found, service.hostTools));
  },
});

export const catalogRoutes: readonly Route[] = [
  listCatalog,
  registerTools,
  getRegistration,
  removeTool,
  listVersions,
  getVersion,
];

/** Who publishes something is not the one to say that what was found in it does not matter. */
function assertMayWaive(
  { permissions }: Actor,
  governed: Reach,
  specs: readonly Pick<ToolSpec, 'name'>[],
): void {
  if (permissions.has('catalog:govern') && specs.every(({ name }) => governed.hasTool(name))) return;
  throw new ToolcribError(
    'E_FORBIDDEN',
    'Waivers need the permission "catalog:govern" for each of these tools. Without it, publish a draft and ask an approver to approve it.',
    { context: { permission: 'catalog:govern' } },
  );
}

/** A digest comes first: it means one content, and no version can pass for another by being called like its digest. */
function findVersion(
  { catalog }: TenantRoom,
  { name, version }: { readonly name: string; readonly version: string },
): ToolRegistration | undefined {
  const byDigest = catalog.versions(name).find(({ digest }) => digest === version);
  return catalog.get(name, { version: byDigest === undefined ? version : (byDigest.spec.version ?? null) });
}

function requireTool({ catalog }: TenantRoom, name: string): true {
  if (catalog.get(name) === undefined) throw noTool(name);
  return true;
}

function noTool(toolName: string): ToolcribError {
  return new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${toolName}" in the catalogue.`, {
    context: { toolName },
  });
}

function noVersion(name: string, wanted: string): ToolcribError {
  return new ToolcribError('E_VERSION_NOT_FOUND', `The tool "${name}" has no version ${wanted}.`, {
    context: { toolName: name },
  });
}

function tagged(body: unknown) {
  return { body, etag: etagOf(body) };
}

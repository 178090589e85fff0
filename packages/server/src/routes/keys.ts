import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { KeyView, RevokedKey } from '../auth/api-keys.ts';
import { ALL_TENANTS, type Grant } from '../auth/grant.ts';
import { decodeCursor } from '../http/cursor.ts';
import { InvalidRequest } from '../http/invalid-request.ts';
import { toPage } from '../http/page.ts';
import { defineRoute, type Route, type RouteAnswer } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { PageRequest } from './page-by-key.ts';
import { queryFlag, tenantName, tenantParams } from './schemas/fields.ts';
import { createdKey, key, keyRequest, revokedKey, tenantKeyRequest } from './schemas/key.ts';
import { pageOf, pageQuery } from './schemas/page.ts';

const tag = 'keys';
const keyId = z.string().min(1).max(64);
const revokeQuery = z.strictObject({
  withMade: queryFlag.meta({
    description:
      'Whether to revoke also the keys that were made with it, and those that were made with these.',
  }),
});

const listTenantKeys = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/keys',
  id: 'listTenantKeys',
  access: 'keys:manage',
  toolsetLimit: 'filtered',
  tag,
  summary: 'List the keys that hold something in the tenant, by id',
  description:
    'Of each of them only what it holds here. `createdBy` says whose hand it is from. A key that is limited to toolsets sees only the keys that it made itself.',
  params: tenantParams,
  query: pageQuery,
  answers: { 200: pageOf(key) },
  handle: async ({ service, actor, query }) => ({
    body: await listKeys(service, actor.tenant, { ...query, createdBy: onlyMaker(actor) }),
  }),
});

const createTenantKey = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/keys',
  id: 'createTenantKey',
  access: 'keys:manage',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Make a key for the tenant',
  description:
    'It can hold nothing that you do not hold yourself, and lives no longer than you. A token makes keys that outlive it only if its issuer is configured so. The key is in the answer, and never shown again.',
  params: tenantParams,
  body: tenantKeyRequest,
  answers: { 201: createdKey },
  async handle({ service, actor, body }) {
    const grants = body.grants.map((grant, index) => ({
      ...grant,
      tenant: ownTenant(grant, actor.tenant, index),
    }));
    await requireTenants(service, grants);
    return toCreated(await service.keys.create({ ...body, grants }, actor.principal));
  },
});

const revokeTenantKey = defineRoute({
  method: 'DELETE',
  path: '/v1/tenants/{tenant}/keys/{id}',
  id: 'revokeTenantKey',
  access: 'keys:manage',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Revoke a key of the tenant',
  description:
    'Everywhere within a second. A key that holds something elsewhere too is not yours to revoke. Keys that were made with it stay, unless you ask for them too.',
  params: z.strictObject({ tenant: tenantName, id: keyId }),
  query: revokeQuery,
  answers: { 200: revokedKey },
  async handle({ service, actor, params, query }) {
    const { principal, tenant } = actor;
    const by = { principal, tenant, createdBy: onlyMaker(actor), ...query };
    return toRevoked(await service.keys.revoke(params.id, by));
  },
});

const listAllKeys = defineRoute({
  method: 'GET',
  path: '/v1/keys',
  id: 'listKeys',
  access: 'keys:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'List all keys, by id',
  query: pageQuery,
  answers: { 200: pageOf(key) },
  handle: async ({ service, query }) => ({ body: await listKeys(service, ALL_TENANTS, query) }),
});

const createKey = defineRoute({
  method: 'POST',
  path: '/v1/keys',
  id: 'createKey',
  access: 'keys:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'Make a key for several tenants, or for all of them and the service itself',
  description:
    'It can hold nothing that you do not hold yourself, and lives no longer than you. A token makes keys that outlive it only if its issuer is configured so. The key is in the answer, and never shown again.',
  body: keyRequest,
  answers: { 201: createdKey },
  async handle({ service, actor, body }) {
    await requireTenants(service, body.grants);
    return toCreated(await service.keys.create(body, actor.principal));
  },
});

const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/v1/keys/{id}',
  id: 'revokeKey',
  access: 'keys:manage',
  toolsetLimit: 'refused',
  tag,
  summary: 'Revoke any key',
  description: 'Everywhere within a second. Keys that were made with it stay, unless you ask for them too.',
  params: z.strictObject({ id: keyId }),
  query: revokeQuery,
  answers: { 200: revokedKey },
  async handle({ service, actor, params, query }) {
    const by = { principal: actor.principal, tenant: ALL_TENANTS, ...query };
    return toRevoked(await service.keys.revoke(params.id, by));
  },
});

export const keysRoutes: readonly Route[] = [
  listTenantKeys,
  createTenantKey,
  revokeTenantKey,
  listAllKeys,
  createKey,
  revokeKey,
];

/** A key that is limited to toolsets has to do with no keys but those that it made. */
function onlyMaker({ limits, principal }: Actor): string | undefined {
  return limits.has('keys:manage') ? principal.id : undefined;
}

async function listKeys(
  service: Service,
  tenant: string,
  { limit, after, createdBy }: PageRequest & { readonly createdBy?: string | undefined },
) {
  const found = await service.keys.list(tenant, { after: decodeCursor(after), limit: limit + 1, createdBy });
  return toPage(found, limit, ({ id }) => id);
}

/** Nobody is to believe that they have made a key for another tenant. */
function ownTenant({ tenant }: Partial<Pick<Grant, 'tenant'>>, own: string, index: number): string {
  if (tenant === undefined || tenant === own) return own;
  const path = ['grants', index, 'tenant'];
  throw new InvalidRequest('A key of a tenant holds nothing in another.', [
    { path, message: `must be "${own}"` },
  ]);
}

/** A grant in a tenant that does not exist would hold everything that somebody creates there later. */
async function requireTenants(service: Service, grants: readonly Grant[]): Promise<void> {
  for (const tenant of new Set(grants.map((grant) => grant.tenant))) {
    if (tenant === ALL_TENANTS || (await service.store.getTenant(tenant)) !== undefined) continue;
    throw new ToolcribError('E_TENANT_NOT_FOUND', `There is no tenant "${tenant}".`, { context: { tenant } });
  }
}

function toRevoked(body: RevokedKey): RouteAnswer {
  const { alsoRevoked } = body;
  return alsoRevoked.length === 0 ? { body } : { body, audited: { details: { alsoRevoked } } };
}

/** Who holds what by whose hand is for every tenant to know that it concerns. */
function toCreated(created: { readonly key: string; readonly record: KeyView }): RouteAnswer {
  const { id, name, grants, expiresAt } = created.record;
  return {
    status: 201,
    body: created,
    headers: { 'cache-control': 'no-store' },
    audited: {
      subject: id,
      details: { name, grants, expiresAt },
      tenants: grants.map(({ tenant }) => tenant),
    },
  };
}

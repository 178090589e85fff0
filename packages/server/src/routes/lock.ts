import { type CatalogSelection, lockCatalogText, verifyLockText } from 'toolcrib/governance';
import { z } from 'zod';
import { InvalidRequest } from '../http/invalid-request.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import { etagOf } from './etag-of.ts';
import { preflightFor } from './preflight-for.ts';
import { tenantParams, toolName, toolsetName } from './schemas/fields.ts';
import { lockVerification, preflightReport } from './schemas/lock.ts';
import { chooseToolset, type ViewRequest } from './view-of.ts';

const tag = 'locks';
const MAX_LOCK_BYTES = 2_097_152;

/** `?names=a&names=b`. */
const namesQuery = z
  .union([toolName, z.array(toolName)])
  .transform((names) => (typeof names === 'string' ? [names] : names))
  .meta({ description: 'Only these tools; may be given several times.' })
  .exactOptional();

const lockText = z.string().min(1).meta({ description: 'The text of toolcrib.lock.' });
const names = z.array(toolName).min(1).max(10_000).exactOptional();
const toolset = toolsetName.exactOptional();
const versions = z
  .literal('locked')
  .meta({ description: 'Compare the versions that the lock names, not the current ones.' })
  .exactOptional();

const getLock = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/lock',
  id: 'getLock',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Lock what can be used now: the text of toolcrib.lock',
  description:
    'All tools, those of the given names, or those of a toolset: in the versions that it has, with the scopes and the approval settings that it gives them.',
  params: tenantParams,
  query: z.strictObject({ names: namesQuery, toolset }),
  answers: { 200: 'text/plain' },
  async handle(context) {
    const { query } = context;
    if (query.names !== undefined && query.toolset !== undefined) {
      const issue = { path: ['names'], message: 'must not be given beside a toolset' };
      throw new InvalidRequest('Give names or a toolset, not both.', [issue]);
    }
    const { room, toolset: chosen } = await openChosen(context, query.toolset);
    const selection = toSelection({ names: query.names, toolset: chosen });
    const text = await lockCatalogText(room.catalog, selection);
    return { body: text, headers: { 'content-type': 'text/plain; charset=utf-8' }, etag: etagOf(text) };
  },
});

const verifyLockRoute = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/lock/verify',
  id: 'verifyLock',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Compare a lock with what the catalogue has',
  params: tenantParams,
  body: z
    .strictObject({ lock: lockText, names, toolset, versions })
    .meta({ id: 'VerifyLockRequest', description: 'A lock, and which tools it is about.' }),
  answers: { 200: lockVerification },
  maxBodyBytes: MAX_LOCK_BYTES,
  isAudited: false,
  async handle(context) {
    const { body } = context;
    const { room, toolset: chosen } = await openChosen(context, body.toolset);
    await room.catalog.refresh();
    const selection = toSelection({ names: body.names, toolset: chosen });
    const options = body.versions === undefined ? selection : { ...selection, versions: body.versions };
    return { body: await verifyLockText(body.lock, room.catalog, options) };
  },
});

const preflightRoute = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/preflight',
  id: 'preflight',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Say of each tool of a lock whether you could call it now, as it was locked',
  description:
    'Give a lock, or names of tools, or a toolset. Whether you may call a tool is found out by the decision that calls are subject to; with `scopes` for somebody who holds those instead of yours.',
  params: tenantParams,
  body: z
    .strictObject({
      lock: lockText.exactOptional(),
      names,
      toolset: toolset.meta({ description: 'Through which toolset the tools are called.' }),
      versions,
      scopes: z.array(z.string().min(1).max(128)).max(64).exactOptional(),
    })
    .meta({ id: 'PreflightRequest', description: 'Which tools, and for whom.' }),
  answers: { 200: preflightReport },
  maxBodyBytes: MAX_LOCK_BYTES,
  isAudited: false,
  async handle(context) {
    return { body: await preflightFor(context, context.body) };
  },
});

export const lockRoutes: readonly Route[] = [getLock, verifyLockRoute, preflightRoute];

/** Which tools of the catalogue are meant: those of the names, or of the toolset, or of both. */
function toSelection({ names: wanted, toolset: chosen }: CatalogSelection): CatalogSelection {
  return { ...(wanted && { names: wanted }), ...(chosen !== undefined && { toolset: chosen }) };
}

/** The tenant, and the toolset that is meant: of a key that is limited to toolsets always one of those. */
async function openChosen(
  request: ViewRequest,
  wanted: string | undefined,
): Promise<{ readonly room: TenantRoom; readonly toolset: string | undefined }> {
  const toolset = chooseToolset(request.actor.limits.get('catalog:read')?.toolsets, wanted);
  return { room: await request.service.tenants.open(request.actor.tenant), toolset };
}

import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import { ALL_TENANTS } from '../auth/grant.ts';
import { toPage } from '../http/page.ts';
import { defineRoute, type Route, type RouteAnswer } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { exportAudit } from './export-audit.ts';
import { auditEntry } from './schemas/audit.ts';
import { tenantParams } from './schemas/fields.ts';
import { endStatuses, filterFields, inOrder, toFilterScope } from './schemas/filter.ts';
import { pageFields, searchedPageOf } from './schemas/page.ts';
import { readSequence, searchAudit } from './search-audit.ts';

const NDJSON = 'application/x-ndjson';
const sequence = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const pageQuery = inOrder(
  z.strictObject({
    ...pageFields,
    ...filterFields(endStatuses),
    last: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .meta({
        description: 'Only so many, from the end of the log; with `after`, of the entries before a page.',
      })
      .exactOptional(),
  }),
);
const exportQuery = z.strictObject({
  from: sequence.meta({ description: 'The number of the first entry. @default 1' }).exactOptional(),
  to: sequence
    .meta({ description: 'The number of the last entry. Without it, the last that there is now.' })
    .exactOptional(),
});

const pageTexts = {
  tag: 'audit',
  access: 'audit:read',
  // The log is one chain over the whole tenant: its numbers would tell of what is left out.
  toolsetLimit: 'refused',
  description:
    '`tool` is the subject of an entry: calls of the tool and what was done with it. `status` is how a call ended, and of everything else the outcome. `since` and `until` go by the time of an entry; one that could be written only much later, as after an outage, is found without `until`. Where few entries fit a page can end early, even without an entry: follow `nextCursor`; with `last` it leads to the entries before. A cursor counts for the filters that it came with.',
  query: pageQuery,
  answers: { 200: searchedPageOf(auditEntry) },
} as const;
const exportTexts = {
  tag: 'audit',
  access: 'audit:read',
  toolsetLimit: 'refused',
  description:
    'One entry per line as canonical JSON, in order. `toolcrib audit verify` checks such a file without the service. The header `toolcrib-audit-head` has the number and the hash of the last entry of the log, with a colon between them: keep it elsewhere, and nobody can cut off the end unseen.',
  query: exportQuery,
  answers: { 200: NDJSON },
  // As long as it takes; each step is short.
  isTimed: false,
} as const;
/** What was written down about a tenant outlives it. */
const answersForRemoved = true;

const listAudit = defineRoute({
  ...pageTexts,
  method: 'GET',
  path: '/v1/tenants/{tenant}/audit',
  answersForRemoved,
  id: 'listAudit',
  summary: 'List what was done in a tenant, the oldest first',
  params: tenantParams,
  async handle({ service, params, query }) {
    await assertTenant(service, params.tenant);
    return await pageAudit(service, params.tenant, query);
  },
});

const exportTenantAudit = defineRoute({
  ...exportTexts,
  method: 'GET',
  path: '/v1/tenants/{tenant}/audit/export',
  answersForRemoved,
  id: 'exportAudit',
  summary: 'Export the audit log of a tenant',
  params: tenantParams,
  async handle({ service, params, query }) {
    await assertTenant(service, params.tenant);
    return await exportAudit(service.audit, params.tenant, query);
  },
});

const listServiceAudit = defineRoute({
  ...pageTexts,
  method: 'GET',
  path: '/v1/audit',
  id: 'listServiceAudit',
  summary: 'List what was done with the service itself, the oldest first',
  handle: ({ service, query }) => pageAudit(service, ALL_TENANTS, query),
});

const exportServiceAudit = defineRoute({
  ...exportTexts,
  method: 'GET',
  path: '/v1/audit/export',
  id: 'exportServiceAudit',
  summary: 'Export the audit log of the service itself',
  handle: ({ service, query }) => exportAudit(service.audit, ALL_TENANTS, query),
});

export const auditRoutes: readonly Route[] = [
  listAudit,
  exportTenantAudit,
  listServiceAudit,
  exportServiceAudit,
];

async function pageAudit(
  service: Pick<Service, 'audit' | 'store'>,
  tenant: string,
  query: z.output<typeof pageQuery>,
): Promise<RouteAnswer> {
  const { after, limit, last, ...filter } = query;
  const scope = toFilterScope(filter);
  if (scope !== '' || last !== undefined) {
    return { body: await searchAudit(service, tenant, { filter, scope, limit, last, after }) };
  }
  const entries = await service.audit.entries(tenant, readSequence(after), limit + 1);
  return { body: toPage(entries, limit, (entry) => String(entry.sequence)) };
}

/** @throws ToolcribError `E_TENANT_NOT_FOUND`. */
async function assertTenant({ store }: Pick<Service, 'store'>, tenant: string): Promise<void> {
  if ((await store.getTenant(tenant)) !== undefined) return;
  if ((await store.getRemovedTenant(tenant)) !== undefined) return;
  throw new ToolcribError('E_TENANT_NOT_FOUND', `There is no tenant ${JSON.stringify(tenant)}.`, {
    context: { tenant },
  });
}

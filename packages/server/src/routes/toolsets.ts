import { setImmediate } from 'node:timers/promises';
import { ToolcribError } from 'toolcrib';
import type { AppliedToolset, ToolCatalog, ToolsetPlan } from 'toolcrib/catalog';
import { z } from 'zod';
import { assertIfMatch } from '../http/etag.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { changeOf } from './change-of.ts';
import { etagOf } from './etag-of.ts';
import { openReached } from './open-reached.ts';
import { pageByKey } from './page-by-key.ts';
import { queryFlag, reason, reasonQuery, tenantParams, toolDigest, toolsetParams } from './schemas/fields.ts';
import { pageOf, pageQuery } from './schemas/page.ts';
import { putToolsetAnswer, toolset, toolsetFields, toolsetItem, toolsetPlan } from './schemas/toolset.ts';

const tag = 'toolsets';

const listToolsets = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/toolsets',
  id: 'listToolsets',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'List the toolsets, by name',
  params: tenantParams,
  query: pageQuery,
  answers: { 200: pageOf(toolsetItem) },
  async handle(context) {
    const { room, reach } = await openReached(context, 'catalog:read');
    const reached = room.catalog.toolsets.list().filter(({ name }) => reach.hasToolset(name));
    const page = pageByKey(reached, context.query, ({ name }) => name);
    const body = { ...page, items: page.items.map(toItem) };
    return { body, etag: etagOf(body) };
  },
});

const getToolset = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/toolsets/{name}',
  id: 'getToolset',
  access: 'catalog:read',
  toolsetLimit: 'toolset',
  tag,
  summary: 'Show a toolset, as it is now or as it was',
  params: toolsetParams,
  query: z.strictObject({
    revision: z.coerce
      .number()
      .int()
      .min(1)
      .meta({ description: 'Which one; without it, the current one.' })
      .exactOptional(),
  }),
  answers: { 200: toolset },
  async handle(context) {
    const { name } = context.params;
    const { room, reach } = await openReached(context, 'catalog:read');
    const { toolsets } = room.catalog;
    const found = toolsets.get(name, context.query);
    if (found === undefined || (reach.isLimited && !isCurrent(toolsets, found))) throw noToolset(name);
    return { body: toToolset(found), etag: etagOfToolset(found) };
  },
});

const listRevisions = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/toolsets/{name}/revisions',
  id: 'listToolsetRevisions',
  access: 'catalog:read',
  toolsetLimit: 'toolset',
  tag,
  summary: 'List the revisions of a toolset that are kept, the current one last',
  params: toolsetParams,
  answers: { 200: z.strictObject({ items: z.array(toolsetItem) }) },
  async handle(context) {
    const { name } = context.params;
    const { room, reach } = await openReached(context, 'catalog:read');
    const { toolsets } = room.catalog;
    const revisions = toolsets
      .revisions(name)
      .filter((revision) => !reach.isLimited || isCurrent(toolsets, revision));
    if (revisions.length === 0) throw noToolset(name);
    const body = { items: revisions.map(toItem) };
    return { body, etag: etagOf(body) };
  },
});

const planToolset = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/toolsets/{name}/plan',
  id: 'planToolset',
  access: 'catalog:read',
  toolsetLimit: 'refused',
  tag,
  summary: 'Say what a toolset would be: its versions, what changes, and what it costs in tokens',
  params: toolsetParams,
  body: z
    .strictObject(toolsetFields)
    .meta({ id: 'PlanToolsetRequest', description: 'What a toolset is to be.' }),
  answers: { 200: toolsetPlan },
  isAudited: false,
  async handle({ service, actor, params: { name }, body }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    const by = actor.principal.id;
    await setImmediate();
    await catalog.toolsets.prepare({ name, ...body });
    await setImmediate();
    const plan = await catalog.readChecked(() => catalog.toolsets.plan({ name, ...body }), { by });
    return { body: plan };
  },
});

const putToolset = defineRoute({
  method: 'PUT',
  path: '/v1/tenants/{tenant}/toolsets/{name}',
  id: 'putToolset',
  access: 'catalog:write',
  toolsetLimit: 'refused',
  tag,
  summary: 'Make a toolset what it is to be: plan it and apply the plan',
  description:
    'With `If-Match`, `expectedRevision` or `planDigest` only if it is still as it was when somebody looked at it.',
  params: toolsetParams,
  query: z.strictObject({ dryRun: queryFlag.meta({ description: 'Whether to change nothing.' }) }),
  body: z
    .strictObject({
      ...toolsetFields,
      expectedRevision: z
        .int()
        .min(0)
        .meta({ description: 'The revision that is current; 0 if there must be no such toolset yet.' })
        .exactOptional(),
      planDigest: toolDigest
        .meta({ description: '`to.setDigest` of the plan that was looked at.' })
        .exactOptional(),
      reason: reason.exactOptional(),
    })
    .meta({ id: 'PutToolsetRequest', description: 'What a toolset is to be, and what is expected of it.' }),
  answers: { 200: putToolsetAnswer },
  subject: ({ params, query }) => (query.dryRun ? `${params.name} (dry run)` : params.name),
  async handle({ service, actor, request, params: { name }, query, body }) {
    const { expectedRevision, planDigest, reason: why, ...definition } = body;
    const { catalog } = await service.tenants.open(actor.tenant);
    await catalog.refresh();
    await setImmediate();
    await catalog.toolsets.prepare({ name, ...definition });
    await setImmediate();
    // Nothing can come between these, and whatever comes after them is found out when the plan is applied.
    const { current, plan } = await catalog.readChecked(
      () => ({
        current: catalog.toolsets.get(name),
        plan: catalog.toolsets.plan({ name, ...definition }),
      }),
      { by: actor.principal.id },
    );
    assertIfMatch(request, current && etagOfToolset(current));
    assertExpected(plan, { expectedRevision, planDigest });
    if (query.dryRun) return { body: { isApplied: false, plan, toolset: null } };
    // A large definition is read, planned, applied and answered in a step each.
    await setImmediate();
    const applied = await catalog.toolsets.apply(plan, changeOf(actor, why));
    await setImmediate();
    return {
      body: { isApplied: true, plan, toolset: toToolset(applied) },
      headers: { etag: `"${etagOfToolset(applied)}"` },
    };
  },
});

const removeToolset = defineRoute({
  method: 'DELETE',
  path: '/v1/tenants/{tenant}/toolsets/{name}',
  id: 'removeToolset',
  access: 'catalog:write',
  toolsetLimit: 'refused',
  tag,
  summary: 'Remove a toolset with all its revisions',
  params: toolsetParams,
  query: reasonQuery,
  answers: { 204: null },
  async handle({ service, actor, params: { name }, query }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    const isRemoved = await catalog.toolsets.remove(name, changeOf(actor, query.reason));
    if (!isRemoved) throw noToolset(name);
    return {};
  },
});

const rollbackToolset = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/toolsets/{name}/rollback',
  id: 'rollbackToolset',
  access: 'catalog:write',
  toolsetLimit: 'refused',
  tag,
  summary: 'Make an earlier revision the current one again, as a new revision',
  params: toolsetParams,
  body: z
    .strictObject({
      to: z
        .int()
        .min(1)
        .meta({ description: 'Which one; without it, the one before the current one.' })
        .exactOptional(),
      reason: reason.exactOptional(),
    })
    .default({})
    .meta({ id: 'RollbackToolsetRequest', description: 'Which revision, and why.' }),
  answers: { 200: toolset },
  async handle({ service, actor, params: { name }, body }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    const applied = await catalog.toolsets.rollback(name, { ...body, by: actor.principal.id });
    return { body: toToolset(applied) };
  },
});

export const toolsetsRoutes: readonly Route[] = [
  listToolsets,
  getToolset,
  listRevisions,
  planToolset,
  putToolset,
  removeToolset,
  rollbackToolset,
];

/** An earlier revision may have had tools that the current one has not. */
function isCurrent(toolsets: ToolCatalog['toolsets'], { name, revision }: AppliedToolset): boolean {
  return toolsets.get(name)?.revision === revision;
}

function assertExpected(
  plan: ToolsetPlan,
  expected: { readonly expectedRevision: number | undefined; readonly planDigest: string | undefined },
): void {
  const { expectedRevision, planDigest } = expected;
  const revision = plan.from?.revision ?? 0;
  const isRevision = expectedRevision === undefined || expectedRevision === revision;
  const isPlan = planDigest === undefined || planDigest === plan.to.setDigest;
  if (isRevision && isPlan) return;
  const what = isRevision ? 'would have other tools or versions now' : `has revision ${revision} now`;
  throw new ToolcribError(
    'E_PLAN_STALE',
    `The toolset "${plan.definition.name}" ${what}. Nothing has changed; plan again and look at what differs.`,
    { context: { toolset: plan.definition.name, revision, setDigest: plan.to.setDigest } },
  );
}

function toMarks({ name, revision, setDigest, appliedAt, ...rest }: AppliedToolset) {
  const { by = null, reason: why = null, rolledBackTo = null } = rest;
  return { name, revision, setDigest, appliedAt, by, reason: why, rolledBackTo };
}

function toItem(applied: AppliedToolset) {
  const { title = null, description = null, tools } = applied.definition;
  return { title, description, toolCount: tools.length, ...toMarks(applied) };
}

function toToolset(applied: AppliedToolset) {
  return { definition: applied.definition, pins: applied.pins, ...toMarks(applied) };
}

function etagOfToolset(applied: AppliedToolset): string {
  return etagOf(toToolset(applied));
}

function noToolset(name: string): ToolcribError {
  return new ToolcribError(
    'E_TOOLSET_NOT_FOUND',
    `There is no toolset "${name}", or not with that revision.`,
    {
      context: { toolset: name },
    },
  );
}

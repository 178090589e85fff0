import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { changeOf } from './change-of.ts';
import { etagOf } from './etag-of.ts';
import { effectivePolicy, publishPolicy } from './schemas/draft.ts';
import { reason, tenantParams, toolName } from './schemas/fields.ts';

const tag = 'catalog';

const getPolicy = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/policy',
  id: 'getPolicy',
  access: 'catalog:read',
  tag,
  summary: 'Show how specs are published, in the tenant or of one tool',
  params: tenantParams,
  query: z.strictObject({ tool: toolName.exactOptional() }),
  answers: { 200: effectivePolicy },
  async handle({ service, actor, query: { tool } }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    const body = { tool: tool ?? null, policy: catalog.policy(tool) };
    return { body, etag: etagOf(body) };
  },
});

const setPolicy = defineRoute({
  method: 'PUT',
  path: '/v1/tenants/{tenant}/catalog/policy',
  id: 'setPolicy',
  access: 'catalog:govern',
  tag,
  summary: 'Set how specs are published, in the tenant or of one tool',
  params: tenantParams,
  body: z
    .strictObject({
      tool: toolName
        .meta({ description: 'Without it, every tool that has no policy of its own.' })
        .exactOptional(),
      policy: publishPolicy.nullable().meta({ description: 'Null takes a policy back.' }),
      reason: reason.exactOptional(),
    })
    .meta({ id: 'SetPolicyRequest', description: 'How specs are to be published.' }),
  answers: { 200: effectivePolicy },
  subject: ({ body }) => body.tool,
  async handle({ service, actor, body: { tool, policy, reason: why } }) {
    const { catalog } = await service.tenants.open(actor.tenant);
    await catalog.setPolicy(policy, { tool, ...changeOf(actor, why) });
    return { body: { tool: tool ?? null, policy: catalog.policy(tool) } };
  },
});

export const policyRoutes: readonly Route[] = [getPolicy, setPolicy];

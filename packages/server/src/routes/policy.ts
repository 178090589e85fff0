import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import type { Reach } from '../tenants/reach.ts';
import { changeOf } from './change-of.ts';
import { etagOf } from './etag-of.ts';
import { assertTool, openReached } from './open-reached.ts';
import { effectivePolicy, publishPolicy } from './schemas/draft.ts';
import { reason, tenantParams, toolName } from './schemas/fields.ts';

const tag = 'catalog';

const getPolicy = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/catalog/policy',
  id: 'getPolicy',
  access: 'catalog:read',
  toolsetLimit: 'filtered',
  tag,
  summary: 'Show how specs are published, in the tenant or of one tool',
  params: tenantParams,
  query: z.strictObject({ tool: toolName.exactOptional() }),
  answers: { 200: effectivePolicy },
  async handle(context) {
    const { tool } = context.query;
    const { room, reach } = await openReached(context, 'catalog:read');
    assertPolicyOf(reach, tool);
    const body = { tool: tool ?? null, policy: room.catalog.policy(tool) };
    return { body, etag: etagOf(body) };
  },
});

const setPolicy = defineRoute({
  method: 'PUT',
  path: '/v1/tenants/{tenant}/catalog/policy',
  id: 'setPolicy',
  access: 'policies:write',
  toolsetLimit: 'filtered',
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
  async handle(context) {
    const { tool, policy, reason: why } = context.body;
    const { room, reach } = await openReached(context, 'policies:write');
    const { catalog } = room;
    assertPolicyOf(reach, tool);
    await catalog.setPolicy(policy, { tool, ...changeOf(context.actor, why) });
    return { body: { tool: tool ?? null, policy: catalog.policy(tool) } };
  },
});

export const policyRoutes: readonly Route[] = [getPolicy, setPolicy];

/** The policy of a tenant is for every tool in it. */
function assertPolicyOf(reach: Reach, tool: string | undefined): void {
  if (tool !== undefined) assertTool(reach.hasTool(tool), tool);
  else if (reach.isLimited) {
    const message = 'Name a tool: the policy of the tenant is for more than your toolsets.';
    throw new ToolcribError('E_FORBIDDEN', message);
  }
}

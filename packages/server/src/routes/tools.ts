import { ToolcribError, type ToolDescription } from 'toolcrib';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { etagOf } from './etag-of.ts';
import { findByKey, pageByKey } from './page-by-key.ts';
import { tenantParams, toolParams, toolsetName } from './schemas/fields.ts';
import { pageFields, pageOf } from './schemas/page.ts';
import { tool } from './schemas/tool.ts';
import { toTool } from './to-tool.ts';
import { viewOf } from './view-of.ts';

const toolset = toolsetName.exactOptional();

const listTools = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/tools',
  id: 'listTools',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'tools',
  summary: 'List the tools that you may call now',
  description:
    'By the decision that calls are subject to: what is listed here can be found, described and called, and nothing else can.',
  params: tenantParams,
  query: z.strictObject({ ...pageFields, toolset }),
  answers: { 200: pageOf(tool) },
  async handle(context) {
    const { actor, query } = context;
    const view = await viewOf(context, query.toolset);
    const page = pageByKey(await view.describe(actor.caller), query, nameOf);
    // What was taken away since the list was made is left out.
    const items = page.items.flatMap(({ name }) => {
      const found = view.resolver.resolve(name);
      return found === null ? [] : [toTool(found)];
    });
    const body = { items, nextCursor: page.nextCursor };
    return { body, etag: etagOf(body) };
  },
});

const getTool = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/tools/{name}',
  id: 'getTool',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'tools',
  summary: 'Describe a tool that you may call now',
  description: 'A tool that you may not call is answered like one that does not exist.',
  params: toolParams,
  query: z.strictObject({ toolset }),
  answers: { 200: tool },
  async handle(context) {
    const { actor, params, query } = context;
    const view = await viewOf(context, query.toolset);
    const isVisible = findByKey(await view.describe(actor.caller), params.name, nameOf) !== undefined;
    const found = isVisible ? view.resolver.resolve(params.name) : null;
    if (found === null) {
      throw new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${params.name}" that you may call.`, {
        context: { toolName: params.name },
      });
    }
    const body = toTool(found);
    return { body, etag: etagOf(body) };
  },
});

export const toolsRoutes: readonly Route[] = [listTools, getTool];

function nameOf({ name }: ToolDescription): string {
  return name;
}

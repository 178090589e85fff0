import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { queryFlag, tenantParams, toolsetName } from './schemas/fields.ts';
import { searchAnswer } from './schemas/tool.ts';
import { toTool } from './to-tool.ts';
import { type ViewRequest, viewOf } from './view-of.ts';

const q = z.string().min(1).max(8192).meta({ description: 'Any text: words, or what the tool is to do.' });
const MAX_HITS = 100;
const DEFAULT_HITS = 10;

const searchTools = defineRoute({
  method: 'GET',
  path: '/v1/tenants/{tenant}/search',
  id: 'searchTools',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'tools',
  summary: 'Find tools that you may call',
  params: tenantParams,
  query: z.strictObject({
    q,
    limit: z.coerce.number().int().min(1).max(MAX_HITS).default(DEFAULT_HITS),
    toolset: toolsetName.exactOptional(),
    explain: queryFlag.meta({ description: 'Whether hits say why they are where they are.' }),
  }),
  answers: { 200: searchAnswer },
  handle: async (context) => ({ body: await search(context, context.query) }),
});

const searchToolsByBody = defineRoute({
  method: 'POST',
  path: '/v1/tenants/{tenant}/search',
  id: 'searchToolsByBody',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'tools',
  summary: 'Find tools that you may call, with a query that is too long, or too private, for a URL',
  params: tenantParams,
  body: z
    .strictObject({
      q,
      limit: z.int().min(1).max(MAX_HITS).default(DEFAULT_HITS),
      toolset: toolsetName.exactOptional(),
      explain: z.boolean().default(false),
    })
    .meta({ id: 'SearchRequest', description: 'What to look for.' }),
  answers: { 200: searchAnswer },
  isAudited: false,
  handle: async (context) => ({ body: await search(context, context.body) }),
});

export const searchRoutes: readonly Route[] = [searchTools, searchToolsByBody];

interface SearchRequest {
  readonly q: string;
  readonly limit: number;
  readonly toolset?: string;
  readonly explain: boolean;
}

async function search(request: ViewRequest, { q: query, limit, toolset, explain }: SearchRequest) {
  const view = await viewOf(request, toolset);
  const hits = await view.search(query, { caller: request.actor.caller, limit, explain });
  return {
    hits: hits.map(({ tool, score, explanation }) => ({
      tool: toTool(tool),
      score,
      ...(explanation && { explanation }),
    })),
  };
}

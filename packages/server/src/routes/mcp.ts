import { z } from 'zod';
import { defineRoute, type Route, type RouteContext } from '../http/route.ts';
import type { ToolView } from '../tenants/tenant-room.ts';
import { watchStream } from './guard-stream.ts';
import { tenantName, tenantParams, toolsetName } from './schemas/fields.ts';
import { viewOf } from './view-of.ts';

/** What {@link createMcpRoutes} is given. */
export interface McpRoutesOptions {
  /** From how many tools on they are behind `search_tools` and `call_tool`. */
  readonly searchModeFrom: number;
}

const toolsetParams = z.strictObject({ tenant: tenantName, toolset: toolsetName });
const query = z.strictObject({
  mode: z
    .enum(['search', 'full'])
    .meta({ description: 'Whether tools are behind `search_tools`; without it, how many there are decides.' })
    .exactOptional(),
});

const methods = [
  {
    method: 'POST',
    verb: 'send',
    summary: 'Send a message of the Model Context Protocol',
    about: '',
    type: 'application/json',
  },
  {
    method: 'GET',
    verb: 'open',
    summary: 'Open a stream of the Model Context Protocol',
    about:
      ' With `Accept: text/event-stream`, for clients of revisions before 2026-07-28: tells when the list of tools has changed.',
    type: 'text/event-stream',
  },
  {
    method: 'DELETE',
    verb: 'end',
    summary: 'End a session of the Model Context Protocol',
    about: '',
    type: 'application/json',
  },
] as const;

/** The endpoints for MCP clients: one for each tenant, and one for each of its toolsets. */
export function createMcpRoutes(options: McpRoutesOptions): readonly Route[] {
  const serve = async (context: McpContext, toolset: string | undefined): Promise<Response> => {
    const { service, request, actor, requestId, signal, onDenied } = context;
    const view = await viewOf(context, toolset);
    const isSearchMode = await isBehindSearch(context, view, options);
    const onSubscribed = (end: () => void) => watchStream(context, end);
    return await service.mcp.serve({
      ...{ request, actor, view, requestId, signal, isSearchMode },
      ...{ onSubscribed, onDenied },
    });
  };
  return methods.flatMap(({ method, verb, summary, about, type }) => {
    const common = {
      method,
      summary,
      access: 'calls:create',
      toolsetLimit: 'filtered',
      tag: 'mcp',
      query,
      answers: { 200: type },
      // Calls are in the audit log by themselves.
      isAudited: false,
      isTimed: false,
    } as const;
    return [
      defineRoute({
        ...common,
        path: '/mcp/{tenant}',
        id: `${verb}Mcp`,
        description: `All tools of the tenant that you may call.${about}`,
        params: tenantParams,
        handle: (context) => serve(context, undefined),
      }),
      defineRoute({
        ...common,
        path: '/mcp/{tenant}/{toolset}',
        id: `${verb}ToolsetMcp`,
        description: `The tools of one toolset that you may call.${about}`,
        params: toolsetParams,
        handle: (context) => serve(context, context.params.toolset),
      }),
    ];
  });
}

type McpContext = RouteContext<unknown, z.output<typeof query>>;

async function isBehindSearch(
  { query: { mode }, actor }: McpContext,
  view: ToolView,
  { searchModeFrom }: McpRoutesOptions,
): Promise<boolean> {
  if (mode !== undefined) return mode === 'search';
  return (await view.describe(actor.caller)).length >= searchModeFrom;
}

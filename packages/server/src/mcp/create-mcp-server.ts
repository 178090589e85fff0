import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type InputResponses,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { answerToolCall } from './answer-tool-call.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpEra, McpSession } from './mcp-session.ts';
import { PlainServer } from './plain-server.ts';
import type { McpProgress } from './progress-relay.ts';
import { createPushForm } from './push-form.ts';
import { serveStoredResults } from './serve-stored-results.ts';
import { serveTasks } from './serve-tasks.ts';
import { TASKS_EXTENSION } from './tasks.ts';
import type { ToolLists } from './tool-lists.ts';

/** Whom a server is made for. */
export interface McpServerOptions {
  readonly session: McpSession;
  readonly era: McpEra;
  readonly lists: ToolLists;
  /** What a client of before 2026 can do whose connection is not held; see `McpSessionIds`. @default nothing */
  readonly known?: ClientCapabilities | undefined;
  /** What the client calls its session. @default nothing */
  readonly sessionId?: string | undefined;
}

/** A server of the official SDK that answers for one session. */
export function createMcpServer(parts: McpParts, options: McpServerOptions): Server {
  const { session, era, lists, known, sessionId } = options;
  const { serverInfo, onFault } = parts;
  const server = new PlainServer(serverInfo, {
    onFault: (error) => onFault(error, session.requestId),
    capabilities: {
      tools: { listChanged: true },
      resources: {},
      // An extension of this revision only.
      ...(era === 'modern' && { extensions: { [TASKS_EXTENSION]: {} } }),
    },
  });
  server.setRequestHandler('tools/list', async () => {
    const list = await lists.of(session, era);
    return { tools: [...list.tools] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const own = await parts.extension?.tools?.get(params.name)?.(params, context);
    if (own !== undefined) return own;
    const { mcpReq } = context;
    const answer = await answerToolCall(parts, {
      session,
      era,
      name: params.name,
      args: params.arguments ?? {},
      signals: [session.signal, mcpReq.signal],
      ids: { requestId: mcpReq.id, sessionId },
      capabilities: known ?? capabilitiesOf(server, context),
      pushForm: known && createPushForm(server, context),
      state: mcpReq.requestState(),
      // Read entry by entry, as what comes from outside.
      responses: mcpReq.inputResponses as InputResponses | undefined,
      onProgress: progressOf(parts, context),
    });
    // A task is none, but `PlainServer` sends it.
    return answer as CallToolResult | InputRequiredResult;
  });
  serveStoredResults(server, parts, session);
  if (era === 'modern') {
    serveTasks(server, parts, { session, capabilitiesOf: (context) => capabilitiesOf(server, context) });
  }
  parts.extension?.extend?.(server, session);
  return server;
}

/** What came with this request, or with the handshake of a connection. */
function capabilitiesOf(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  // The SDK has checked the envelope.
  const sent = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return sent ?? server.getClientCapabilities();
}

function progressOf(
  { onFault }: McpParts,
  { mcpReq }: ServerContext,
): ((progress: McpProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    const params = { progressToken, ...progress };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(onFault);
  };
}

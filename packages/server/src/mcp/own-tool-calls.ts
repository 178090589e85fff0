import type { CallToolResult } from '@modelcontextprotocol/server';
import { type JsonObject, ToolcribError } from 'toolcrib';
import type { McpParts } from './mcp-parts.ts';
import { CALL_ID_META, errorResult, textContent } from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';
import { DEFAULT_HITS, MAX_HITS, MAX_WAIT_MS } from './own-tools.ts';
import { renderCallView } from './render-call-view.ts';
import { toMcpTool } from './to-mcp-tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Answers `call_result`: the outcome of a call that the actor may see. */
export async function answerCallResult(
  parts: Pick<McpParts, 'calls' | 'limiter' | 'maxResultBytes' | 'onFault'>,
  session: McpSession,
  args: Arguments,
): Promise<CallToolResult> {
  const { calls, limiter } = parts;
  const { actor } = session;
  const { callId, waitMs = 0 } = args;
  if (typeof callId !== 'string' || callId === '' || callId.length > 128) {
    return errorResult('callId must be the id of a call.');
  }
  if (!isBetween(waitMs, 0, MAX_WAIT_MS)) {
    return errorResult(`waitMs must be a whole number from 0 to ${MAX_WAIT_MS}.`);
  }
  const release = waitMs === 0 ? undefined : limiter?.acquire('longPolls', actor.principal);
  try {
    const call = waitMs === 0 ? await calls.find(actor, callId) : await calls.wait(actor, callId, waitMs);
    return await renderCallView(call, { parts, session });
  } finally {
    release?.();
  }
}

/** Answers `search_tools`: tools that the caller may call, with everything that is needed to call them. */
export async function answerSearch({ actor, view }: McpSession, args: Arguments): Promise<CallToolResult> {
  const { query, limit = DEFAULT_HITS } = args;
  if (typeof query !== 'string' || query.length > 1_000) {
    return errorResult('query must be a text of at most 1000 characters.');
  }
  if (!isBetween(limit, 1, MAX_HITS))
    return errorResult(`limit must be a whole number from 1 to ${MAX_HITS}.`);
  const hits = await view.search(query, { caller: actor.caller, limit });
  const tools = hits.map(({ tool }) => toMcpTool(tool.describe(), tool, 'modern'));
  const found = tools.length === 0 ? 'No tool fits. Try other words.' : JSON.stringify({ tools });
  return { content: [textContent(found)] };
}

/** What `call_tool` is asked to call; a result that says what is wrong if it is nothing. */
export function readNestedCall(
  args: Arguments,
): { readonly name: string; readonly args: JsonObject } | CallToolResult {
  const { name, arguments: nested = {} } = args;
  if (typeof name !== 'string' || name === '') return errorResult('name must be the name of a tool.');
  if (typeof nested !== 'object' || nested === null || Array.isArray(nested)) {
    return errorResult('arguments must be an object.');
  }
  return { name, args: nested as JsonObject };
}

/** Texts of these are written for clients, where they name a call. */
const toldCodes: readonly string[] = ['E_AUDIT_FAILED', 'E_CALL_NOT_RECORDED'];

/** What a client is told of an error of the service: its own words if the caller can act on them. */
export function toErrorResult(
  { onFault }: Pick<McpParts, 'onFault'>,
  session: McpSession,
  error: unknown,
): CallToolResult {
  if (error instanceof ToolcribError && error.fault === 'caller') {
    if (error.code === 'E_CONCURRENCY_LIMITED') session.onDenied?.(error);
    const { retryAfterMs } = error.context;
    const later =
      typeof retryAfterMs === 'number' ? ` Try again in ${Math.ceil(retryAfterMs / 1_000)} s.` : '';
    return errorResult(`${error.message}${later}`);
  }
  onFault(error, session.requestId);
  // It was made, or may have been, and its client has to know which one it is.
  const call = error instanceof ToolcribError && toldCodes.includes(error.code) ? error.context : {};
  if (error instanceof ToolcribError && typeof call.invocationId === 'string')
    return errorResult(error.message, { [CALL_ID_META]: call.invocationId });
  const isUnbegun = error instanceof ToolcribError && error.code === 'E_AUDIT_UNAVAILABLE';
  const what = isUnbegun ? error.message : 'The call could not be made.';
  return errorResult(`${what} Reference: ${session.requestId}.`);
}

function isBetween(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

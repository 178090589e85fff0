import { ProtocolError } from '@modelcontextprotocol/server';
import { answerQuery } from './answer-query.ts';
import { callTool, type ToolAnswer } from './call-tool.ts';
import { isNameTaken } from './is-name-taken.ts';
import type { McpParts } from './mcp-parts.ts';
import { errorResult } from './mcp-result.ts';
import { answerCallResult, answerSearch, readNestedCall, toErrorResult } from './own-tool-calls.ts';
import { CALL_RESULT, CALL_TOOL, QUERY_RESULT, SEARCH_TOOLS } from './own-tools.ts';
import type { RunningCall } from './running-calls.ts';
import type { ToolAsk } from './tool-ask.ts';

/**
 * Answers a `tools/call`, of the endpoint's own tools and of all others.
 *
 * @throws ProtocolError for what the protocol has errors for; everything else is a result.
 */
export async function answerToolCall(parts: McpParts, ask: ToolAsk): Promise<ToolAnswer> {
  const running = beginCall(parts, ask);
  try {
    const call = running === undefined ? ask : { ...ask, signals: [...ask.signals, running.signal] };
    const own = await findOwnTool(call);
    return own === undefined ? await callTool(parts, call) : await own(parts);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return toErrorResult(parts, ask.session, error);
  } finally {
    running?.end();
  }
}

/** Undefined where a call ends with its connection, or the connection itself knows of its requests. */
function beginCall(
  { running }: McpParts,
  { ids, era, session: { actor } }: ToolAsk,
): RunningCall | undefined {
  const { requestId, sessionId } = ids;
  const canBeCancelled = era === 'legacy' && sessionId !== undefined;
  return canBeCancelled ? running.begin({ actor, sessionId, requestId }) : undefined;
}

type OwnTool = (parts: McpParts) => Promise<ToolAnswer>;

async function findOwnTool(ask: ToolAsk): Promise<OwnTool | undefined> {
  const { name, session } = ask;
  const args = Object(ask.args) as Readonly<Record<string, unknown>>;
  if (session.isSearchMode) {
    if (name === SEARCH_TOOLS) return () => answerSearch(session, args);
    if (name === CALL_TOOL) return (parts) => callNested(parts, ask, args);
  }
  const isOwn = name === CALL_RESULT || name === QUERY_RESULT;
  if (!isOwn || (await isNameTaken(session, name))) return undefined;
  return name === CALL_RESULT
    ? (parts) => answerCallResult(parts, session, args)
    : (parts) => answerQuery(parts, session, { args, signals: ask.signals });
}

async function callNested(
  parts: McpParts,
  ask: ToolAsk,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const nested = readNestedCall(args);
  if (!('name' in nested)) return nested;
  try {
    return await callTool(parts, { ...ask, ...nested });
  } catch (error) {
    // The tool that the protocol knows of is there; only its argument is wrong.
    if (error instanceof ProtocolError && ask.state === undefined) return errorResult(error.message);
    throw error;
  }
}

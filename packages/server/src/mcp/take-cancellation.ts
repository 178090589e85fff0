import type { McpExchange } from './mcp-endpoint.ts';
import { SESSION_HEADER } from './mcp-session-ids.ts';
import type { RunningCalls } from './running-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Cancels the call that a client of before 2026 does not wait for any more, if the message says so. */
export function takeCancellation(
  running: RunningCalls,
  { request, actor }: McpExchange,
  body: unknown,
): void {
  const { method, params } = Object(body) as Fields;
  const sessionId = request.headers.get(SESSION_HEADER);
  if (method !== 'notifications/cancelled' || sessionId === null) return;
  const { requestId } = Object(params) as Fields;
  if (typeof requestId === 'string' || typeof requestId === 'number') {
    running.cancel({ actor, sessionId, requestId });
  }
}

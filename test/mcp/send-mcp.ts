import type { Actor } from '../../packages/server/src/auth/actor.ts';
import type { McpWorld } from './mcp-world.ts';

/** A request to an endpoint without a network. */
export interface McpSending {
  readonly actor: Actor;
  /** JSON, or a text as it is. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly isSearchMode?: boolean;
  readonly signal?: AbortSignal;
}

const VERSION = '2026-07-28';

/** Sends a request and reads the last message of the answer. */
export async function sendMcp({ endpoint, view }: Pick<McpWorld, 'endpoint' | 'view'>, sending: McpSending) {
  const { actor, body, headers, isSearchMode = false, signal = new AbortController().signal } = sending;
  const request = new Request('http://localhost/mcp/acme', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await endpoint.serve({
    request,
    actor,
    view,
    requestId: 'request-1',
    signal,
    isSearchMode,
  });
  const text = await response.text();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']): unknown => JSON.parse(data));
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    text,
    events,
    body: isJson ? (JSON.parse(text) as unknown) : events.at(-1),
  };
}

/** A request of the revision of 2026, with its headers. */
export function modernRequest(method: string, params: Record<string, unknown>, capabilities: object = {}) {
  const name = params.name ?? params.taskId;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

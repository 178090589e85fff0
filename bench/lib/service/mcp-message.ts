import { createArguments, createDefinition } from '../json-definitions.ts';

/** The revision of 2026-07-28, or the one before it, whose answers are streams of one event. */
export type McpEra = 'modern' | 'legacy';

/** Which message to send. */
export interface McpMessage {
  readonly era: McpEra;
  /** The tool of that number is called; without it, tools are listed. */
  readonly tool?: number;
}

/** Where a message goes. */
export interface McpPlace {
  readonly path: string;
  readonly key?: string | null | undefined;
  readonly sessionId?: string | undefined;
}

/** What is sent over HTTP. */
export interface HttpRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const versions: Readonly<Record<McpEra, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };
const clientInfo = { name: 'bench', version: '1.0.0' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': versions.modern,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A `tools/list` or a `tools/call` as a client sends it. */
export function toRequest({ era, tool }: McpMessage, place: McpPlace): HttpRequest {
  const method = tool === undefined ? 'tools/list' : 'tools/call';
  const call =
    tool === undefined ? {} : { name: createDefinition(tool).name, arguments: createArguments(tool) };
  const params = era === 'modern' ? { ...call, _meta: envelope } : call;
  const headers = {
    'mcp-protocol-version': versions[era],
    ...(era === 'modern' && { 'mcp-method': method, ...('name' in call && { 'mcp-name': call.name }) }),
  };
  return toHttp({ jsonrpc: '2.0', id: 7, method, params }, headers, place);
}

/** Begins a session of the older revision. */
export function toInitialize(place: McpPlace): HttpRequest {
  const params = { protocolVersion: versions.legacy, capabilities: {}, clientInfo };
  return toHttp({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, {}, place);
}

function toHttp(message: object, headers: Readonly<Record<string, string>>, place: McpPlace): HttpRequest {
  const { path, key, sessionId } = place;
  return {
    path,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
      ...(key != null && { authorization: `Bearer ${key}` }),
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
    },
    body: JSON.stringify(message),
  };
}

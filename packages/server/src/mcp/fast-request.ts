import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { McpEra } from './mcp-session.ts';
import { isFormSessionId, SESSION_HEADER } from './mcp-session-ids.ts';

/** A `tools/list` or `tools/call` that asks for nothing else. */
export interface FastRequest {
  readonly era: McpEra;
  readonly id: RequestId;
  readonly capabilities: ClientCapabilities | undefined;
  /** Undefined for `tools/list`. */
  readonly call: { readonly name: string; readonly args: Fields } | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const MODERN_VERSION = '2026-07-28';
const MAX_ENVELOPE = 2_048;
const MAX_ENVELOPES = 256;

const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const paramKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const envelopeKeys: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
]);

/**
 * Recognises the requests that clients send most, in exactly the form in which they send them. Anything else, right or
 * wrong, is for the SDK: this decides nothing about the protocol.
 */
export class FastRequestReader {
  /** Envelopes that the SDK has accepted. A client sends the same with each request. */
  readonly #envelopes = new Set<string>();

  /** Undefined if the SDK has to look at it. */
  read(headers: Headers, body: unknown): FastRequest | undefined {
    const message = readMessage(body);
    if (message === undefined) return undefined;
    const { params } = message;
    const era = params?._meta === undefined ? readLegacyEra(headers) : this.#readModernEra(headers, message);
    if (era === undefined) return undefined;
    // It may have to be asked something over the stream of its call.
    if (era === 'legacy' && message.method === 'tools/call' && isAskable(headers)) return undefined;
    const call = readCall(message);
    if (call === undefined && message.method === 'tools/call') return undefined;
    const sent = params?._meta as Fields | undefined;
    const capabilities = sent?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
    return { era, id: message.id, capabilities, call };
  }

  #readModernEra(headers: Headers, { method, params }: FastMessage): McpEra | undefined {
    const { _meta: meta, name } = params ?? {};
    if (headers.get('mcp-protocol-version') !== MODERN_VERSION) return undefined;
    if (headers.get('mcp-method') !== method) return undefined;
    if (method === 'tools/call' && !isPlainName(headers.get('mcp-name'), name)) return undefined;
    return isFields(meta) && this.#isKnownEnvelope(meta) ? 'modern' : undefined;
  }

  #isKnownEnvelope(meta: Fields): boolean {
    if (meta[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION || !hasOnly(meta, envelopeKeys)) return false;
    const text = JSON.stringify(meta);
    if (text.length > MAX_ENVELOPE) return false;
    if (this.#envelopes.has(text)) return true;
    const probe = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: meta } };
    if (classifyInboundRequest({ httpMethod: 'POST', body: probe }).kind !== 'modern') return false;
    // Whoever sends others each time makes the next ones slower, and nothing worse.
    if (this.#envelopes.size >= MAX_ENVELOPES) this.#envelopes.clear();
    this.#envelopes.add(text);
    return true;
  }
}

interface FastMessage {
  readonly id: RequestId;
  readonly method: 'tools/list' | 'tools/call';
  readonly params: Fields | undefined;
}

function readMessage(body: unknown): FastMessage | undefined {
  if (!isFields(body) || !hasOnly(body, messageKeys)) return undefined;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || !(typeof id === 'string' || Number.isSafeInteger(id))) return undefined;
  if (method !== 'tools/list' && method !== 'tools/call') return undefined;
  if (params !== undefined && !(isFields(params) && hasOnly(params, paramKeys))) return undefined;
  // It is a text or a whole number.
  return { id: id as RequestId, method, params };
}

function readLegacyEra(headers: Headers): McpEra | undefined {
  const accept = headers.get('accept');
  const acceptsBoth = accept?.includes('application/json') && accept.includes('text/event-stream');
  const version = headers.get('mcp-protocol-version');
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return acceptsBoth === true && isKnown ? 'legacy' : undefined;
}

function isAskable(headers: Headers): boolean {
  return isFormSessionId(headers.get(SESSION_HEADER));
}

function readCall({ method, params }: FastMessage): FastRequest['call'] {
  if (method !== 'tools/call') return undefined;
  const { name, arguments: args = {} } = params ?? {};
  return typeof name === 'string' && isFields(args) ? { name, args } : undefined;
}

/** Names that need an encoding in a header are rare enough. */
function isPlainName(header: string | null, name: unknown): boolean {
  return header === name && header !== null && !header.startsWith('=?');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: Fields, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}

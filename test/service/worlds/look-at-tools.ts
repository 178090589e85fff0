import type { Answer, TestService } from '../open-service.ts';
import { COMMON_WORD } from './build-world.ts';

/** Who looks, and at what. */
export interface Look {
  readonly service: TestService;
  readonly key: string;
  readonly tenant: string;
  readonly toolset: string | undefined;
  /** Every name that there could be. */
  readonly names: readonly string[];
  /** Every answer is shown to it. */
  readonly onAnswer: (answer: Answer) => void;
}

/** What one way shows: the names of tools, sorted, or the status of a refusal. */
export type Sight = readonly string[] | number;

const MODERN = '2026-07-28';
const MCP_ACCEPT = 'application/json, text/event-stream';
const ownTools: ReadonlySet<string> = new Set(['call_result', 'query_result']);

/** What is listed, over as many pages as it takes. */
export async function listTools(look: Look): Promise<Sight> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const answer = await get(look, 'tools', { limit: '3', ...(after !== undefined && { after }) });
    if (answer.status !== 200) return answer.status;
    names.push(...answer.body.items.map(nameOf));
    after = answer.body.nextCursor ?? undefined;
  } while (after !== undefined);
  return names.sort();
}

export async function searchTools(look: Look): Promise<Sight> {
  const answer = await get(look, 'search', { q: COMMON_WORD, limit: '100', explain: 'true' });
  if (answer.status !== 200) return answer.status;
  return answer.body.hits.map(({ tool }: { tool: { name: string } }) => tool.name).sort();
}

/** Which of the names can be described. */
export async function describeTools(look: Look): Promise<Sight> {
  const found: string[] = [];
  for (const name of look.names) {
    const { status, body } = await get(look, `tools/${name}`, {});
    if (status === 200) found.push(name);
    else if (status !== 404 || body.code !== 'E_TOOL_NOT_FOUND') return status;
  }
  return found.sort();
}

/** Which of the names can be called, each with how far a call comes: `ok`, or `waiting` at a gate. */
export async function callTools(look: Look): Promise<ReadonlyMap<string, string> | number> {
  const found = new Map<string, string>();
  const refusals: { readonly tool: string; readonly text: string }[] = [];
  for (const tool of look.names) {
    const answer = await send(look, {
      path: `/v1/tenants/${look.tenant}/calls`,
      body: { tool, ...(look.toolset !== undefined && { toolset: look.toolset }) },
    });
    if (answer.status !== 200 && answer.status !== 202) return answer.status;
    const { state } = answer.body;
    if (state === 'unknown_tool' || state === 'denied') refusals.push({ tool, text: answer.text });
    else found.set(tool, state);
  }
  for (const { tool, text } of refusals) {
    // It may name what was asked for, and tools to use instead.
    const words = new Set(text.match(/\w+/g));
    const given = look.names.find((name) => name !== tool && !found.has(name) && words.has(name));
    if (given !== undefined) throw new Error(`The answer to a call of ${tool} gives away ${given}: ${text}`);
  }
  return found;
}

/** What an MCP client of the revision of 2026 is shown. */
export async function listMcpTools(look: Look): Promise<Sight> {
  return toMcpNames(await sendModern(look, { method: 'tools/list', params: {} }));
}

/** What an MCP client of the revisions before is shown. */
export async function listMcpToolsLegacy(look: Look): Promise<Sight> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const headers = { accept: MCP_ACCEPT, 'mcp-protocol-version': '2025-11-25' };
  return toMcpNames(await send(look, { path: toMcpPath(look, 'full'), body, headers }));
}

/** What an MCP client finds where tools are behind a search. */
export async function searchMcpTools(look: Look): Promise<Sight> {
  const params = { name: 'search_tools', arguments: { query: COMMON_WORD, limit: 20 } };
  const answer = await sendModern(look, { method: 'tools/call', params, mode: 'search' });
  if (answer.status !== 200) return answer.status;
  const { text } = toMessage(answer).result.content[0];
  return text.startsWith('{') ? JSON.parse(text).tools.map(nameOf).sort() : [];
}

/** As `callTools`, by an MCP client. */
export async function callMcpTools(look: Look): Promise<ReadonlyMap<string, string> | number> {
  const found = new Map<string, string>();
  for (const name of look.names) {
    const answer = await sendModern(look, { method: 'tools/call', params: { name, arguments: {} } });
    // What the protocol refuses is a message; what the service refuses is a problem with a code.
    if (answer.body?.code !== undefined) return answer.status;
    const { result } = toMessage(answer);
    if (result !== undefined && result.isError !== true) found.set(name, 'ok');
    else if (/ waits for approval /.test(answer.text)) found.set(name, 'waiting');
  }
  return found;
}

interface McpSending {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly mode?: 'search' | 'full';
}

function sendModern(look: Look, { method, params, mode }: McpSending): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    accept: MCP_ACCEPT,
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  return send(look, { path: toMcpPath(look, mode), body, headers });
}

function toMcpPath({ tenant, toolset }: Look, mode: 'search' | 'full' | undefined): string {
  const place = toolset === undefined ? `/mcp/${tenant}` : `/mcp/${tenant}/${toolset}`;
  return mode === undefined ? place : `${place}?mode=${mode}`;
}

function toMcpNames(answer: Answer): Sight {
  if (answer.status !== 200) return answer.status;
  return toMessage(answer)
    .result.tools.map(nameOf)
    .filter((name: string) => !ownTools.has(name))
    .sort();
}

/** The message of an answer, be it JSON or the last event of a stream. */
function toMessage({ text, body }: Answer) {
  return body ?? JSON.parse(text.match(/^data: (.*)$/m)?.[1] ?? 'null');
}

function get(look: Look, path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  const all = { ...query, ...(look.toolset !== undefined && { toolset: look.toolset }) };
  const search = new URLSearchParams(all).toString();
  return send(look, { path: `/v1/tenants/${look.tenant}/${path}${search === '' ? '' : `?${search}`}` });
}

interface Sending {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ service, key, onAnswer }: Look, { path, ...how }: Sending): Promise<Answer> {
  const answer = await service.ask(how.body === undefined ? 'GET' : 'POST', path, { ...how, key });
  onAnswer(answer);
  return answer;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

import fc from 'fast-check';
import { defineTool, ToolError } from 'toolcrib';
import { createFakeClock, createFakeIds } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { McpExchange } from '../../packages/server/src/mcp/mcp-endpoint.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';

const noArguments = { type: 'object', additionalProperties: false } as const;
const read = { description: 'A tool.', effect: 'read', inputSchema: noArguments } as const;

const tools = [
  defineTool({ ...read, name: 'text', handler: () => 'Hello, "world" ✓' }),
  defineTool({ ...read, name: 'empty', handler: () => '' }),
  defineTool({ ...read, name: 'secret', handler: () => '{"password":"hunter2hunter2"}' }),
  defineTool({
    ...read,
    name: 'structured',
    title: 'Structured',
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    handler: () => ({ sum: 3, key: 'sk-abcdefghijklmnopqrstuvwxyz0123456789' }),
  }),
  defineTool({
    ...read,
    name: 'list',
    outputSchema: { type: 'array', items: { type: 'number' } },
    handler: () => [1, 2],
  }),
  defineTool({
    ...read,
    name: 'rows',
    outputSchema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] },
    handler: () => ({ rows: Array.from({ length: 10_000 }, (_, id) => ({ id })) }),
  }),
  defineTool({ ...read, name: 'pages', handler: () => 'line\n'.repeat(8_000) }),
  defineTool({ ...read, name: 'book', handler: () => 'line\n'.repeat(80_000) }),
  defineTool({ ...read, name: 'bytes', handler: () => new Uint8Array([0xff, 0xfe]) }),
  defineTool({
    ...read,
    name: 'fails',
    handler: () => {
      throw new ToolError('Not today.');
    },
  }),
  defineTool({
    ...read,
    name: 'throws',
    handler: () => {
      throw new Error('secret internals');
    },
  }),
  defineTool({ ...read, name: 'deletes', effect: 'destructive', handler: () => 'gone' }),
];
const names = tools.map(({ name }) => name);

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';
const tasks = { 'io.modelcontextprotocol/tasks': {} };

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isSearchMode: boolean;
}

/** Mostly what clients send, with one or another thing wrong. */
const envelopes = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: {} }) },
  {
    weight: 4,
    arbitrary: fc.constant({
      [VERSION]: '2026-07-28',
      [CAPABILITIES]: { elicitation: { form: {} } },
      [INFO]: { name: 'c', version: '1' },
    }),
  },
  { weight: 2, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: { extensions: tasks } }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: { extensions: 3 } }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2026-07-28' }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2099-01-01', [CAPABILITIES]: {} }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: { elicitation: 3 } }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: {}, [INFO]: 'me' }) },
  { weight: 1, arbitrary: fc.constant({ [VERSION]: '2026-07-28', [CAPABILITIES]: {}, extra: 1 }) },
  { weight: 1, arbitrary: fc.constant({ progressToken: 7 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const params = fc.record(
  {
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...names, 'nobody', 'call_result', 'query_result') },
      fc.jsonValue(),
    ),
    taskId: fc.constant('x'),
    arguments: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      {
        weight: 2,
        arbitrary: fc.constantFrom({ callId: 'x' }, { callId: 'x', query: 'artifact_head' }, { extra: 1 }),
      },
      fc.jsonValue(),
    ),
    _meta: envelopes,
    cursor: fc.string(),
    inputResponses: fc.jsonValue(),
    requestState: fc.string(),
  },
  { requiredKeys: [] },
);

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(fc.nat(), fc.string()) },
  fc.constantFrom(null, 1.5, true, -1, {}),
);

const messages = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 12, arbitrary: fc.constant('2.0') }, fc.constant('1.0')),
    id: ids,
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('tools/list', 'tools/call') },
      fc.constantFrom('ping', 'initialize', 'server/discover', 'tasks/get', 'nothing/here'),
    ),
    params: fc.oneof({ weight: 12, arbitrary: params }, fc.jsonValue()),
    extra: fc.constant(1),
  },
  { requiredKeys: ['jsonrpc', 'id', 'method'] },
);

/** Requests that are right in everything, of both eras. */
const plain = fc
  .record({
    id: fc.oneof(fc.nat(), fc.string()),
    isModern: fc.boolean(),
    canElicit: fc.boolean(),
    hasTasks: fc.boolean(),
    name: fc.option(fc.constantFrom(...names, 'nobody', 'search_tools', 'call_result', 'query_result'), {
      nil: undefined,
    }),
    isSearchMode: fc.boolean(),
  })
  .map(({ id, isModern, canElicit, hasTasks, name, isSearchMode }): Sent => {
    const method = name === undefined ? 'tools/list' : 'tools/call';
    const capabilities = { ...(canElicit && { elicitation: {} }), ...(hasTasks && { extensions: tasks }) };
    const meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: capabilities };
    const own = name === undefined ? {} : { name, arguments: {} };
    const sent = isModern ? { ...own, _meta: meta } : own;
    const modern = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name && { 'mcp-name': name }),
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(isModern ? modern : { 'mcp-protocol-version': '2025-11-25' }),
    };
    return {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: sent }),
      isSearchMode,
    };
  });

const header = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const odd = fc
  .record({
    message: fc.oneof(
      { weight: 9, arbitrary: messages },
      { weight: 1, arbitrary: fc.array(messages, { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
    accept: header('application/json, text/event-stream', '*/*', 'application/json'),
    version: header('2026-07-28', '2025-11-25', '2025-03-26', '1999-01-01', ' 2026-07-28'),
    method: header('tools/list', 'tools/call', 'Tools/Call'),
    name: header(...names, '=?base64?dGV4dA==?=', 'nobody'),
    session: header('plain.x', 'forms.x', 'x'),
    http: fc.oneof({ weight: 20, arbitrary: fc.constant('POST') }, fc.constantFrom('DELETE', 'PUT')),
  })
  .map(({ message, type, accept, version, method, name, session, http }): Sent => {
    const headers = {
      'content-type': type,
      ...(accept && { accept }),
      ...(version && { 'mcp-protocol-version': version }),
      ...(method && { 'mcp-method': method }),
      ...(name && { 'mcp-name': name }),
      ...(session && { 'mcp-session-id': session }),
    };
    return { method: http, headers, body: JSON.stringify(message), isSearchMode: false };
  });

/** Right in everything but one header. */
const nearly = fc
  .record({
    sent: plain,
    header: fc.constantFrom('accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'),
    value: fc.constantFrom(
      undefined,
      '',
      'tools/list',
      'tools/call',
      'text',
      '2025-06-18',
      '2026-07-28',
      'application/json',
    ),
  })
  .map(({ sent, header, value }): Sent => {
    const { [header]: _, ...headers } = sent.headers;
    return { ...sent, headers: value === undefined ? headers : { ...headers, [header]: value } };
  });

/** Right in everything but what the client says of itself. */
const strange = fc.record({ sent: plain, envelope: envelopes }).map(({ sent, envelope }): Sent => {
  const message = JSON.parse(sent.body) as { params: Record<string, unknown> };
  const params = { ...message.params, ...('_meta' in message.params && { _meta: envelope }) };
  return { ...sent, body: JSON.stringify({ ...message, params }) };
});

async function answer(isFast: boolean, { method, headers, body, isSearchMode }: Sent) {
  const world = createMcpWorld({ tools, isFast, randomId: createFakeIds(), clock: createFakeClock() });
  const request = new Request('http://localhost/mcp/acme', { method, headers, body });
  const actor = actorWith(['admin']);
  const exchange: McpExchange = {
    request,
    actor,
    view: world.view,
    requestId: 'request-1',
    signal: request.signal,
    isSearchMode,
  };
  const response = await world.endpoint.serve(exchange);
  const text = await response.text();
  await world.endpoint.close();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: readBody(text),
    faults: world.faults.length,
    isFast: 'content' in response,
  };
}

/** Seals have the time in them. */
function readBody(text: string): unknown {
  const [, data] = /^event: message\ndata: (.*)\n\n$/.exec(text) ?? [];
  const json = data ?? text;
  if (json === '') return json;
  return JSON.parse(json, (key, value) => (key === 'requestState' || key === 'expiresAt' ? 'sealed' : value));
}

describe('the fast path', () => {
  it('answers plain requests as the SDK does', async () => {
    const check = fc.asyncProperty(plain, async (sent) => {
      const { isFast, ...fast } = await answer(true, sent);
      const { isFast: _, ...slow } = await answer(false, sent);

      expect(isFast).toBe(true);
      expect(fast).toEqual(slow);
    });
    await fc.assert(check, { numRuns: 400 });
  });

  it('makes no difference to whatever else comes', async () => {
    const check = fc.asyncProperty(fc.oneof(odd, nearly, strange), async (sent) => {
      const { isFast: _, ...fast } = await answer(true, sent);
      const { isFast: __, ...slow } = await answer(false, sent);

      expect(fast).toEqual(slow);
    });
    await fc.assert(check, { numRuns: 2_000 });
  });
});

import type { StallAttack } from './stall-attacks.ts';
import type { AttackRequest, ProbedService } from './start-probed-service.ts';

/** Nearly a mebibyte of the shortest values of a kind, as the items of a list. */
export const empty = (value: string, bytes = 1_020_000) =>
  `${`${value},`.repeat(bytes / (value.length + 1))}0`;

export function members(count: number, value: string): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join();
}

function mcp(method: string, params: string, headers: AttackRequest['headers'] = {}): AttackRequest {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return { method: 'POST', path: '/mcp/default', body, headers };
}

function initialize(clientInfo: string, capabilities: string): AttackRequest {
  const info = `{"name":"a","version":"1"${clientInfo}}`;
  return mcp(
    'initialize',
    `{"protocolVersion":"2025-06-18","clientInfo":${info},"capabilities":${capabilities}}`,
  );
}

/** Of the revision of 2026. */
function modern(method: string, capabilities: string): AttackRequest {
  const key = 'io.modelcontextprotocol/';
  const meta = `{"${key}protocolVersion":"2026-07-28","${key}clientInfo":{"name":"a","version":"1"},"${key}clientCapabilities":${capabilities}}`;
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
  return mcp(method, `{"_meta":${meta}}`, headers);
}

const tenant = '/v1/tenants/default';
/** As many values as a body may have. */
const MOST_VALUES = 79_900;

/** Members whose keys have an escape, which some readers of keys do not see. */
export function escapedKeys(count: number, prefix: string): string {
  return Array.from({ length: count }, (_, index) => `"\\n${prefix}${index.toString(36)}":0`).join();
}

/** A call with a text instead of a schema. */
function call(schema: string, more = ''): AttackRequest {
  const body = `{"tool":"check_json"${more},"arguments":{"json":"\\n1","schema":${schema}}}`;
  return { method: 'POST', path: `${tenant}/calls`, body };
}

function mcpCall(schema: string): AttackRequest {
  return mcp('tools/call', `{"name":"check_json","arguments":{"json":"\\n1","schema":${schema}}}`);
}

function register(...examples: readonly string[]): AttackRequest {
  const specs = examples.map(
    (list, index) =>
      `{"name":"full_${index}","version":"1.0.0","description":"Adds numbers.","inputSchema":{"type":"object","examples":[${list}]},"outputSchema":{}}`,
  );
  return { method: 'POST', path: `${tenant}/catalog/tools`, body: `{"specs":[${specs.join()}]}` };
}

/** Short texts take the longest to redact. */
const rows = empty('{"a":"xx yy","b":"z@z.com","c":"sk-1"}', (MOST_VALUES / 4) * 39);
const atGate = (schema: string) => call(schema, ',"toolset":"gated","mode":"sync"');
/** What the open gate of the largest call was shown as. */
let gate: Readonly<Record<string, string>> = {};

async function prepareGates(service: ProbedService): Promise<void> {
  await service.ask('publisher', {
    method: 'PUT',
    path: `${tenant}/toolsets/gated`,
    body: { tools: [{ tool: 'check_json', policy: { autonomy: 'ask' } }] },
  });
  for (const list of [rows, empty('{}', 3 * MOST_VALUES), empty('[]', 3 * MOST_VALUES), rows]) {
    await service.ask('caller', atGate(`{"x":[${list}]}`));
  }
  const { text } = await service.ask('approver', { method: 'GET', path: `${tenant}/gates?limit=1` });
  gate = JSON.parse(text).items[0];
}

/** Calls that wait with arguments as large as they may be. */
const gateAttacks: readonly StallAttack[] = [
  {
    name: 'a call at a gate with as many texts as there may be',
    role: 'caller',
    prepare: prepareGates,
    request: () => atGate(`{"x":[${rows}]}`),
  },
  {
    name: 'the gates of calls with large arguments',
    role: 'approver',
    request: () => ({ method: 'GET', path: `${tenant}/gates?limit=500` }),
  },
  {
    name: 'one gate of calls with large arguments',
    role: 'approver',
    request: () => ({ method: 'GET', path: `${tenant}/gates?limit=1` }),
  },
  {
    name: 'open calls with large arguments',
    role: 'approver',
    request: () => ({ method: 'GET', path: `${tenant}/calls?limit=500` }),
  },
  {
    name: 'one of the open calls with large arguments',
    role: 'approver',
    request: () => ({ method: 'GET', path: `${tenant}/calls?limit=1` }),
  },
  {
    name: 'a look at a gate with large arguments',
    role: 'approver',
    request: () => ({ method: 'GET', path: `${tenant}/gates/${gate.id}` }),
  },
  {
    name: 'approval of a call with large arguments',
    role: 'approver',
    request: () => ({
      method: 'POST',
      path: `${tenant}/gates/${gate.id}/settle`,
      body: { decision: 'approve', toolDigest: gate.toolDigest, contentDigest: gate.contentDigest },
    }),
  },
  {
    name: 'cancellation of a call with large arguments',
    role: 'caller',
    prepare: prepareGates,
    request: () => ({ method: 'POST', path: `${tenant}/calls/${gate.invocationId}/cancel`, body: {} }),
  },
];

/** Bodies of many values and keys. The example tools have to be there. */
export const bodyAttacks: readonly StallAttack[] = [
  {
    name: 'MCP: a handshake with 340,000 icons',
    role: 'caller',
    request: () => initialize(`,"icons":[${empty('{}')}]`, '{}'),
  },
  {
    name: 'MCP: a handshake with 1,900 icons',
    role: 'caller',
    request: () => initialize(`,"icons":[${empty('{}', 3 * 1_900)}]`, '{}'),
  },
  {
    name: 'MCP: a handshake with a capability of 340,000 objects',
    role: 'caller',
    request: () => initialize('', `{"experimental":{"x":{"a":[${empty('{}')}]}}}`),
  },
  {
    name: 'MCP: a handshake with a capability of 510,000 numbers',
    role: 'caller',
    request: () => initialize('', `{"experimental":{"x":{"a":[${empty('0')}]}}}`),
  },
  {
    name: 'MCP: a handshake with 19,000 capabilities',
    role: 'caller',
    request: () => initialize('', `{"experimental":{${members(19_000, '{}')}}}`),
  },
  {
    name: 'MCP: an envelope with a capability of 330,000 objects',
    role: 'caller',
    request: () => modern('tools/list', `{"experimental":{"x":{"a":[${empty('{}', 990_000)}]}}}`),
  },
  {
    name: 'MCP: an envelope with a capability of 1,900 objects',
    role: 'caller',
    request: () => modern('tools/list', `{"experimental":{"x":{"a":[${empty('{}', 3 * 1_900)}]}}}`),
  },
  ...['{}', '[]', '0'].map(
    (value): StallAttack => ({
      name: `a body of 1 MB of ${value}`,
      role: 'caller',
      request: () => call(`{"x":[${empty(value)}]}`),
    }),
  ),
  {
    name: 'MCP: a call with 1 MB of {}',
    role: 'caller',
    request: () => mcpCall(`{"x":[${empty('{}')}]}`),
  },
  {
    name: 'a call with as many objects as there may be',
    role: 'caller',
    request: () => call(`{"x":[${empty('{}', 3 * MOST_VALUES)}]}`),
  },
  {
    name: 'a call with as many values as there may be, which nest',
    role: 'caller',
    request: () => {
      const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
      return call(`{"x":[${empty(deep, (MOST_VALUES / 60) * 121)}]}`);
    },
  },
  {
    name: 'a call with as many objects as there may be, in the background and once',
    role: 'caller',
    request: () => call(`{"x":[${empty('{}', 3 * MOST_VALUES)}]}`, ',"mode":"async","idempotencyKey":"full"'),
  },
  {
    name: 'MCP: a call with as many objects as there may be',
    role: 'caller',
    request: () => mcpCall(`{"x":[${empty('{}', 3 * MOST_VALUES)}]}`),
  },
  {
    name: 'a call with as many values as there may be where a text belongs',
    role: 'caller',
    request: () => ({
      method: 'POST',
      path: `${tenant}/calls`,
      body: `{"tool":"calculate","arguments":{"expression":[${empty('{}', 3 * MOST_VALUES)}]}}`,
    }),
  },
  {
    name: 'a body of 1 MB with 85,000 keys that have an escape',
    role: 'caller',
    request: () => call(`{${escapedKeys(85_000, '')}}`),
  },
  {
    name: 'MCP: a body of 1 MB with 85,000 keys that have an escape',
    role: 'caller',
    request: () => mcpCall(`{${escapedKeys(85_000, '')}}`),
  },
  {
    name: 'register: 2 specs of 330,000 lists',
    role: 'publisher',
    request: () => register(empty('[]', 990_000), empty('[]', 990_000)),
  },
  {
    name: 'register: 2 specs of as many lists as there may be',
    role: 'publisher',
    request: () => register(empty('[]', 3 * MOST_VALUES), empty('[]', 3 * MOST_VALUES)),
  },
  {
    name: 'register: 2 specs of 80,000 keys that have an escape',
    role: 'publisher',
    request: () => register(`{${escapedKeys(80_000, 'a')}}`, `{${escapedKeys(80_000, 'b')}}`),
  },
  ...gateAttacks,
];

import type { StallAttack } from './stall-attacks.ts';
import type { AttackRequest } from './start-probed-service.ts';

/** Nearly a mebibyte of the shortest values of a kind, as the items of a list. */
const empty = (value: string, bytes = 1_020_000) => `${`${value},`.repeat(bytes / (value.length + 1))}0`;

function members(count: number, value: string): string {
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

/** Bodies of many values and keys. */
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
];

import { describe, expect, it } from 'vitest';
import { openTestService, TEST_ORIGIN } from '../open-service.ts';
import { askMcp } from './ask-mcp.ts';
import { createAttackTools } from './attack-tools.ts';

const calls = '/v1/tenants/default/calls';
const depth = 2_000;

/** Arguments that two programs could read differently, or that break a careless one. */
const hostileArguments: Readonly<Record<string, string>> = {
  'a key twice': '{"text":"a","text":"b"}',
  'a key twice, once escaped': '{"text":"a","te\\u0078t":"b"}',
  'a prototype': '{"__proto__":{"text":"a"}}',
  'an escaped prototype': '{"__pro\\u0074o__":{"isAdmin":true}}',
  'a number beyond all numbers': '{"text":1e400}',
  'a number that changes when it is read': '{"text":9007199254740993}',
  'half a character': '{"text":"\\ud800"}',
  'a comment': '{"text":"a"/* b */}',
  'a comma too many': '{"text":"a",}',
  'no number': '{"text":NaN}',
  'single quotes': "{'text':'a'}",
  'a zero byte': '{"text":"a"}\0',
  'more depth than anybody needs': `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}`,
};

describe('a body of HTTP', () => {
  it.each(Object.entries(hostileArguments))('with %s in it does not become a call', async (_, args) => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({});

    const { status, body } = await service.ask('POST', calls, {
      key,
      body: `{"tool":"echo","arguments":${args}}`,
    });

    expect([400, 200]).toContain(status);
    if (status === 200) expect(body.state).toBe('invalid_args');
    expect(deeds.seen).toEqual([]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  it.each([
    ['a mark of the byte order', new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"tool":"echo"}')])],
    [
      'bytes that are no UTF-8',
      new Uint8Array([
        ...Buffer.from('{"tool":"echo","arguments":{"text":"'),
        0xff,
        0xfe,
        ...Buffer.from('"}}'),
      ]),
    ],
    ['UTF-16', new Uint8Array(Buffer.from('{"tool":"echo"}', 'utf16le'))],
    [
      'an overlong quote',
      new Uint8Array([...Buffer.from('{"tool":"echo'), 0xc0, 0xa2, ...Buffer.from('"}')]),
    ],
  ])('with %s is refused, over HTTP and MCP', async (_, bytes) => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({});
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };

    for (const path of [calls, '/mcp/default']) {
      const request = new Request(`${TEST_ORIGIN}${path}`, { method: 'POST', headers, body: bytes });
      expect((await service.fetch(request)).status).toBe(400);
    }
    expect(deeds.seen).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/json; charset=utf-16',
    '',
  ])('of the type "%s" is not read, so that no page can send one without being asked', async (type) => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({});

    for (const path of [calls, '/mcp/default']) {
      const { status } = await service.ask('POST', path, {
        key,
        body: '{"tool":"echo"}',
        headers: { 'content-type': type },
      });
      expect([400, 415]).toContain(status);
    }
    expect(deeds.seen).toEqual([]);
  });

  it('says one thing about the idempotency key', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({});

    const { status } = await service.ask('POST', calls, {
      key,
      body: { tool: 'echo', idempotencyKey: 'a' },
      headers: { 'idempotency-key': 'b' },
    });

    expect(status).toBe(400);
    expect(deeds.seen).toEqual([]);
  });
});

describe('a message of MCP', () => {
  it.each(Object.entries(hostileArguments))('with %s in it does not become a call', async (_, args) => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({});
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;

    const answer = await askMcp(service, { key, method: 'tools/call', revision: '2025-11-25', body });

    expect(answer.status).toBeLessThan(500);
    expect(deeds.seen).toEqual([]);
  });

  it.each([
    { 'mcp-name': 'echo' },
    { 'mcp-name': '' },
    { 'mcp-name': 'wipe, echo' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': 'TOOLS/CALL' },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': '1900-01-01' },
  ])('whose headers say something else than it does is refused: %j', async (headers) => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({ scopes: ['*'] });

    const { status, text } = await askMcp(service, {
      key,
      method: 'tools/call',
      params: { name: 'pay', arguments: { text: 'x' } },
      headers,
    });

    expect(status, text).toBe(400);
    expect(deeds.paid).toEqual([]);
  });

  it('is one message: a list of them is not a way around limits', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const { key } = await service.makeKey({}, { limits: { callsPerMinutePerTool: 2 } });
    const one = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } };
    const body = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ ...one, id })));

    await askMcp(service, { key, method: 'tools/call', revision: '2025-11-25', body });

    expect(deeds.seen.length).toBeLessThanOrEqual(2);
  });
});

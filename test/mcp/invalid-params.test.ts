import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { defineTool } from 'toolcrib';
import { systemClock } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { serveMcpStdio } from '../../packages/server/src/mcp/serve-mcp-stdio.ts';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const fine = defineTool({
  name: 'fine',
  description: 'Is fine.',
  effect: 'read',
  inputSchema: { type: 'object' },
  handler: () => 'ok',
});

const actor = actorWith(['caller']);
const clientInfo = { name: 'test-client', version: '1.0.0' };
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

type Params = Record<string, unknown>;

/** Of every revision. */
const wrong: readonly (readonly [method: string, params: Params, problem: string])[] = [
  ['tools/call', { name: 7 }, '/name must be a string.'],
  ['tools/call', {}, '/name must be a string.'],
  ['tools/call', { name: 'fine', arguments: 3 }, '/arguments must be an object.'],
  ['tools/call', { name: 'fine', arguments: [] }, '/arguments must be an object.'],
  ['tools/list', { cursor: 3 }, '/cursor must be a string.'],
];

/** Sends lines to a server over stdio, and gives the answer to the last of them. */
async function sendLines(world: McpWorld, messages: readonly object[]): Promise<unknown> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { view, calls, approvals } = world;
  const server = serveMcpStdio({
    ...{ view, calls, approvals, actor, stdin, stdout },
    clock: systemClock,
    signingKey: 'a signing key that is long enough for everybody',
    version: '1.2.3',
    requestId: 'stdio-1',
    onFault: (error) => world.faults.push(error),
  });
  for (const message of messages) stdin.write(`${JSON.stringify(message)}\n`);
  try {
    for await (const line of createInterface({ input: stdout })) {
      const answer: { readonly id?: unknown } = JSON.parse(line);
      if (answer.id === 1) return answer;
    }
  } finally {
    await server.close();
  }
  return undefined;
}

describe('params that cannot be read', () => {
  it.each(wrong)('are invalid params in one sentence: %s %j', async (method, params, problem) => {
    const world = createMcpWorld({ tools: [fine] });
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const modern = modernRequest(method, params);

    const answers = [
      (await sendMcp(world, { actor, body, headers: {} })).body,
      (await sendMcp(world, { actor, ...modern })).body,
      await sendLines(world, [{ ...body, id: 0, method: 'initialize', params: initialize }, body]),
      await sendLines(world, [modern.body]),
    ];

    const error = { code: -32602, message: `Invalid params: ${problem}` };
    expect(answers).toEqual(answers.map(() => ({ jsonrpc: '2.0', id: 1, error })));
    expect(world.faults).toEqual([]);
  });

  it.each([
    [{}, '/protocolVersion must be a string.'],
    [{ ...initialize, clientInfo: 'me' }, '/clientInfo must be an object.'],
    [undefined, 'They must be an object.'],
  ])('are so in a handshake too: %j', async (params, problem) => {
    const world = createMcpWorld({ tools: [fine] });
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params };

    const answer = await sendMcp(world, { actor, body, headers: {} });

    expect(answer.body).toMatchObject({ error: { code: -32602, message: `Invalid params: ${problem}` } });
    expect(answer.text).not.toContain('undefined');
  });

  it('are named by their place, of which not more is repeated than a person reads', async () => {
    const world = createMcpWorld({ tools: [fine] });
    const capabilities = { experimental: { ['x'.repeat(500)]: 3 } };
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...initialize, capabilities } };

    const { body: answer } = await sendMcp(world, { actor, body, headers: {} });

    const message = `Invalid params: /capabilities/experimental/${'x'.repeat(53)} must be an object.`;
    expect(answer).toMatchObject({ error: { code: -32602, message } });
  });
});

describe('a message with more values than the SDK reads quickly', () => {
  const values = (count: number) => Array.from({ length: count }, () => ({}));
  const large: readonly (readonly [what: string, method: string, params: Params])[] = [
    ['in its params', 'tools/list', { more: values(2_000) }],
    ['in the metadata of a call', 'tools/call', { name: 'fine', _meta: { more: values(2_000) } }],
    ['beside the arguments of a call', 'tools/call', { name: 'fine', arguments: {}, more: values(2_000) }],
  ];

  it.each(large)('is refused with the limit: %s', async (_, method, params) => {
    const world = createMcpWorld({ tools: [fine] });
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const modern = modernRequest(method, params);
    const _meta = { ...(params._meta as object | undefined), ...modern.body.params._meta };
    const modernBody = { ...modern.body, params: { ...modern.body.params, _meta } };

    const answers = [
      (await sendMcp(world, { actor, body, headers: {} })).body,
      (await sendMcp(world, { actor, headers: modern.headers, body: modernBody })).body,
      await sendLines(world, [{ ...body, id: 0, method: 'initialize', params: initialize }, body]),
      await sendLines(world, [modernBody]),
    ];

    const message = 'Invalid params: a message may have at most 2000 values beside the arguments of a call.';
    const error = { code: -32602, message };
    expect(answers).toEqual(answers.map(() => ({ jsonrpc: '2.0', id: 1, error })));
    expect(world.faults).toEqual([]);
  });

  it('is refused in a handshake, in an answer and in a batch', async () => {
    const world = createMcpWorld({ tools: [fine] });
    const send = async (body: unknown) => await sendMcp(world, { actor, body, headers: {} });
    const params = { ...initialize, clientInfo: { ...clientInfo, icons: values(2_000) } };

    const handshake = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const answer = await send({ jsonrpc: '2.0', id: 1, result: { more: values(2_000) } });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: { more: values(200) } };
    const batch = await send(values(10).map(() => ping));

    expect(handshake.body).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(answer).toMatchObject({ status: 400, body: { id: null, error: { code: -32602 } } });
    expect(batch).toMatchObject({ status: 400, body: { id: null, error: { code: -32602 } } });
  });

  it('does not mean the arguments of a call, or what clients say of themselves', async () => {
    const world = createMcpWorld({ tools: [fine] });
    const send = async (body: unknown) => (await sendMcp(world, { actor, body, headers: {} })).body;
    const icon = {
      src: `data:image/png;base64,${'A'.repeat(50_000)}`,
      mimeType: 'image/png',
      sizes: ['48x48'],
    };
    const client = { ...initialize, clientInfo: { ...clientInfo, icons: values(8).map(() => icon) } };
    const params = { name: 'fine', arguments: { list: values(5_000) }, _meta: { progressToken: 1 } };

    const handshake = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client });
    const called = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

    expect(handshake).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(called).toMatchObject({ result: { content: [{ text: 'ok' }] } });
  });
});

describe('an envelope that cannot be read', () => {
  it('is refused without a word of the language that the service is written in', async () => {
    const world = createMcpWorld({ tools: [fine] });
    const { body, headers } = modernRequest('tools/list', {});
    const _meta = { ...body.params._meta, 'io.modelcontextprotocol/clientInfo': {} };
    const wrongBody = { ...body, params: { _meta } };

    const answers = [
      (await sendMcp(world, { actor, headers, body: wrongBody })).body,
      await sendLines(world, [{ ...body, id: 0 }, wrongBody]),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject({
        id: 1,
        error: { code: -32602, message: expect.stringMatching(/: missing/) },
      });
      expect(JSON.stringify(answer)).not.toContain('undefined');
    }
  });
});

describe('what fails inside', () => {
  it.each([
    ['an error', () => Promise.reject(new Error('The password of the database is wrong.'))],
    ['a result that is none', async () => ({ content: [{ type: 'text' }] }) as never],
  ])('is an internal error of which nothing is told: %s', async (_, answer) => {
    const tools = new Map([['broken', answer]]);
    const world = createMcpWorld({ tools: [fine], extension: { tools } });

    const { body } = await sendMcp(world, { actor, ...modernRequest('tools/call', { name: 'broken' }) });

    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } });
    expect(world.faults).toHaveLength(1);
  });
});

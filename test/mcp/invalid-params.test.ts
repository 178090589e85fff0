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

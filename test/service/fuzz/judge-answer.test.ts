import { describe, expect, it, onTestFinished } from 'vitest';
import type { Asker, FuzzRequest } from './fuzz-request.ts';
import { INNER_CANARY, openFuzzWorld, VAULT_CANARY } from './fuzz-world.ts';
import { createJudge, type FuzzAnswer, secretOf } from './judge-answer.ts';
import { sendInProcess } from './send-request.ts';

const whoami: FuzzRequest = {
  routeId: 'whoami',
  method: 'GET',
  target: '/v1/whoami',
  asker: 'caller',
  headers: [],
  body: undefined,
};

const nowhere: FuzzRequest = { ...whoami, target: '/v1/tenants/default/tools/nothing', routeId: 'getTool' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const mcp: FuzzRequest = {
  ...whoami,
  routeId: 'sendMcp',
  method: 'POST',
  target: '/mcp/default',
  headers: [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ],
  body: new TextEncoder().encode(JSON.stringify(list)),
};

async function openJudge() {
  const world = await openFuzzWorld();
  onTestFinished(() => world.close());
  const judge = createJudge(world);
  return {
    world,
    /** What is said of the real answer to a request, after a change. */
    async judgeChanged(request: FuzzRequest, change: (answer: FuzzAnswer) => Partial<FuzzAnswer>) {
      const answer = await sendInProcess(request, world);
      return judge(request, { ...answer, ...change(answer) });
    },
  };
}

const withText =
  (add: string) =>
  ({ text }: FuzzAnswer) => ({ text: text.replace('"id":"', `"id":"${add}`) });

describe('the judge of hostile requests', () => {
  it('has nothing to say about real answers', async () => {
    const { judgeChanged } = await openJudge();

    for (const request of [whoami, nowhere, mcp])
      expect(await judgeChanged(request, () => ({}))).toBeUndefined();
  });

  it('notices what only the insides of the service, or others, should know', async () => {
    const { judgeChanged } = await openJudge();
    const leaks = [
      INNER_CANARY,
      VAULT_CANARY,
      'at handle (file:///x.ts:1:2)',
      'x.ts:10:20',
      '/home/somebody',
      'UNIQUE constraint failed: keys.id',
      'SELECT id FROM keys',
      'There is no undefined.',
      '[object Object]',
      'Cannot read properties of null',
    ];

    for (const leak of leaks) expect(await judgeChanged(whoami, withText(leak)), leak).toMatch(/^leak: /);
  });

  it('lets admins, and no other asker, see what a tool threw', async () => {
    const { world, judgeChanged } = await openJudge();
    const { body: call } = await world.ask('POST', '/v1/tenants/default/calls', {
      body: { tool: 'crash', arguments: { text: 'x' } },
    });
    const target = `/v1/tenants/default/calls/${call.id}`;
    const asked = (asker: Asker): FuzzRequest => ({ ...whoami, routeId: 'getCall', target, asker });
    const { text } = await sendInProcess(asked('root'), world);

    expect(text).toContain(INNER_CANARY);
    expect(await judgeChanged(asked('admin'), () => ({}))).toBeUndefined();
    expect(await judgeChanged(asked('viewer'), () => ({ text }))).toMatch(/^leak: /);
  });

  it('notices the secret of a key, be it in the body or in a header', async () => {
    const { world, judgeChanged } = await openJudge();
    const secret = secretOf(world.keys.admin ?? '');
    const inHeader = ({ headers }: FuzzAnswer) => ({
      headers: new Headers([...headers, ['location', `/${secret}`]]),
    });

    expect(secret).toHaveLength(43);
    expect(await judgeChanged(whoami, withText(secret))).toBe('leak: a secret');
    expect(await judgeChanged(whoami, inHeader)).toBe('leak: a secret');
  });

  it('notices answers that are not as declared', async () => {
    const { judgeChanged } = await openJudge();
    const plain = { headers: new Headers({ 'x-request-id': 'x', 'content-type': 'text/plain' }) };

    expect(await judgeChanged(whoami, () => ({ status: 503 }))).toBe('status 503');
    expect(await judgeChanged(whoami, () => ({ status: 202 }))).toBe('whoami declares no 202');
    expect(await judgeChanged(whoami, () => ({ text: '{}' }))).toContain('must have required property');
    expect(await judgeChanged(whoami, () => ({ text: '{' }))).toBe('JSON that cannot be read');
    expect(await judgeChanged(whoami, () => plain)).toBe('text/plain for JSON');
    expect(await judgeChanged(whoami, () => ({ headers: new Headers() }))).toBe('no x-request-id');
  });

  it('notices problems that are not well-formed', async () => {
    const { judgeChanged } = await openJudge();
    const plain = { headers: new Headers({ 'x-request-id': 'x', 'content-type': 'application/json' }) };
    const swap =
      (before: RegExp, after: string) =>
      ({ text }: FuzzAnswer) => ({ text: text.replace(before, after) });

    expect(await judgeChanged(nowhere, () => plain)).toBe('no problem details');
    expect(await judgeChanged(nowhere, () => ({ status: 400 }))).toContain('not that of its code');
    expect(await judgeChanged(nowhere, swap(/"requestId":"[^"]*"/, '"requestId":"x"'))).toBe(
      'two request ids',
    );
    expect(await judgeChanged(nowhere, swap(/"detail":/, '"details":'))).toContain("'detail'");
  });

  it('notices what is no answer of MCP', async () => {
    const { judgeChanged } = await openJudge();
    const failed = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } };

    expect(await judgeChanged(mcp, () => ({ text: 'data: {"tools":[]}\n\n' }))).toContain('without JSON-RPC');
    expect(await judgeChanged(mcp, () => ({ text: `data: ${JSON.stringify(failed)}\n\n` }))).toContain(
      'internal error',
    );
  });
});

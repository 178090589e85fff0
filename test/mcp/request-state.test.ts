import { defineTool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../packages/server/src/auth/actor.ts';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const wipe = defineTool({
  name: 'wipe',
  description: 'Deletes a thing.',
  effect: 'destructive',
  inputSchema: { type: 'object' },
  handler: () => 'gone',
});
const other = defineTool({ ...wipe, inputSchema: { type: 'object' }, name: 'other', handler: () => 'gone' });

const canElicit = { elicitation: { form: {} } };
const yes = { approval: { action: 'accept', content: { approve: true } } };
const admin = actorWith(['admin']);

async function callOf(world: McpWorld, actor: Actor, params: Record<string, unknown>) {
  const message = modernRequest('tools/call', { name: 'wipe', arguments: {}, ...params }, canElicit);
  return (await sendMcp(world, { actor, ...message })).body as {
    result?: { requestState?: string; resultType?: string; content?: unknown };
    error?: { code: number };
  };
}

async function ask(world: McpWorld): Promise<string> {
  const { result } = await callOf(world, admin, {});
  if (result?.requestState === undefined) throw new Error('Nothing was asked.');
  return result.requestState;
}

describe('what a client gives back with an answer', () => {
  it('lets the call go on that it was sealed for', async () => {
    const world = createMcpWorld({ tools: [wipe, other] });
    const requestState = await ask(world);

    const { result } = await callOf(world, admin, { requestState, inputResponses: yes });

    expect(result).toMatchObject({ content: [{ type: 'text', text: 'gone' }] });
  });

  it('is refused if anything of it was changed', async () => {
    const world = createMcpWorld({ tools: [wipe, other] });
    const requestState = await ask(world);
    const [version, payload = '', seal] = requestState.split('.');
    const open = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { p: object };
    const forged = Buffer.from(JSON.stringify({ ...open, p: { ...open.p, gateId: 'other.0' } })).toString(
      'base64url',
    );

    for (const state of [
      `${version}.${forged}.${seal}`,
      `${requestState}x`,
      payload,
      '',
      'v1..',
      3,
      null,
      {},
    ]) {
      const { error } = await callOf(world, admin, { requestState: state, inputResponses: yes });
      expect(error).toMatchObject({ code: -32602 });
    }
    expect(await world.runtime.gates.list()).toHaveLength(1);
  });

  it('is refused from anybody else, for another tool or toolset, of another key, and when its time is over', async () => {
    const clock = createFakeClock();
    const world = createMcpWorld({ tools: [wipe, other], clock });
    const strangers = createMcpWorld({
      tools: [wipe],
      signingKey: 'another signing key of enough bytes',
      clock,
    });
    const requestState = await ask(world);
    const answer = { requestState, inputResponses: yes };

    const elsewhere = await callOf(strangers, admin, answer);
    const foreign = await callOf(world, actorWith(['admin'], { id: 'key:other' }), answer);
    const misused = await callOf(world, admin, { ...answer, name: 'other' });
    const narrow = { ...world, view: { ...world.view, toolset: 'narrow' } };
    const moved = await callOf(narrow, admin, answer);
    const before = await world.runtime.gates.list();
    await clock.advance(365 * 24 * 3_600_000);
    const late = await callOf(world, admin, answer);

    for (const { error } of [elsewhere, foreign, misused, moved, late])
      expect(error).toMatchObject({ code: -32602 });
    expect(before).toHaveLength(1);
  });

  it('approves nothing without it, however well the answer is guessed', async () => {
    const world = createMcpWorld({ tools: [wipe, other] });

    const { result } = await callOf(world, admin, { inputResponses: yes });

    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(await world.runtime.gates.list()).toHaveLength(1);
  });

  it('does nothing for somebody who may not decide any more', async () => {
    const world = createMcpWorld({ tools: [wipe, other] });
    const requestState = await ask(world);

    await callOf(world, actorWith(['caller']), { requestState, inputResponses: yes });

    expect(await world.runtime.gates.list()).toHaveLength(1);
  });

  it('settles no gate as the answer to a form of somebody else', async () => {
    const world = createMcpWorld({ tools: [wipe, other] });
    const id = await ask(world);
    const body = { jsonrpc: '2.0', id, result: yes.approval };

    const foreign = await sendMcp(world, {
      actor: actorWith(['admin'], { id: 'key:other' }),
      body,
      headers: {},
    });
    const open = await world.runtime.gates.list();
    const own = await sendMcp(world, { actor: admin, body, headers: {} });

    expect([foreign.status, own.status]).toEqual([202, 202]);
    expect(open).toHaveLength(1);
    expect(await world.runtime.gates.list()).toEqual([]);
  });
});

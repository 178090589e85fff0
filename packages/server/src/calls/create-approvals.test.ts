import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  actorOf,
  type CallWorldOptions,
  createKey,
  fakeClockOf,
  startCallWorld,
  toolOf,
} from '../../../../test/calls/call-world.ts';

const ada = actorOf('key:ada', { scopes: ['*'] });
const admin = actorOf('key:admin', { roles: ['admin'], scopes: ['*'] });
const approver = actorOf('key:approver', { roles: ['approver'] });
const elsewhere = actorOf('key:approver', { tenant: 'other', roles: ['approver'] });
const viewer = actorOf('key:viewer', { roles: ['viewer'] });

const wipe = toolOf('wipe', () => 'wiped', { effect: 'destructive' });
const ask = toolOf('ask', async (_, { waitFor }) => {
  const { days } = await waitFor({
    name: 'days',
    prompt: 'How many days?',
    schema: z.object({ days: z.number() }),
  });
  return `${days} days`;
});

async function startWaiting(tool = 'wipe', options: CallWorldOptions & { readonly actor?: typeof ada } = {}) {
  const world = startCallWorld({ tools: [wipe, ask], ...options });
  const view = await (await world.publish()).view();
  const { actor = ada } = options;
  const call = await world.desk.start({ actor, view, tool, args: { text: 'x', api_key: 'hunter2' } });
  const stop = await call.stopped;
  if (stop.kind !== 'waiting') throw new Error('It should wait.');
  return { ...world, view, call, gate: stop.gate };
}

describe('approvals', () => {
  it('list open gates to those who may see them, with arguments but without secrets', async () => {
    const { approvals, gate, call } = await startWaiting();

    const { items: gates } = await approvals.list(approver, { limit: 10 });

    expect(gates).toMatchObject([
      {
        id: gate.gateId,
        invocationId: call.invocationId,
        tool: 'wipe',
        toolVersion: '1.0.0',
        callerId: 'key:ada',
        kind: 'approval',
        details: { arguments: { text: 'x', api_key: '[redacted]' } },
        status: 'open',
        approver: null,
        toolDigest: gate.toolDigest,
        contentDigest: gate.contentDigest,
      },
    ]);
    expect(await approvals.find(approver, gate.gateId)).toEqual(gates[0]);
    expect((await approvals.list(elsewhere, { limit: 10 })).items).toEqual([]);
    await expect(approvals.find(elsewhere, gate.gateId)).rejects.toMatchObject({ code: 'E_GATE_NOT_FOUND' });
    await expect(approvals.list(viewer, { limit: 10 })).rejects.toMatchObject({ code: 'E_FORBIDDEN' });
    await expect(approvals.find(ada, gate.gateId)).rejects.toMatchObject({ code: 'E_FORBIDDEN' });
  });

  it('list gates in pages', async () => {
    const { approvals, desk, view } = await startWaiting();
    for (let count = 0; count < 4; count++) {
      await (await desk.start({ actor: ada, view, tool: 'wipe', args: {} })).stopped;
    }

    const ids: string[] = [];
    for (let after: string | undefined; ; after = ids.at(-1)) {
      const { items: page } = await approvals.list(approver, { after, limit: 2 });
      ids.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }

    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual([...ids].sort());
  });

  it('let one approver decide, once', async () => {
    const { approvals, gate, call } = await startWaiting();
    const order = { ...gate, decision: 'reject', reason: 'not today' } as const;

    const settled = await approvals.settle(approver, gate.gateId, order);
    const record = await call.ended;

    expect(settled).toMatchObject({ status: 'rejected', approver: 'key:approver', reason: 'not today' });
    expect(settled.settledAt).toBe(new Date(gate.openedAt).toISOString());
    expect([record.status, record.gates[0]?.reason]).toEqual(['denied', 'not today']);
    await expect(approvals.settle(admin, gate.gateId, order)).rejects.toMatchObject({
      code: 'E_GATE_SETTLED',
    });
    expect((await approvals.list(approver, { limit: 10 })).items).toEqual([]);
    expect(await approvals.find(approver, gate.gateId)).toMatchObject({ status: 'rejected', details: null });
  });

  it('refuse whoever may not decide, and gates that there are not', async () => {
    const { approvals, gate } = await startWaiting();
    const order = { ...gate, decision: 'approve', reason: undefined } as const;

    for (const actor of [ada, viewer]) {
      await expect(approvals.settle(actor, gate.gateId, order)).rejects.toMatchObject({
        code: 'E_FORBIDDEN',
      });
    }
    await expect(approvals.settle(elsewhere, gate.gateId, order)).rejects.toMatchObject({
      code: 'E_GATE_NOT_FOUND',
    });
    for (const id of ['', '.', 'nothing', 'nothing.0', 'a\0.0', `${gate.gateId}0`, 'x'.repeat(9_999)]) {
      await expect(approvals.settle(approver, id, order)).rejects.toMatchObject({ code: 'E_GATE_NOT_FOUND' });
    }
    expect(await approvals.find(approver, gate.gateId)).toMatchObject({ status: 'open' });
  });

  it('refuse a decision about another definition or other arguments', async () => {
    const { approvals, gate } = await startWaiting();

    for (const change of [{ toolDigest: 'sha256/v1:00' }, { contentDigest: 'other' }]) {
      const order = { ...gate, ...change, decision: 'approve', reason: undefined } as const;
      await expect(approvals.settle(approver, gate.gateId, order)).rejects.toMatchObject({
        code: 'E_INVALID_REQUEST',
      });
    }
    expect(await approvals.find(approver, gate.gateId)).toMatchObject({ status: 'open' });
  });

  it('refuse whoever made the call a yes to it, but no no', async () => {
    const { approvals, gate, call } = await startWaiting('wipe', { actor: admin });
    const order = { ...gate, reason: undefined };

    expect(await approvals.mayApprove(admin, gate)).toBe(false);
    expect(await approvals.mayApprove(approver, gate)).toBe(true);
    await expect(
      approvals.settle(admin, gate.gateId, { ...order, decision: 'approve' }),
    ).rejects.toMatchObject({
      code: 'E_SELF_APPROVAL',
    });
    await approvals.settle(admin, gate.gateId, { ...order, decision: 'reject' });

    expect((await call.ended).status).toBe('denied');
  });

  it('refuse a yes of a key whose maker made the key of the caller too, and say so before they are asked', async () => {
    const keyOf = (id: string) => createKey(id, { createdBy: 'token:issuer#ann' });
    const { approvals, gate } = await startWaiting('wipe', { keyOf });
    const order = { ...gate, decision: 'approve', reason: undefined } as const;

    expect(await approvals.mayApprove(approver, gate)).toBe(false);
    await expect(approvals.settle(approver, gate.gateId, order)).rejects.toMatchObject({
      code: 'E_SELF_APPROVAL',
    });
    expect(await approvals.mayApprove(approver, { ...gate, kind: 'question' })).toBe(true);
  });

  it('let whoever made the call approve it where that is allowed', async () => {
    const { approvals, gate, call } = await startWaiting('wipe', { actor: admin, allowSelfApproval: true });

    await approvals.settle(admin, gate.gateId, { ...gate, decision: 'approve', reason: undefined });

    expect((await call.ended).status).toBe('ok');
  });

  it('let whoever made the call answer what its tool asks in the middle of its work', async () => {
    const { approvals, gate, call } = await startWaiting('ask', { actor: admin });

    await approvals.settle(admin, gate.gateId, {
      ...gate,
      decision: 'approve',
      reason: undefined,
      value: { days: 2 },
    });

    expect((await call.ended).result).toEqual({ kind: 'text', text: '2 days' });
  });

  it.each([
    ['is not there', () => undefined],
    ['was revoked', (id: string) => createKey(id, { revokedAt: '2026-01-01T00:00:00.000Z' })],
    ['has expired', (id: string) => createKey(id, { expiresAt: '2026-01-01T00:00:00.000Z' })],
  ])('refuse a yes to a call whose key %s, which ends denied then', async (_, keyOf) => {
    const { approvals, gate, call } = await startWaiting('wipe', { keyOf });
    const order = { ...gate, reason: undefined };

    await expect(
      approvals.settle(approver, gate.gateId, { ...order, decision: 'approve' }),
    ).rejects.toMatchObject({ code: 'E_FORBIDDEN' });

    expect((await call.ended).status).toBe('denied');
    expect(await approvals.find(approver, gate.gateId)).toMatchObject({
      status: 'rejected',
      approver: 'service',
    });
  });

  it('take an answer that fits the question of a tool, and no other', async () => {
    const { approvals, gate, call } = await startWaiting('ask');
    const order = { ...gate, decision: 'approve', reason: undefined } as const;

    await expect(
      approvals.settle(approver, gate.gateId, { ...order, value: { days: 'many' } }),
    ).rejects.toMatchObject({ code: 'E_INVALID_REQUEST', context: { issues: [{ path: ['days'] }] } });
    await approvals.settle(approver, gate.gateId, { ...order, value: { days: 3 } });

    expect((await call.ended).result).toEqual({ kind: 'text', text: '3 days' });
    expect(gate.schema).toMatchObject({ type: 'object' });
  });

  it('refuse a decision that comes too late', async () => {
    const world = await startWaiting();
    const { approvals, gate, call, audited } = world;

    await fakeClockOf(world).advance(gate.expiresAt - gate.openedAt);

    expect((await call.ended).status).toBe('timed_out');
    await expect(
      approvals.settle(approver, gate.gateId, { ...gate, decision: 'approve', reason: undefined }),
    ).rejects.toMatchObject({ code: 'E_GATE_SETTLED' });
    expect(audited.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
      ['gate-open', 'key:ada', 'ok'],
      ['gate-settled', 'service', 'denied'],
      ['tool-call-end', 'key:ada', 'failed'],
      ['request-denied', 'key:approver', 'denied'],
    ]);
  });
});

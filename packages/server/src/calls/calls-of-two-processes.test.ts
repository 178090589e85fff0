import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, sqliteLedger, sqliteStore } from 'toolcrib/stores/sqlite';
import { createFakeClock, createFakeIds } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  actorOf,
  applyToolset,
  passTime,
  startCallWorld,
  toolOf,
} from '../../../../test/calls/call-world.ts';
import { ada, approver, echo, start } from '../../../../test/calls/desk-world.ts';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';

describe('two processes of a service', () => {
  /** What two processes share, and what outlives both. */
  function createShared() {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-calls-'));
    const database = openSqlite(join(folder, 'calls.sqlite'));
    onTestFinished(() => {
      database.close();
      rmSync(folder, { recursive: true });
    });
    const clock = createFakeClock();
    const [catalogs, ledger] = [sqliteStore(database, { clock }), sqliteLedger(database)];
    return { clock, catalogs, ledger, randomId: createFakeIds() };
  }

  it('see calls of one another, and wait for them', async () => {
    const shared = createShared();
    const first = await start({ ...shared, owner: 'first' });
    const second = await start({ ...shared, owner: 'second' });
    const { invocationId: id } = await first.desk.start({
      actor: ada,
      view: first.all,
      tool: 'hang',
      args: {},
      timeoutMs: 1_000,
    });
    await passTime(shared.clock, 1);

    const running = await second.desk.find(ada, id);
    const waiting = second.desk.wait(ada, id, 60_000);
    const following = (async () => {
      const seen: string[] = [];
      for await (const { type } of second.desk.follow(ada, id, new AbortController().signal)) seen.push(type);
      return seen;
    })();
    await expect(second.desk.cancel(ada, id)).rejects.toMatchObject({ code: 'E_CALL_IN_PROGRESS' });
    await passTime(shared.clock, 10_000);

    expect(running.state).toBe('running');
    expect(await waiting).toMatchObject({ id, state: 'timed_out' });
    expect(await following).toEqual(['tool-call-end']);
    expect(second.audited).toEqual([]);
  });

  it('tell of the call of another one that goes on, to whoever asks for the same', async () => {
    const shared = createShared();
    const first = await start({ ...shared, owner: 'first' });
    const second = await start({ ...shared, owner: 'second' });
    const order = (tool: string) => ({ actor: ada, tool, args: {}, idempotencyKey: tool });
    const running = await first.desk.start({ ...order('hang'), view: first.all });
    const waiting = await first.desk.start({ ...order('wipe'), view: first.all });
    const stop = await waiting.stopped;
    await running.accepted;

    const [hang, wipe] = [
      await second.desk.start({ ...order('hang'), view: second.all }),
      await second.desk.start({ ...order('wipe'), view: second.all }),
    ];

    expect(await hang.accepted).toBe(running.invocationId);
    expect(await hang.ended).toMatchObject({ problem: { code: 'E_CALL_IN_PROGRESS' } });
    expect(await wipe.stopped).toEqual(stop);
    expect(second.audited).toEqual([]);
  });

  it.each(['approve', 'reject'] as const)('settle gates of one another, to %s', async (decision) => {
    const shared = { ...createShared(), audited: [] as AuditDraft[] };
    const first = await start({ ...shared, owner: 'first' });
    const second = await start({ ...shared, owner: 'second' });
    const told = [first, second].map(({ runtime }) => {
      const types: string[] = [];
      runtime.subscribe(({ type }) => types.push(type));
      return types;
    });
    const started = await first.desk.start({ actor: ada, view: first.all, tool: 'wipe', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');

    const order = { ...stop.gate, decision, reason: undefined };
    await second.approvals.settle(approver, stop.gate.gateId, order);
    const atAnswer = shared.audited.map(({ action, actor }) => [action, actor]);
    await passTime(shared.clock, 2_000);

    expect((await started.ended).status).toBe(decision === 'approve' ? 'ok' : 'denied');
    expect(atAnswer).toEqual([
      ['gate-open', 'key:ada'],
      ['gate-settled', 'key:approver'],
    ]);
    expect(shared.audited.slice(2).map(({ action }) => action)).toEqual(['tool-call-end']);
    expect(told).toEqual([['tool-call-start', 'gate-open', 'gate-settled', 'tool-call-end'], []]);
  });

  it('go on with calls of one that has gone, with the tools of the tenant and of its toolsets', async () => {
    const shared = createShared();
    const first = await start({ ...shared, owner: 'first' });
    await applyToolset(first.room, 'danger', [
      { tool: 'echo', wireName: 'say', policy: { autonomy: 'ask' } },
    ]);
    // The same name for another tool.
    await applyToolset(first.room, 'calm', [{ tool: 'hang', wireName: 'say' }]);
    const danger = await first.room.view('danger');
    const calls = [
      await first.desk.start({ actor: ada, view: first.all, tool: 'wipe', args: {} }),
      await first.desk.start({ actor: ada, view: danger, tool: 'say', args: { text: 'hi' } }),
    ];
    const stops = await Promise.all(calls.map(({ stopped }) => stopped));
    await first.desk.close();

    const second = await start({ ...shared, owner: 'second', recoverEveryMs: 15_000 });
    for (const stop of stops) {
      if (stop.kind !== 'waiting') throw new Error('It should wait.');
      await second.approvals.settle(approver, stop.gate.gateId, {
        ...stop.gate,
        decision: 'approve',
        reason: undefined,
      });
    }
    const soon = await second.desk.recoverCalls();
    await passTime(shared.clock, 15_000);
    const views = await Promise.all(calls.map(({ invocationId }) => second.desk.find(ada, invocationId)));

    expect(soon.waiting).toEqual([]);
    expect(views).toMatchObject([
      { state: 'ok', result: { text: 'wiped' } },
      { state: 'ok', result: { text: 'hi' } },
    ]);
    expect(first.audited.map(({ action }) => action)).toEqual(['gate-open', 'gate-open']);
    expect(
      second.audited.slice(2).map(({ action, outcome, details }) => [action, outcome, details?.version]),
    ).toEqual([
      ['tool-call-end', 'ok', '1.0.0'],
      ['tool-call-end', 'ok', '1.0.0'],
    ]);
    expect(second.faults).toEqual([]);
    await second.desk.close();
    await Promise.all([first.tenants.close(), second.tenants.close()]);
    expect(shared.clock.pendingTimers).toBe(0);
  });

  it.each(['waiting', 'running'] as const)(
    'tell of decisions that one which has gone did not write, of a call that was left %s',
    async (state) => {
      const asking = toolOf('asking', async (_, { waitFor }) => {
        await waitFor({ name: 'first', prompt: 'Sure?' });
        // The process ends here.
        if (state === 'running') await new Promise(() => undefined);
        await waitFor({ name: 'second', prompt: 'Really?' });
        return 'done';
      });
      const shared = { ...createShared(), tools: [asking], audited: [] as AuditDraft[] };
      const appendSettled = () => Promise.reject(new Error('The connection is lost.'));
      const first = await start({ ...shared, owner: 'one', audit: { appendSettled } });
      const started = await first.desk.start({ actor: ada, view: first.all, tool: 'asking', args: {} });
      const settleOpen = async ({ approvals }: typeof first) => {
        const [gate] = (await approvals.list(approver, { limit: 1 })).items;
        if (gate === undefined) throw new Error('It should wait.');
        const { toolDigest, contentDigest } = gate;
        const digests = { toolDigest: toolDigest ?? '', contentDigest: contentDigest ?? '' };
        return await approvals.settle(approver, gate.id, { ...digests, decision: 'approve' });
      };
      await started.stopped;
      await expect(settleOpen(first)).rejects.toThrow('The connection is lost.');
      await passTime(shared.clock, 2_000);
      if (state === 'waiting') await first.desk.close();

      const second = await start({ ...shared, owner: 'one' });
      await second.desk.recoverCalls();
      if (state === 'waiting') await settleOpen(second);
      await passTime(shared.clock, 2_000);

      const told = shared.audited.map(({ action, actor, details }) => [action, actor, details?.gate]);
      expect(told.filter(([action]) => action !== 'gate-open')).toEqual([
        ...(state === 'waiting' ? [['gate-settled', 'key:approver', 'second']] : []),
        ['gate-settled', 'key:approver', 'first'],
        [state === 'waiting' ? 'tool-call-end' : 'tool-call-interrupted', 'key:ada', undefined],
      ]);
    },
  );

  it.each([
    [
      'is gone',
      async ({ catalog }: TenantRoom): Promise<void> => void (await catalog.toolsets.remove('asked')),
      'unknown_tool',
    ],
    ['has it no more', (room: TenantRoom) => applyToolset(room, 'asked', ['echo']), 'unknown_tool'],
    [
      'denies it',
      (room: TenantRoom) => applyToolset(room, 'asked', [{ tool: 'count', policy: { autonomy: 'deny' } }]),
      'unknown_tool',
    ],
    [
      'wants more of its callers',
      (room: TenantRoom) => applyToolset(room, 'asked', [{ tool: 'count', policy: { requires: ['money'] } }]),
      'denied',
    ],
    ['is as it was', async () => undefined, 'ok'],
  ] as const)('go on with a call of a toolset by what that says, when it %s', async (_, change, state) => {
    let runs = 0;
    const tools = [toolOf('count', () => String(++runs)), echo];
    const shared = createShared();
    const poor = actorOf('key:poor');
    const first = await start({ ...shared, tools, owner: 'first' });
    await applyToolset(first.room, 'asked', [{ tool: 'count', policy: { autonomy: 'ask' } }]);
    // The tenant itself, and another toolset, would let it run.
    await applyToolset(first.room, 'all', ['count']);
    const asked = await first.room.view('asked');
    const started = await first.desk.start({ actor: poor, view: asked, tool: 'count', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');
    await first.desk.close();

    const second = await start({ ...shared, tools, owner: 'second' });
    await change(second.room);
    const approval = { ...stop.gate, decision: 'approve', reason: undefined } as const;
    await second.approvals.settle(approver, stop.gate.gateId, approval);
    await passTime(shared.clock, 15_000);
    await second.desk.recoverCalls();
    await passTime(shared.clock, 1);

    expect(await second.desk.find(poor, started.invocationId)).toMatchObject({ state });
    expect(runs).toBe(state === 'ok' ? 1 : 0);
    expect(second.faults).toEqual([]);
  });

  it('leave a call to others that may have the code for it', async () => {
    const shared = createShared();
    const first = await start({ ...shared, owner: 'first' });
    await applyToolset(first.room, 'danger', [{ tool: 'wipe', wireName: 'erase' }]);
    const danger = await first.room.view('danger');
    const orders = [
      { view: first.all, tool: 'wipe' },
      { view: danger, tool: 'erase' },
    ];
    const calls = await Promise.all(
      orders.map((order) => first.desk.start({ actor: ada, args: {}, ...order })),
    );
    const stops = await Promise.all(calls.map(({ stopped }) => stopped));
    await first.desk.close();

    const second = startCallWorld({ ...shared, tools: [echo], owner: 'second' });
    for (const stop of stops) {
      if (stop.kind !== 'waiting') throw new Error('It should wait.');
      const approval = { ...stop.gate, decision: 'approve', reason: undefined } as const;
      await second.approvals.settle(approver, stop.gate.gateId, approval);
    }
    await passTime(shared.clock, 15_000);

    expect((await second.desk.recoverCalls()).waiting).toEqual([]);
  });

  it('write the ends that a recovery finds before they are closed', async () => {
    const verified = Promise.withResolvers<{ done: true; result: string }>();
    const asked = Promise.withResolvers<void>();
    const verify = () => {
      asked.resolve();
      return verified.promise;
    };
    const tools = [toolOf('pay', () => new Promise(() => undefined), { effect: 'write', verify })];
    const shared = createShared();
    const first = await start({ ...shared, tools, owner: 'first' });
    const { invocationId: id, accepted } = await first.desk.start({
      ...{ actor: ada, view: first.all, tool: 'pay', args: {} },
      timeoutMs: 600_000,
    });
    await accepted;

    const second = await start({ ...shared, tools, owner: 'first' });
    const recovering = second.desk.recoverCalls();
    await asked.promise;
    const closing = second.desk.close();
    verified.resolve({ done: true, result: 'paid' });
    await closing;

    const isEnded = (await shared.ledger.get(id))?.state === 'ok';
    const ends = second.audited.filter(({ invocationId }) => invocationId === id);
    expect(ends).toHaveLength(isEnded ? 1 : 0);
    await recovering;
    expect((await shared.ledger.get(id))?.state === 'ok').toBe(isEnded);
  });

  it('never run a call that was rejected, whatever is asked about by then', async () => {
    let runs = 0;
    const tools = [toolOf('count', () => String(++runs))];
    const shared = createShared();
    const first = await start({ ...shared, tools, owner: 'first' });
    await applyToolset(first.room, 'asked', [{ tool: 'count', policy: { autonomy: 'ask' } }]);
    const asked = await first.room.view('asked');
    const started = await first.desk.start({ actor: ada, view: asked, tool: 'count', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');
    await first.desk.close();

    const second = await start({ ...shared, tools, owner: 'second' });
    await second.approvals.settle(approver, stop.gate.gateId, {
      ...stop.gate,
      decision: 'reject',
      reason: undefined,
    });
    await passTime(shared.clock, 15_000);
    await second.desk.recoverCalls();
    await passTime(shared.clock, 1);

    expect(await second.desk.find(ada, started.invocationId)).toMatchObject({ state: 'denied' });
    expect(runs).toBe(0);
  });

  it('refuse a call whose tool was switched off while it waited', async () => {
    const shared = createShared();
    const first = await start({ ...shared, owner: 'first' });
    const started = await first.desk.start({ actor: ada, view: first.all, tool: 'wipe', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');
    await first.desk.close();

    const second = await start({ ...shared, owner: 'second' });
    await second.room.catalog.setEnabled('wipe', false);
    await second.approvals.settle(approver, stop.gate.gateId, {
      ...stop.gate,
      decision: 'approve',
      reason: undefined,
    });
    await passTime(shared.clock, 15_000);
    await second.desk.recoverCalls();
    await passTime(shared.clock, 1);

    expect(await second.desk.find(ada, started.invocationId)).toMatchObject({
      state: 'unknown_tool',
      error: { code: 'E_TOOL_DISABLED' },
    });
  });
});

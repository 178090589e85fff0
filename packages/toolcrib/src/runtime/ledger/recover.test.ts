import { describe, expect, it } from 'vitest';
import { deferred, tool } from '../../../../../test/runtime.ts';
import { approve, hang, startWorld } from '../../../../../test/world.ts';
import type { Tool } from '../../core/tool.ts';
import type { OpenGate } from '../gates/gates.ts';
import { allow, ask, type PolicyQuestion } from '../policy/policy.ts';
import type { Ledger } from './ledger.ts';

describe('recovery', () => {
  it('leaves a writing call that a crash interrupted unknown, and never runs it again', async () => {
    let runs = 0;
    const pay = tool('pay', () => {
      runs++;
      return hang();
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {}, idempotencyKey: 'k' });

    const second = world.start([pay]);
    const report = await second.runtime.recover();
    const retried = await second.runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });

    expect(report).toMatchObject({ unknown: [expect.any(String)], failed: [], verified: [], waiting: [] });
    expect(world.ledger.get(report.unknown[0] ?? '')).toMatchObject({ state: 'unknown', outcome: null });
    expect(retried).toMatchObject({
      status: 'failed',
      sideEffect: 'unknown',
      problem: { code: 'E_OUTCOME_UNKNOWN' },
    });
    expect(runs).toBe(1);
    expect(second.events.ofType('tool-call-interrupted')).toMatchObject([{ state: 'unknown' }]);
    await expect(second.runtime.wait(report.unknown[0] ?? '')).rejects.toMatchObject({
      code: 'E_CALL_IN_PROGRESS',
    });
  });

  it.each([
    { tookEffect: true, status: 'invalid_result', sideEffect: 'done', retry: 'invalid_result' },
    { tookEffect: false, status: 'failed', sideEffect: 'none', retry: 'ok' },
  ])('lets a person conclude an unknown call: took effect $tookEffect', async (row) => {
    let runs = 0;
    const pay = tool('pay', () => (++runs === 1 ? hang() : 'paid'));
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {}, idempotencyKey: 'k' });
    const { runtime } = world.start([pay]);
    const { unknown } = await runtime.recover();
    const [invocationId = ''] = unknown;

    const record = await runtime.conclude(invocationId, { tookEffect: row.tookEffect, by: 'ada' });
    const retried = await runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });

    expect(record).toMatchObject({ invocationId, status: row.status, sideEffect: row.sideEffect });
    expect(record.problem?.message).toContain('ada');
    expect([retried.status, runs]).toEqual([row.retry, row.tookEffect ? 1 : 2]);
    await expect(runtime.conclude(invocationId, { tookEffect: true, by: 'ada' })).rejects.toMatchObject({
      code: 'E_CALL_IN_PROGRESS',
    });
    await expect(runtime.conclude('nothing', { tookEffect: true, by: 'ada' })).rejects.toMatchObject({
      code: 'E_CALL_NOT_FOUND',
    });
    await expect(runtime.conclude(invocationId, { tookEffect: true, by: '' })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
    });
  });

  it('ends a reading call that a crash interrupted as failed, and its key is free', async () => {
    let runs = 0;
    const look = tool('look', () => (++runs === 1 ? hang() : 'seen'), { effect: 'read' });
    const world = startWorld();
    await world.killDuring([look], { tool: 'look', args: {}, idempotencyKey: 'k' });

    const second = world.start([look]);
    const report = await second.runtime.recover();
    const record = await second.runtime.wait(report.failed[0] ?? '');
    const retried = await second.runtime.call({ tool: 'look', args: {}, idempotencyKey: 'k' });

    expect(record).toMatchObject({
      status: 'failed',
      sideEffect: 'none',
      problem: { code: 'E_CALL_INTERRUPTED', retryable: true },
    });
    expect(retried.status).toBe('ok');
  });

  it.each([
    { name: 'done', answer: { done: true, result: 'payment 7' }, list: 'verified', state: 'ok' },
    { name: 'not done', answer: { done: false }, list: 'failed', state: 'failed' },
    { name: 'nonsense', answer: 'yes', list: 'unknown', state: 'unknown' },
    {
      name: 'an invalid result',
      answer: { done: true, result: 7 },
      list: 'verified',
      state: 'invalid_result',
    },
    { name: 'an error', answer: new Error('no'), list: 'unknown', state: 'unknown' },
  ] as const)('asks the tool itself what became of a call: $name', async ({ answer, list, state }) => {
    const asked: unknown[] = [];
    const pay = tool('pay', hang, {
      inputSchema: { type: 'object', properties: { amount: { type: 'number', default: 3 } } },
      verify: (args) => {
        asked.push(args);
        if (answer instanceof Error) throw answer;
        // Partly wrong on purpose.
        return answer as never;
      },
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {}, idempotencyKey: 'k' });

    const second = world.start([pay]);
    const report = await second.runtime.recover();
    const [invocationId = ''] = report[list];

    expect(asked).toEqual([{ amount: 3 }]);
    expect(world.ledger.get(invocationId)).toMatchObject({ state });
    if (state === 'ok') {
      const again = await second.runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
      expect(again.result).toEqual({ kind: 'text', text: 'payment 7' });
    }
  });

  it('does not wait for ever for the schema that checks what verify found', async () => {
    const { z } = await import('zod');
    const pay = tool('pay', hang, {
      outputSchema: z.string().refine(() => new Promise<boolean>(() => undefined)),
      verify: () => ({ done: true, result: 'paid' }) as never,
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} });

    const recovering = world.start([pay]).runtime.recover();
    await world.clock.advance(30_000);

    expect(await recovering).toMatchObject({ unknown: [expect.any(String)] });
  });

  it('does not ask a tool that is another one by now', async () => {
    let asked = 0;
    const pay = (description: string) =>
      tool('pay', hang, {
        description,
        verify: () => {
          asked++;
          return { done: false };
        },
      });
    const world = startWorld();
    await world.killDuring([pay('before')], { tool: 'pay', args: {} });

    const report = await world.start([pay('after')]).runtime.recover();

    expect([report.unknown.length, asked]).toEqual([1, 0]);
  });

  it('leaves calls of another process alone until their lease has run out', async () => {
    const pay = tool('pay', hang);
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} }, { owner: 'other' });
    const { runtime } = world.start([pay]);

    await world.clock.advance(135_000);
    expect((await runtime.recover()).unknown).toEqual([]);
    await world.clock.advance(135_251);
    expect((await runtime.recover()).unknown).toHaveLength(1);
  });

  it('leaves calls alone that are going on here', async () => {
    const world = startWorld();
    const { runtime } = world.start([tool('pay', hang)]);
    void runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);

    expect(await runtime.recover()).toEqual({ unknown: [], failed: [], verified: [], waiting: [] });
  });

  it('[G4] goes on with a call that waited for approval when its process was killed, once', async () => {
    const runs: unknown[] = [];
    const pay = tool(
      'pay',
      (args) => {
        runs.push(args);
        return 'paid';
      },
      { inputSchema: { type: 'object', properties: { amount: { type: 'number' } } } },
    );
    const policy = () => ask('money');
    const world = startWorld();
    await world.killDuring(
      [pay],
      { tool: 'pay', args: { amount: 5 }, caller: { id: 'agent', scopes: ['pay'] } },
      { policy },
    );

    const second = world.start([pay], { policy });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    const outcome = await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(gate?.invocationId ?? '');
    const late = await second.runtime.gates.settle(gate as OpenGate, approve);

    expect(report.waiting).toEqual([gate?.invocationId]);
    expect([outcome.status, late.status]).toEqual(['accepted', 'late']);
    expect(record).toMatchObject({
      status: 'ok',
      invocationId: gate?.invocationId,
      caller: { id: 'agent', scopes: ['pay'] },
    });
    expect(runs).toEqual([{ amount: 5 }]);
    expect(await second.runtime.recover()).toEqual({ unknown: [], failed: [], verified: [], waiting: [] });
  });

  it('[G4] goes on with an approval that came while no process was there', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const policy = () => ask('money');
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} }, { policy });
    const desk = world.start([pay], { policy, owner: 'desk' });
    const [gate] = await desk.runtime.gates.list();
    await desk.runtime.gates.settle(gate as OpenGate, approve);
    const before = runs;

    const second = world.start([pay], { policy });
    await second.runtime.recover();
    const record = await second.runtime.wait(gate?.invocationId ?? '');

    expect([before, runs, record.status]).toEqual([0, 1, 'ok']);
  });

  it('[G4] runs the handler again up to its gate, with the answers that it already got', async () => {
    const log: string[] = [];
    const order = tool('order', async (_, { waitFor }) => {
      log.push('start');
      const { size } = await waitFor({
        name: 'size',
        prompt: '?',
        schema: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] },
      });
      await waitFor({ name: 'sure', prompt: '?' });
      log.push(`effect ${size}`);
      return 'done';
    });
    const world = startWorld();
    const first = world.start([order]);
    void first.runtime.call({ tool: 'order', args: {} });
    await world.clock.advance(0);
    const [size] = await first.runtime.gates.list();
    await first.runtime.gates.settle(size as OpenGate, { ...approve, value: { size: 4 } });
    await world.clock.advance(0);
    first.kill();

    const second = world.start([order]);
    await second.runtime.recover();
    const [sure] = await second.runtime.gates.list();
    await second.runtime.gates.settle(sure as OpenGate, approve);
    const record = await second.runtime.wait(sure?.invocationId ?? '');

    expect(sure?.name).toBe('sure');
    expect(log).toEqual(['start', 'start', 'effect 4']);
    expect(record.gates.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'size approved',
      'sure approved',
    ]);
  });

  it('[G4] checks an answer that came while nobody waited, and asks again when the handler cannot take it', async () => {
    const { z } = await import('zod');
    const even = z.object({ size: z.number().refine((size) => size % 2 === 0, 'must be even') });
    const order = tool(
      'order',
      async (_, { waitFor }) => `size ${(await waitFor({ name: 'size', prompt: '?', schema: even })).size}`,
    );
    const world = startWorld();
    await world.killDuring([order], { tool: 'order', args: {} });
    const second = world.start([order]);
    await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();

    const wrong = await second.runtime.gates.settle(gate as OpenGate, { ...approve, value: { size: 'L' } });
    const odd = await second.runtime.gates.settle(gate as OpenGate, { ...approve, value: { size: 3 } });
    await world.clock.advance(0);
    const [again] = await second.runtime.gates.list();
    await second.runtime.gates.settle(again as OpenGate, { ...approve, value: { size: 4 } });

    expect([wrong.status, odd.status, again?.gateId === gate?.gateId]).toEqual([
      'invalid',
      'accepted',
      false,
    ]);
    expect((await second.runtime.wait(gate?.invocationId ?? '')).result).toEqual({
      kind: 'text',
      text: 'size 4',
    });
  });

  it('[G4] refuses to go on with a tool that is another one by now, or with another handler', async () => {
    const pay = (description: string) => tool('pay', () => 'paid', { description });
    const asking = (name: string) =>
      tool('order', async (_, ctx) => {
        await ctx.waitFor({ name, prompt: '' });
        return '';
      });
    const policy = ({ tool: { name } }: { tool: Tool }) =>
      name === 'pay' ? ask('money') : ({ verdict: 'allow' } as const);
    const world = startWorld();
    const first = world.start([pay('before'), asking('before')], { policy });
    void first.runtime.call({ tool: 'pay', args: {} });
    void first.runtime.call({ tool: 'order', args: {} });
    await world.clock.advance(0);
    first.kill();

    const second = world.start([pay('after'), asking('after')], { policy });
    await second.runtime.recover();
    const gates = await second.runtime.gates.list();
    for (const gate of gates) await second.runtime.gates.settle(gate, approve);
    const records = await Promise.all(gates.map(({ invocationId }) => second.runtime.wait(invocationId)));

    expect(records.map(({ toolName, status }) => `${toolName} ${status}`)).toEqual([
      'pay denied',
      'order failed',
    ]);
    expect(records[0]?.problem?.code).toBe('E_TOOL_CHANGED');
    expect(records[1]?.details().cause).toMatchObject({ code: 'E_TOOL_CHANGED' });
  });

  it('[G4] leaves calls at a gate to the next process when it is closed, and lets go of them', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const order = tool('order', async (_, ctx) => {
      await ctx.waitFor({ name: 'sure', prompt: '' });
      return String(++runs);
    });
    const policy = ({ tool: { name } }: { tool: Tool }) =>
      name === 'pay' ? ask('money') : ({ verdict: 'allow' } as const);
    const world = startWorld();
    const first = world.start([pay, order], { policy });
    const calls = ['pay', 'order'].map((name) => first.runtime.call({ tool: name, args: {} }));
    await world.clock.advance(0);

    await first.runtime.close();
    const left = await Promise.all(calls);
    const timers = world.clock.pendingTimers;
    const second = world.start([pay, order], { policy });
    await second.runtime.recover();
    const gates = await second.runtime.gates.list();
    for (const gate of gates) await second.runtime.gates.settle(gate, approve);
    const records = await Promise.all(gates.map(({ invocationId }) => second.runtime.wait(invocationId)));

    expect(left.map(({ status, problem }) => `${status} ${problem?.code}`)).toEqual([
      'aborted E_CALL_IN_PROGRESS',
      'aborted E_CALL_IN_PROGRESS',
    ]);
    expect([timers, first.faults.length]).toEqual([0, 0]);
    expect(records.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(runs).toBe(2);
  });

  it('[G4] times a gate out whose process was killed', async () => {
    const policy = () => ask('money');
    const world = startWorld();
    const first = world.start([tool('pay', () => '')], { policy });
    void first.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    const [gate] = await first.runtime.gates.list();
    first.kill();
    await world.clock.advance(2_000_000);

    const second = world.start([tool('pay', () => '')], { policy });
    await second.runtime.recover();
    await world.clock.advance(0);

    expect(await second.runtime.wait(gate?.invocationId ?? '')).toMatchObject({
      status: 'timed_out',
      sideEffect: 'none',
    });
  });

  it('[G4] lets the process that waits go on with an approval that another one took', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const policy = () => ask('money');
    const world = startWorld();
    const first = world.start([pay], { policy, owner: 'first' });
    const second = world.start([pay], { policy, owner: 'second' });
    const call = first.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    const [gate] = await second.runtime.gates.list();

    await second.runtime.gates.settle(gate as OpenGate, approve);
    const taken = await second.runtime.recover();
    await world.clock.advance(1_000);

    expect(taken.waiting).toEqual([]);
    expect([(await call).status, runs]).toEqual(['ok', 1]);
  });

  it('[G4] takes over an approved call of another process that does not go on with it, which then keeps out', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const policy = () => ask('money');
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} }, { policy, owner: 'first' });
    const second = world.start([pay], { policy, owner: 'second' });
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(10_000);

    await second.runtime.recover();

    expect(await second.runtime.wait(gate?.invocationId ?? '')).toMatchObject({ status: 'ok' });
    expect(runs).toBe(1);
  });

  it('[G4] leaves approved calls to the next process when it is closed meanwhile, or was before', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const policy = () => ask('money');
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} }, { policy });
    const second = world.start([pay], { policy });
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);

    const recovering = second.runtime.recover();
    await second.runtime.close();
    const reports = [await recovering, await second.runtime.recover()];
    await world.clock.advance(60_000);
    const third = world.start([pay], { policy });
    await third.runtime.recover();

    expect(reports.map(({ waiting }) => waiting)).toEqual([[], []]);
    expect((await third.runtime.wait(gate?.invocationId ?? '')).result).toEqual({ kind: 'text', text: '1' });
  });

  it('does not keep a runtime from closing with a call that cannot be gone on with', async () => {
    const pay = tool('pay', () => 'paid', { revert: () => undefined });
    const policy = ({ isRevert, args }: PolicyQuestion) => (isRevert && args ? ask('sure?') : allow());
    const world = startWorld();
    const first = world.start([pay], { policy });
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    void first.runtime.revert(invocationId);
    await world.clock.advance(0);
    first.kill();
    const lost = deferred<undefined>();
    const { ledger: inner } = world;
    const ledger: Ledger = {
      isDurable: true,
      insert: (entry) => inner.insert(entry),
      replace: (entry) => inner.replace(entry),
      get: (id) => (id === invocationId ? lost.promise : inner.get(id)),
      find: (query) => inner.find(query),
      findSummaries: (query) => inner.findSummaries(query),
      prune: (before) => inner.prune(before),
    };
    const second = world.start([pay], { policy, ledger });
    const { waiting } = await second.runtime.recover();

    const closing = second.runtime.close();
    lost.reject(new Error('The connection is lost.'));

    await expect(closing).resolves.toBeUndefined();
    expect(second.faults).toMatchObject([{ message: 'The connection is lost.' }]);
    expect(world.ledger.get(waiting[0] ?? '')).toMatchObject({ state: 'waiting' });
  });

  it('is waited for when the runtime is closed', async () => {
    const found = deferred<{ done: true; result: string }>();
    const pay = tool('pay', hang, { verify: () => found.promise });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} });
    const { runtime, events } = world.start([pay]);
    const recovering = runtime.recover();
    await world.clock.advance(0);
    let isClosed = false;

    const closing = runtime.close().then(() => {
      isClosed = true;
    });
    await world.clock.advance(0);
    const wasClosed = isClosed;
    found.resolve({ done: true, result: 'paid' });
    await closing;

    expect(wasClosed).toBe(false);
    expect(events.ofType('tool-call-interrupted')).toMatchObject([{ state: 'verified' }]);
    expect((await recovering).verified).toHaveLength(1);
  });

  it('lets a call that was taken for dead tell its end after all', async () => {
    const world = startWorld();
    let finish: (text: string) => void = () => undefined;
    const pay = tool(
      'pay',
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    const first = world.start([pay], { owner: 'same' });
    const call = first.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    const report = await world.start([pay], { owner: 'same' }).runtime.recover();

    finish('paid');
    const record = await call;

    expect(report.unknown).toEqual([record.invocationId]);
    expect([record.status, record.isRecorded]).toEqual(['ok', true]);
    expect(world.ledger.get(record.invocationId)).toMatchObject({ state: 'ok' });
  });
});

import { describe, expect, it } from 'vitest';
import { deferred, startRuntime, tool } from '../../../../../test/runtime.ts';
import { startWorld } from '../../../../../test/world.ts';
import { defineTool } from '../../core/define-tool.ts';
import { Media } from '../../core/media.ts';
import type { OpenGate } from '../gates/gates.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { ask } from '../policy/policy.ts';

const amountSchema = { type: 'object', properties: { amount: { type: 'number' } } } as const;

function counted(handler: (run: number) => string | Promise<string>, options = {}) {
  let runs = 0;
  const pay = tool('pay', () => handler(++runs), { inputSchema: amountSchema, ...options });
  return { pay, runs: () => runs };
}

describe('idempotency keys', () => {
  it('give the stored result of an equal call, and run nothing', async () => {
    const { pay, runs } = counted((run) => `payment ${run}`);
    const { runtime, events } = startRuntime([pay]);

    const first = await runtime.call({ tool: 'pay', args: '{"amount":5}', idempotencyKey: 'k' });
    const second = await runtime.call({ tool: 'pay', args: { amount: 5 }, idempotencyKey: 'k' });

    expect(second.result).toEqual({ kind: 'text', text: 'payment 1' });
    expect(second).toMatchObject({ status: 'ok', sideEffect: 'done', replayOf: first.invocationId });
    expect(second.invocationId).not.toBe(first.invocationId);
    expect(runs()).toBe(1);
    expect(events.ofType('tool-call-end')).toHaveLength(2);
  });

  it('are refused for other arguments and for another tool', async () => {
    const { pay, runs } = counted(() => '');
    const { runtime } = startRuntime([pay, tool('refund', () => '', { inputSchema: amountSchema })]);
    await runtime.call({ tool: 'pay', args: { amount: 5 }, idempotencyKey: 'k' });

    const records = await runtime.callAll([
      { tool: 'pay', args: { amount: 6 }, idempotencyKey: 'k' },
      { tool: 'refund', args: { amount: 5 }, idempotencyKey: 'k' },
    ]);

    for (const record of records) {
      expect([record.status, record.problem?.code, record.sideEffect]).toEqual([
        'failed',
        'E_IDEMPOTENCY_CONFLICT',
        'none',
      ]);
    }
    expect(runs()).toBe(1);
  });

  it.each([
    ['definition', { description: 'Pays twice.' }],
    ['authority', { requires: ['money'] }],
  ])('are refused for a tool of the same name with another %s', async (_, options) => {
    const world = startWorld();
    const request = { tool: 'pay', args: {}, caller: { id: 'ada', scopes: ['money'] }, idempotencyKey: 'k' };
    const first = counted(() => 'secret of the first');
    const other = counted(() => '', options);
    await world.start([first.pay]).runtime.call(request);

    const record = await world.start([other.pay]).runtime.call(request);

    expect([record.status, record.problem?.code, record.replayOf]).toEqual([
      'failed',
      'E_IDEMPOTENCY_CONFLICT',
      undefined,
    ]);
    expect([first.runs(), other.runs()]).toEqual([1, 0]);
  });

  it('are refused for an origin that the host takes for another, and for no other reason', async () => {
    const { pay } = counted((run) => `payment ${run}`);
    const toolsetOf = (origin: string) => origin.split(' ')[0];
    const isSameOrigin = (one: string, other: string) => toolsetOf(one) === toolsetOf(other);
    const { runtime } = startRuntime([pay], { isSameOrigin });
    const call = (origin: string | undefined) =>
      runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k', ...(origin && { origin }) });
    const { invocationId } = await call('toolset:a until:1');

    const records = [await call('toolset:a until:2'), await call(undefined), await call('toolset:b until:1')];

    expect(records.map(({ replayOf, problem }) => replayOf ?? problem?.code)).toEqual([
      invocationId,
      invocationId,
      'E_IDEMPOTENCY_CONFLICT',
    ]);
  });

  it('are refused when the host cannot compare two origins, which is told to it', async () => {
    const { pay } = counted(() => '');
    const isSameOrigin = () => {
      throw new Error('unreadable');
    };
    const { runtime, faults } = startRuntime([pay], { isSameOrigin });
    const request = { tool: 'pay', args: {}, idempotencyKey: 'k', origin: 'here' };
    await runtime.call(request);

    expect((await runtime.call(request)).problem?.code).toBe('E_IDEMPOTENCY_CONFLICT');
    expect(faults.map(String)).toEqual(['Error: unreadable']);
  });

  it('are good after a restart, and for entries that say nothing of authority and origin', async () => {
    const [world, older] = [startWorld(), startWorld()];
    const request = { tool: 'pay', args: {}, idempotencyKey: 'k', origin: 'tenant' };
    const isSameOrigin = () => false;
    const { invocationId } = await world.start([counted(() => 'paid').pay]).runtime.call(request);
    const { authorityDigest: _, ...entry } = (await world.ledger.get(invocationId)) as LedgerEntry;
    await older.ledger.insert({ ...entry, invocationId: 'older', origin: null });
    const { pay, runs } = counted(() => 'paid again');

    const restarted = await world.start([pay]).runtime.call(request);
    const updated = await older.start([pay], { isSameOrigin }).runtime.call(request);

    expect([restarted.replayOf, updated.replayOf, runs()]).toEqual([invocationId, 'older', 0]);
  });

  it('belong to their caller and tenant', async () => {
    const { pay, runs } = counted((run) => `secret of run ${run}`);
    const { runtime } = startRuntime([pay]);
    const callers = [{ id: 'ada' }, { id: 'bob' }, { id: 'ada', tenant: 'acme' }];

    const records = await runtime.callAll(
      callers.map((caller) => ({ tool: 'pay', args: {}, caller, idempotencyKey: 'k' })),
    );

    expect(records.map(({ replayOf }) => replayOf)).toEqual([undefined, undefined, undefined]);
    expect(runs()).toBe(3);
  });

  it('leave nothing behind of a call that did not wait until the first has ended', async () => {
    const work = deferred<string>();
    const { pay, runs } = counted(() => work.promise);
    const ledger = memoryLedger();
    const { runtime } = startRuntime([pay], { ledger });
    const request = { tool: 'pay', args: {}, idempotencyKey: 'k' };
    const first = runtime.call(request);
    const abort = new AbortController();
    const second = runtime.start({ ...request, signal: abort.signal });
    expect(await second.joined).toBeDefined();

    abort.abort();
    expect(await second.ended).toMatchObject({ status: 'aborted', isRecorded: false, replayOf: undefined });
    work.resolve('paid');
    const { invocationId } = await first;

    const entries = await ledger.find({ states: ['ok', 'aborted', 'failed', 'timed_out'], limit: 10 });
    expect(entries.map((entry) => [entry.invocationId, entry.state])).toEqual([[invocationId, 'ok']]);
    expect(runs()).toBe(1);
  });

  it('let two equal calls at once run one', async () => {
    const work = deferred<string>();
    const { pay, runs } = counted(() => work.promise);
    const { runtime } = startRuntime([pay]);
    const calls = Array.from({ length: 5 }, () =>
      runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' }),
    );

    work.resolve('paid');
    const records = await Promise.all(calls);

    expect(records.map(({ result }) => result)).toEqual(Array(5).fill({ kind: 'text', text: 'paid' }));
    expect(runs()).toBe(1);
  });

  it('are kept for a failed call that may have had an effect, and freed when there was none', async () => {
    const fail = (run: number) => {
      if (run === 1) throw new Error('no');
      return 'fine';
    };
    const writing = counted(fail);
    const reading = counted(fail, { name: 'read', effect: 'read' });
    const { runtime } = startRuntime([writing.pay, reading.pay]);
    const twice = async (name: string) => {
      await runtime.call({ tool: name, args: {}, idempotencyKey: name });
      return runtime.call({ tool: name, args: {}, idempotencyKey: name });
    };

    expect(await twice('pay')).toMatchObject({ status: 'failed', sideEffect: 'unknown' });
    expect(await twice('read')).toMatchObject({ status: 'ok', replayOf: undefined });
    expect([writing.runs(), reading.runs()]).toEqual([1, 2]);
  });

  it('are freed by a call that a person denied', async () => {
    const { pay, runs } = counted(() => 'paid');
    const { runtime, clock } = startRuntime([pay], { policy: () => ask('money') });
    const request = { tool: 'pay', args: {}, idempotencyKey: 'k' };
    for (const decision of ['reject', 'approve'] as const) {
      const call = runtime.call(request);
      await clock.advance(0);
      const [gate] = await runtime.gates.list();
      await runtime.gates.settle(gate as OpenGate, { decision, approver: 'ada' });
      expect((await call).status).toBe(decision === 'approve' ? 'ok' : 'denied');
    }

    expect(runs()).toBe(1);
  });

  it('replay results of every kind that can be kept, and say what the others were', async () => {
    const png = new Media({
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'first-party',
      hazard: 'inert',
      source: new Uint8Array([1]),
    });
    const json = defineTool({
      name: 'json',
      description: '',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      handler: () => ({ a: [1] }),
    });
    const { runtime } = startRuntime([
      json,
      tool('bytes', () => new TextEncoder().encode('héllo')),
      tool('media', () => png),
      tool('large', () => 'x'.repeat(100_000)),
    ]);
    const replay = async (name: string) => {
      await runtime.call({ tool: name, args: {}, idempotencyKey: name });
      return (await runtime.call({ tool: name, args: {}, idempotencyKey: name })).result;
    };

    expect(await replay('json')).toEqual({ kind: 'json', value: { a: [1] } });
    expect(await replay('bytes')).toEqual({ kind: 'bytes', bytes: new TextEncoder().encode('héllo') });
    expect(await replay('media')).toEqual({ kind: 'omitted', description: [png.toJSON()] });
    expect(await replay('large')).toMatchObject({
      kind: 'omitted',
      description: { mimeType: 'text/plain', byteLength: 100_000 },
    });
  });

  it('work when the ledger is off', async () => {
    const { pay, runs } = counted(() => 'paid');
    const { runtime } = startRuntime([pay], { ledger: false });

    await runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    const again = await runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });

    expect([again.status, runs()]).toEqual(['ok', 1]);
  });
});

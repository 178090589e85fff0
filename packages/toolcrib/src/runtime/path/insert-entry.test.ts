import { describe, expect, it } from 'vitest';
import { deferred, startRuntime, tool } from '../../../../../test/runtime.ts';
import { defineTool } from '../../core/define-tool.ts';
import { Media } from '../../core/media.ts';
import type { OpenGate } from '../gates/gates.ts';
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

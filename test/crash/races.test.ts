import { describe, expect, it } from 'vitest';
import { ask, type Ledger, memoryLedger } from '../../packages/toolcrib/src/runtime/index.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';

const approve = { decision: 'approve', approver: 'ada' } as const;

/** A durable ledger, as far as anybody can tell, whose answers a test can keep on their way. */
function slowLedger(): Ledger & { hold(method: 'find' | 'insert'): () => void } {
  const inner = memoryLedger();
  const held = { find: Promise.resolve(), insert: Promise.resolve() };
  return {
    isDurable: true,
    insert: async (entry) => {
      const outcome = await inner.insert(entry);
      await held.insert;
      return outcome;
    },
    find: async (query) => {
      const found = await inner.find(query);
      await held.find;
      return found;
    },
    findSummaries: async (query) => await inner.findSummaries(query),
    replace: async (entry) => await inner.replace(entry),
    get: async (invocationId) => await inner.get(invocationId),
    prune: async (endedBefore) => await inner.prune(endedBefore),
    hold(method) {
      const { promise, resolve } = deferred<void>();
      held[method] = promise;
      return () => resolve();
    },
  };
}

describe('answers of a ledger that are overtaken', () => {
  it('[G4] do not make recovery run a call again that was approved and ended meanwhile', async () => {
    let runs = 0;
    const ledger = slowLedger();
    const pay = tool('pay', () => String(++runs));
    const { runtime, clock } = startRuntime([pay], { ledger, policy: () => ask('money') });
    const call = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    if (gate === undefined) throw new Error('No gate is open.');

    const release = ledger.hold('find');
    const recovering = runtime.recover();
    await runtime.gates.settle(gate, approve);
    const record = await call;
    release();
    const report = await recovering;
    await clock.advance(60_000);

    expect([record.status, runs]).toEqual(['ok', 1]);
    expect(report.waiting).toEqual([]);
    expect(await ledger.get(record.invocationId)).toMatchObject({ state: 'ok' });
  });

  it('do not make a repeated call be told that the first one is going on, which has ended', async () => {
    const ledger = slowLedger();
    const { promise, resolve } = deferred<string>();
    const { runtime, clock } = startRuntime([tool('pay', () => promise)], { ledger });
    const request = { tool: 'pay', args: {}, idempotencyKey: 'key-1' };
    const first = runtime.call(request);
    await clock.advance(0);

    const release = ledger.hold('insert');
    const second = runtime.call(request);
    await clock.advance(0);
    resolve('paid');
    const { invocationId } = await first;
    release();
    const { status, problem, replayOf } = await second;

    expect([status, problem?.code, replayOf]).toEqual(['ok', undefined, invocationId]);
  });
});

import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { describeLedger } from '../../stores/testkit/index.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { boundLedger } from './bound-ledger.ts';
import type { Ledger } from './ledger.ts';
import { memoryLedger } from './memory-ledger.ts';

const never = () => new Promise<never>(() => undefined);

/** A ledger that hangs in some of its methods. */
function hanging(methods: readonly (keyof Ledger)[]): Ledger {
  const inner = memoryLedger();
  const all = {
    insert: async (entry: Parameters<Ledger['insert']>[0]) => inner.insert(entry),
    replace: async (entry: Parameters<Ledger['replace']>[0]) => inner.replace(entry),
    get: async (id: string) => inner.get(id),
    find: async (query: Parameters<Ledger['find']>[0]) => inner.find(query),
    findSummaries: async (query: Parameters<Ledger['find']>[0]) => inner.findSummaries(query),
    prune: async (before: number) => inner.prune(before),
  };
  return { isDurable: true, ...all, ...Object.fromEntries(methods.map((method) => [method, never])) };
}

describe('boundLedger', () => {
  const clock = createFakeClock();
  describeLedger(
    'a ledger that is held to time',
    () => ({ ledger: boundLedger(memoryLedger(), { clock, timeoutMs: 1_000 }) }),
    { describe, it },
  );

  it('leaves no timer behind', async () => {
    const ledger = boundLedger(hanging([]), { clock, timeoutMs: 1_000 });

    await ledger.get('a');
    await ledger.find({ states: ['ok'], limit: 1 });

    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    { methods: ['insert'], runs: 0, status: 'failed', code: 'E_LEDGER_FAILED', isRecorded: false },
    { methods: ['insert', 'get'], runs: 0, status: 'failed', code: 'E_LEDGER_FAILED', isRecorded: false },
    { methods: ['replace'], runs: 1, status: 'failed', code: 'E_CALL_NOT_RECORDED', isRecorded: false },
  ] as const)('[L4, L8] ends a call although $methods of its ledger hang', async (row) => {
    let runs = 0;
    const ledger = hanging(row.methods);
    const { runtime, clock: time } = startRuntime([tool('pay', () => `paid ${++runs}`)], { ledger });
    const calling = runtime.call({ tool: 'pay', args: {} });

    await time.advance(150_000);
    const record = await calling;

    expect([record.status, record.problem?.code, record.isRecorded, runs]).toEqual([
      row.status,
      row.code,
      row.isRecorded,
      row.runs,
    ]);
    expect(time.pendingTimers).toBe(0);
  });
});

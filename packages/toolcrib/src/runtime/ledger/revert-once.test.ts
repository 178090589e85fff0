import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createFakeIds } from '../../testing/fake-ids.ts';
import type { OpenGate } from '../gates/gates.ts';
import { allow, ask } from '../policy/policy.ts';
import { memoryLedger } from './memory-ledger.ts';

const approve = { decision: 'approve', approver: 'ada' } as const;

describe('a revert', () => {
  it('is run at most once, whoever asks for it', async () => {
    let reverts = 0;
    const pay = tool('pay', () => 'paid', {
      revert: () => {
        reverts++;
      },
    });
    const { runtime } = startRuntime([pay]);
    const { invocationId } = await runtime.call({ tool: 'pay', args: {}, caller: { id: 'ada' } });

    await runtime.revert(invocationId, { caller: { id: 'ada' } });
    await runtime.revert(invocationId, { caller: { id: 'bob' } });

    expect(reverts).toBe(1);
  });

  it('that waited for approval when its process died is still a revert', async () => {
    const done: string[] = [];
    const pay = tool('pay', () => `paid ${done.push('paid')}`, { revert: () => void done.push('reverted') });
    const clock = createFakeClock();
    const ledger = { ...bind(memoryLedger()), isDurable: true };
    const common = { clock, ledger, owner: 'main' };
    const first = startRuntime([pay], { ...common, policy: allow, randomId: createFakeIds('a') });
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    const asking = startRuntime([pay], { ...common, policy: () => ask('why'), randomId: createFakeIds('b') });
    void asking.runtime.revert(invocationId);
    await clock.advance(0);

    // The process that asked is never heard of again: its waiting ends with the gate.
    const second = startRuntime([pay], { ...common, policy: () => ask('why'), randomId: createFakeIds('c') });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await second.runtime.wait(report.waiting[0] ?? '');

    expect(done).toEqual(['paid', 'reverted']);
  });

  it('that asked a person itself when its process died goes on with the answer', async () => {
    const done: string[] = [];
    const pay = tool('pay', () => 'paid', {
      revert: async (_args, _result, { waitFor }) => {
        await waitFor({ name: 'sure', prompt: 'Sure?' });
        done.push('reverted');
      },
    });
    const clock = createFakeClock();
    const ledger = { ...bind(memoryLedger()), isDurable: true };
    const first = startRuntime([pay], { clock, ledger, owner: 'main', randomId: createFakeIds('a') });
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    void first.runtime.revert(invocationId);
    await clock.advance(0);

    // The first process is never heard of again: its waiting ends with the gate.
    const second = startRuntime([pay], { clock, ledger, owner: 'main', randomId: createFakeIds('b') });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    const record = await second.runtime.wait(report.waiting[0] ?? '');

    expect([record.status, done]).toEqual(['ok', ['reverted']]);
  });

  it('that a crash interrupted is unknown, whatever the tool says of the call that it takes back', async () => {
    const pay = tool('pay', () => 'paid', {
      revert: () => new Promise<void>(() => undefined),
      verify: () => ({ done: true, result: 'paid' }),
    });
    const clock = createFakeClock();
    const ledger = { ...bind(memoryLedger()), isDurable: true };
    const first = startRuntime([pay], { clock, ledger, owner: 'main', randomId: createFakeIds('a') });
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    void first.runtime.revert(invocationId);
    await clock.advance(0);

    const second = startRuntime([pay], { clock, ledger, owner: 'main', randomId: createFakeIds('b') });
    const report = await second.runtime.recover();

    expect(report).toMatchObject({ unknown: [expect.any(String)], verified: [] });
  });
});

function bind(ledger: ReturnType<typeof memoryLedger>) {
  return {
    insert: ledger.insert.bind(ledger),
    replace: ledger.replace.bind(ledger),
    get: ledger.get.bind(ledger),
    find: ledger.find.bind(ledger),
    findSummaries: ledger.findSummaries.bind(ledger),
    prune: ledger.prune.bind(ledger),
  };
}

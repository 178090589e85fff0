import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { startRuntime, tool } from '../runtime.ts';

const policy = () => ask('it costs money');
const approve = { decision: 'approve', approver: 'ada' } as const;

/** A ledger in memory that counts as one on a disk, and how often it was read. */
function createDurable() {
  const ledger = memoryLedger();
  const reads = { get: 0, find: 0, findSummaries: 0 };
  const durable = {
    ...{ isDurable: true, insert: ledger.insert.bind(ledger), replace: ledger.replace.bind(ledger) },
    prune: ledger.prune.bind(ledger),
    get: (id: string) => {
      reads.get += 1;
      return ledger.get(id);
    },
    find: (query: Parameters<typeof ledger.find>[0]) => {
      reads.find += 1;
      return ledger.find(query);
    },
    findSummaries: (query: Parameters<typeof ledger.find>[0]) => {
      reads.findSummaries += 1;
      return ledger.findSummaries(query);
    },
  };
  return { ledger: durable, reads };
}

describe('a handler that asks', () => {
  it('without waiting is refused after so many questions, and goes on when they are answered', async () => {
    let refused: unknown[] = [];
    const asking = tool('ask', async (_, { waitFor }) => {
      const answers = Array.from({ length: 70 }, (__, index) => waitFor({ name: `g${index}`, prompt: '?' }));
      const settled = await Promise.allSettled(answers);
      refused = settled.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
      await waitFor({ name: 'last', prompt: '?' });
      return 'asked';
    });
    const { runtime, clock } = startRuntime([asking]);
    const call = runtime.call({ tool: 'ask', args: {} });

    for (let count = 0; count < 65; count++) {
      await clock.advance(0);
      const [gate] = await runtime.gates.list();
      if (gate !== undefined) await runtime.gates.settle(gate, approve);
    }

    expect((await call).status).toBe('ok');
    expect(refused).toEqual(Array(6).fill('E_CONCURRENCY_LIMITED'));
  });

  it.each([
    ['name', { name: 'x'.repeat(129) }],
    ['prompt', { prompt: 'x'.repeat(4_097) }],
    ['details', { details: { text: 'x'.repeat(65_536) } }],
  ])('with a %s that is too long opens no gate', async (option, more) => {
    const asking = tool('ask', async (_, { waitFor }) => {
      await waitFor({ name: 'sure', prompt: 'Sure?', ...more });
      return 'asked';
    });
    const { runtime } = startRuntime([asking]);

    const record = await runtime.call({ tool: 'ask', args: {} });

    expect(record).toMatchObject({ status: 'failed', gates: [] });
    expect(record.details().cause).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
  });
});

describe('a caller that opens gate after gate', () => {
  it('[G1] has so many open as allowed, and keeps nobody else from being asked about', async () => {
    const { runtime, clock } = startRuntime([tool('pay', () => 'paid', { effect: 'write' })], {
      policy,
      limits: { maxOpenGates: 3 },
    });
    const call = (id: string) => runtime.call({ tool: 'pay', args: {}, caller: { id } });
    const calls = Array.from({ length: 3 }, () => call('hog'));
    await clock.advance(0);

    const refused = await call('hog');
    const other = call('other');
    await clock.advance(0);

    expect(refused).toMatchObject({
      status: 'failed',
      sideEffect: 'none',
      problem: {
        code: 'E_CONCURRENCY_LIMITED',
        message: expect.stringContaining('3 of your calls already wait'),
      },
      gates: [],
    });
    const gates = await runtime.gates.list();
    expect(gates.map(({ callerId }) => callerId).toSorted()).toEqual(['hog', 'hog', 'hog', 'other']);
    for (const gate of gates) await runtime.gates.settle(gate, approve);
    expect((await Promise.all([...calls, other])).map(({ status }) => status)).toEqual(Array(4).fill('ok'));
    void call('hog');
    await clock.advance(0);
    expect(await runtime.gates.list()).toHaveLength(1);
  });

  it('all at once stays within the limit, though none is written yet', async () => {
    const { runtime, clock } = startRuntime([tool('pay', () => 'paid', { effect: 'write' })], {
      policy,
      limits: { maxOpenGates: 5 },
    });
    for (let index = 0; index < 50; index++) void runtime.call({ tool: 'pay', args: { index } });
    await clock.advance(0);

    expect(await runtime.gates.list()).toHaveLength(5);
  });
});

describe('many gates that another process may settle', () => {
  it('are looked for together, without reading their calls', async () => {
    const { ledger, reads } = createDurable();
    const pay = tool('pay', () => 'paid', { effect: 'write' });
    const here = startRuntime([pay], { policy, ledger, owner: 'here' });
    const there = startRuntime([pay], { policy, ledger, owner: 'there', clock: here.clock });
    const calls = Array.from({ length: 90 }, () => here.runtime.call({ tool: 'pay', args: {} }));
    await here.clock.advance(0);
    Object.assign(reads, { get: 0, find: 0, findSummaries: 0 });

    await here.clock.advance(10_000);

    expect(reads).toEqual({ get: 0, find: 0, findSummaries: 10 });
    for (const gate of await there.runtime.gates.list()) await there.runtime.gates.settle(gate, approve);
    await here.clock.advance(1_000);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(90).fill('ok'));
    expect(here.clock.pendingTimers).toBe(0);
  });

  it('are found also when more wait than are read at once, and when their calls went on elsewhere', async () => {
    const { ledger } = createDurable();
    const pay = tool('pay', () => 'paid', { effect: 'write' });
    const here = startRuntime([pay], { policy, ledger, owner: 'here' });
    const there = startRuntime([pay], { policy, ledger, owner: 'there', clock: here.clock });
    const calls = Array.from({ length: 250 }, () => here.runtime.call({ tool: 'pay', args: {} }));
    await here.clock.advance(0);
    const gates = await there.runtime.gates.list();
    for (const gate of gates) await there.runtime.gates.settle(gate, approve);
    const [taken] = await ledger.find({ states: ['waiting'], limit: 1 });
    if (taken === undefined) throw new Error('No call waits.');
    await ledger.replace({ ...taken, owner: 'there', state: 'running', revision: taken.revision + 1 });

    await here.clock.advance(1_000);

    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'ok')).toHaveLength(249);
    expect(statuses.filter((status) => status === 'aborted')).toHaveLength(1);
  });
});

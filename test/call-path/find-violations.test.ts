import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { failed, record } from '../call-record.ts';
import { startRuntime, tool } from '../runtime.ts';
import { findViolations, type Observed, type ObservedCall, statuses } from './find-violations.ts';
import { watchRejections } from './watch-rejections.ts';

/** Two good calls of a real runtime: one that read, and one that wrote under a key. */
async function observeGoodCalls(): Promise<Observed> {
  const runs: string[] = [];
  const effects: string[] = [];
  const ledger = memoryLedger();
  const look = tool('look', (_, { invocationId }) => `${runs.push(invocationId)}`, { effect: 'read' });
  const pay = tool(
    'pay',
    (_, { invocationId }) => `${runs.push(invocationId)} ${effects.push(invocationId)}`,
  );
  const { runtime, events, clock } = startRuntime([look, pay], { ledger });
  const requests = [
    { tool: 'look', args: {}, providerCallId: 'first' },
    { tool: 'pay', args: {}, providerCallId: 'second', idempotencyKey: 'key' },
  ];
  const records = await runtime.callAll(requests);
  return {
    calls: requests.map((request, index) => ({ request, record: records[index], hasRejected: false })),
    events: events.events,
    entries: await ledger.find({ states: statuses, limit: 100 }),
    runs,
    effects,
    unhandled: [],
    pendingTimers: clock.pendingTimers,
    abortListeners: 0,
    openGates: 0,
  };
}

type Change = (observed: Observed, calls: readonly [ObservedCall, ObservedCall]) => Partial<Observed>;

/** The first call with another record, which has the same id. */
function withRecord(fields: Parameters<typeof record>[0]): Change {
  return (_, [first, second]) => {
    const invocationId = first.record?.invocationId ?? '';
    const other = record({ invocationId, providerCallId: 'first', isRecorded: true, ...fields });
    return { calls: [{ ...first, record: other }, second] };
  };
}

const cases: readonly { readonly name: string; readonly change: Change; readonly says: string }[] = [
  {
    name: 'a call without a record',
    change: (_, [first, second]) => ({ calls: [{ ...first, record: undefined }, second] }),
    says: 'first has no record',
  },
  {
    name: 'a call that rejects',
    change: (_, [first, second]) => ({ calls: [{ ...first, hasRejected: true }, second] }),
    says: 'first rejected',
  },
  {
    name: 'records in another order',
    change: (_, [first, second]) => ({
      calls: [
        { ...first, record: second.record },
        { ...second, record: first.record },
      ],
    }),
    says: 'the record of second is at first',
  },
  {
    name: 'one record for two calls',
    change: (_, [first, second]) => ({ calls: [first, { ...second, record: first.record }] }),
    says: '2 records share 1 ids',
  },
  {
    name: 'a status that does not exist',
    change: withRecord({ status: 'pending' as 'ok' }),
    says: 'first has the status pending',
  },
  {
    name: 'an ok without a result',
    change: withRecord({ result: undefined }),
    says: 'ok with result undefined',
  },
  {
    name: 'a failure with a result',
    change: withRecord({ ...failed(), result: { kind: 'text', text: '' } }),
    says: 'failed with result text',
  },
  {
    name: 'a failure without a problem',
    change: withRecord({ ...failed(), problem: undefined }),
    says: 'failed with problem undefined',
  },
  { name: 'negative time', change: withRecord({ ranMs: -1 }), says: 'took negative time' },
  {
    name: 'a missing start',
    change: ({ events }) => ({ events: events.slice(1) }),
    says: 'has 0 starts',
  },
  {
    name: 'a missing end',
    change: ({ events }) => ({ events: events.filter(({ type }) => type !== 'tool-call-end') }),
    says: 'has 1 ends: tool-call-start',
  },
  {
    name: 'a second end',
    change: ({ events }) => ({ events: [...events, ...events.slice(-1)] }),
    says: 'has 2 ends',
  },
  {
    name: 'progress after the end',
    change: ({ events }) => ({
      events: [
        ...events,
        ...events
          .slice(0, 1)
          .map((event) => ({ ...event, type: 'tool-call-progress', progress: {} }) as const),
      ],
    }),
    says: 'has tool-call-progress after its end',
  },
  {
    name: 'events of an unknown call',
    change: ({ events }) => ({
      events: [...events, ...events.slice(0, 1).map((event) => ({ ...event, invocationId: 'other' }))],
    }),
    says: 'other has events and no record',
  },
  {
    name: 'an end that differs from the record',
    change: withRecord({ ...failed() }),
    says: 'ended as ok by its event, and as failed by its record',
  },
  {
    name: 'an entry that still runs',
    change: ({ entries = [] }) => ({ entries: entries.map((entry) => ({ ...entry, state: 'running' })) }),
    says: 'is running',
  },
  { name: 'a missing entry', change: () => ({ entries: [] }), says: 'has no entry' },
  {
    name: 'an entry twice',
    change: ({ entries = [] }) => ({ entries: [...entries, ...entries] }),
    says: 'an invocation has two entries',
  },
  {
    name: 'an entry that no record knows',
    change: withRecord({ isRecorded: false }),
    says: 'has an entry and no record that says so',
  },
  {
    name: 'a call that was not recorded',
    change: withRecord({ isRecorded: false }),
    says: 'was not recorded',
  },
  { name: 'two runs of one call', change: ({ runs }) => ({ runs: [...runs, ...runs] }), says: 'ran 2 times' },
  {
    name: 'a run of a denied call',
    change: withRecord({ ...failed(), status: 'denied' }),
    says: 'is denied and ran',
  },
  {
    name: 'an effect that is not told',
    change: ({ runs }) => ({ effects: runs }),
    says: 'had an effect and says none',
  },
  {
    name: 'an effect without a run',
    change: ({ runs }) => ({ runs: runs.slice(0, 1) }),
    says: 'did not run and says done',
  },
  {
    name: 'two effects under one key',
    change: ({ runs }, [first, second]) => ({
      effects: runs,
      calls: [{ ...first, request: { ...first.request, idempotencyKey: 'key' } }, second],
    }),
    says: 'the key [null,null,"key"] had two effects',
  },
  {
    name: 'a rejection',
    change: () => ({ unhandled: ['late'] }),
    says: 'a rejection was left unhandled: late',
  },
  { name: 'a timer', change: () => ({ pendingTimers: 1 }), says: '1 timers are left' },
  { name: 'a listener', change: () => ({ abortListeners: 2 }), says: '2 abort listeners are left' },
  { name: 'a gate', change: () => ({ openGates: 1 }), says: '1 gates are left open' },
];

describe('findViolations', () => {
  let good: Observed;
  beforeAll(async () => {
    good = await observeGoodCalls();
  });

  it('finds nothing wrong with good calls', () => {
    expect(findViolations(good)).toEqual([]);
  });

  it.each(cases)('finds $name', ({ change, says }) => {
    // There are two of them.
    const calls = good.calls as readonly [ObservedCall, ObservedCall];

    const violations = findViolations({ ...good, ...change(good, calls) });

    expect(violations.join('\n')).toContain(says);
  });
});

describe('watchRejections', () => {
  it('sees what nobody else handled, and gives the process back', async () => {
    const before = process.listeners('unhandledRejection');
    const watch = watchRejections();

    void Promise.reject('late');
    await watch.stop();

    expect(watch.reasons).toEqual(['late']);
    expect(process.listeners('unhandledRejection')).toEqual(before);
  });
});

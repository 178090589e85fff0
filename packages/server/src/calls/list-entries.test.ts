import { type LedgerQuery, memoryLedger } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { sampleEntry } from '../../../toolcrib/src/stores/testkit/sample-entry.ts';
import { listEntries } from './list-entries.ts';

const MIB = 1_048_576;

/** A ledger of 20 calls that counts as one whose entries have so many bytes, and how many entries were read. */
function createLedger(bytes: number) {
  const inner = memoryLedger();
  for (let index = 10; index < 30; index++) {
    inner.insert(sampleEntry({ invocationId: String(index), state: 'waiting' }));
  }
  const reads = { entries: 0 };
  const ledger = Object.assign(Object.create(inner) as typeof inner, {
    find: async (query: LedgerQuery) => {
      const found = await inner.find(query);
      reads.entries += found.length;
      return found;
    },
    findSummaries: async (query: LedgerQuery) =>
      (await inner.findSummaries(query)).map((summary) => ({ ...summary, bytes })),
  });
  return { ledger, reads };
}

const query = { states: ['waiting'] } as const;
const all = {
  toView: ({ invocationId }: { readonly invocationId: string }) => invocationId,
  isFiltered: false,
};

describe('listEntries', () => {
  it('reads no more entries than are listed', async () => {
    const { ledger, reads } = createLedger(100);

    expect(await listEntries(ledger, query, { ...all, limit: 2 })).toEqual({
      items: ['10', '11'],
      isCut: false,
    });
    expect(reads.entries).toBe(2);
  });

  it('ends after some bytes, though its views are small, and says so', async () => {
    const { ledger, reads } = createLedger(MIB);

    const list = await listEntries(ledger, query, { ...all, limit: 500 });

    expect(list).toEqual({ items: ['10', '11', '12', '13'], isCut: true });
    expect(reads.entries).toBe(4);
    const rest = await listEntries(ledger, { ...query, after: '26' }, { ...all, limit: 500 });
    expect(rest).toEqual({ items: ['27', '28', '29'], isCut: false });
  });

  it('reads large entries one at a time, and lets others have their turn before each view', async () => {
    const { ledger } = createLedger(100_000);
    const events: string[] = [];
    const find = ledger.find;
    ledger.find = async (asked: LedgerQuery) => {
      events.push(`read ${asked.limit}`);
      setImmediate(() => events.push('others'));
      return await find(asked);
    };
    const toView = async ({ invocationId }: { readonly invocationId: string }) => {
      events.push(`show ${invocationId}`);
      return invocationId;
    };

    const list = await listEntries(ledger, query, { toView, isFiltered: false, limit: 3 });

    expect(list.items).toEqual(['10', '11', '12']);
    const each = (id: string) => ['read 1', 'others', `show ${id}`];
    expect(events).toEqual([...each('10'), ...each('11'), ...each('12')]);
  });

  it('goes on while it has found nothing, and lets others have their turn', async () => {
    const { ledger } = createLedger(MIB);
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);

    const list = await listEntries(ledger, query, {
      toView: ({ invocationId }) => (invocationId === '29' ? invocationId : undefined),
      isFiltered: true,
      limit: 1,
    });

    clearImmediate(turn);
    expect(list).toEqual({ items: ['29'], isCut: false });
    expect(turns).toBeGreaterThan(10);
  });

  it('looks at no more entries than it may', async () => {
    const { ledger, reads } = createLedger(0);
    const none = { toView: () => undefined, isFiltered: true, limit: 1 };

    expect(await listEntries(ledger, query, { ...none, maxLookedAt: 20 })).toEqual({
      items: [],
      isCut: false,
    });
    expect(reads.entries).toBe(20);
  });
});

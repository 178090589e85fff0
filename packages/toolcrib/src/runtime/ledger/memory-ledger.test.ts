import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { describeLedger } from '../../stores/testkit/index.ts';
import { endedAt, nextRevision, sampleEntry } from '../../stores/testkit/sample-entry.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { memoryLedger } from './memory-ledger.ts';

describeLedger('a ledger in memory', () => ({ ledger: memoryLedger() }), { describe, it });

describe('memoryLedger', () => {
  it('answers at once, with the entry that it was given', () => {
    const ledger = memoryLedger();
    const entry = sampleEntry();

    expect(ledger.isDurable).toBe(false);
    expect(ledger.insert(entry)).toEqual({ inserted: true });
    expect(ledger.get('call-1')).toBe(entry);
    expect(ledger.replace(nextRevision(entry))).toBe(true);
  });

  it('drops the calls that ended first, whenever they began, and none that has not ended', () => {
    const ledger = memoryLedger({ maxEntries: 2 });
    const entries = ['a', 'b', 'c', 'd', 'e'].map((invocationId) => sampleEntry({ invocationId }));
    const [a, b, c, d] = entries as [LedgerEntry, LedgerEntry, LedgerEntry, LedgerEntry];
    for (const entry of entries) ledger.insert(entry);

    const kept = [c, a, nextRevision(a, endedAt(5)), d, b].map((entry) => {
      ledger.replace(nextRevision(entry, endedAt(5)));
      return ['a', 'b', 'c', 'd', 'e'].filter((id) => ledger.get(id) !== undefined).join('');
    });

    // The second revision of an ended call takes no second place.
    expect(kept).toEqual(['abcde', 'abcde', 'abcde', 'abde', 'bde']);
    expect(ledger.get('e')).toMatchObject({ state: 'running' });
  });

  it('counts anew after it was pruned', async () => {
    const ledger = memoryLedger({ maxEntries: 3 });
    const end = (invocationId: string, time: number) =>
      ledger.insert(sampleEntry({ invocationId, ...endedAt(time) }));
    const kept = async () =>
      (await ledger.find({ states: ['ok'], limit: 10 })).map(({ invocationId }) => invocationId).join('');
    for (const [id, time] of [
      ['a', 1],
      ['b', 9],
      ['c', 2],
      ['d', 9],
      ['e', 3],
    ] as const)
      end(id, time);

    expect(await kept()).toBe('cde');
    expect(ledger.prune(3)).toBe(1);
    end('f', 9);
    expect(await kept()).toBe('def');
    end('g', 9);
    expect(await kept()).toBe('efg');
  });

  it('forgets the key of a call that it drops', () => {
    const ledger = memoryLedger({ maxKeyedEntries: 1 });
    ledger.insert(sampleEntry({ invocationId: 'a', idempotencyKey: 'key-1', ...endedAt(5) }));
    ledger.insert(sampleEntry({ invocationId: 'b', idempotencyKey: 'key-2', ...endedAt(5) }));

    expect(ledger.insert(sampleEntry({ invocationId: 'c', idempotencyKey: 'key-1' }))).toEqual({
      inserted: true,
    });
  });

  it('keeps a call that holds a key apart from those that hold none', () => {
    const ledger = memoryLedger({ maxEntries: 1 });
    ledger.insert(sampleEntry({ invocationId: 'a', idempotencyKey: 'key-1', ...endedAt(5) }));
    for (const invocationId of ['b', 'c']) ledger.insert(sampleEntry({ invocationId, ...endedAt(5) }));

    expect(['a', 'b', 'c'].filter((id) => ledger.get(id) !== undefined)).toEqual(['a', 'c']);
  });

  it('refuses a replacement that takes the key of another call, and changes nothing', () => {
    const ledger = memoryLedger();
    const first = sampleEntry({ invocationId: 'a', idempotencyKey: 'key-1' });
    const second = sampleEntry({ invocationId: 'b', idempotencyKey: 'key-2' });
    for (const entry of [first, second]) ledger.insert(entry);

    const error = errorOf(() => ledger.replace(nextRevision(second, { idempotencyKey: 'key-1' })));

    expect(error).toMatchObject({ code: 'E_LEDGER_FAILED', context: { invocationId: 'b' } });
    expect(ledger.get('b')).toBe(second);
    const rival = sampleEntry({ invocationId: 'c', idempotencyKey: 'key-2' });
    expect(ledger.insert(rival)).toEqual({ inserted: false, existing: second });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d as maxEntries', (maxEntries) => {
    expect(errorOf(() => memoryLedger({ maxEntries }))).toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(`not ${maxEntries}`),
      context: { option: 'maxEntries' },
    });
  });
});

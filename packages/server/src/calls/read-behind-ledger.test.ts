import { type LedgerEntry, memoryLedger, type SearchableLedger } from 'toolcrib/runtime';
import { openSqlite, sqliteLedger } from 'toolcrib/stores/sqlite';
import { describeLedger } from 'toolcrib/stores/testkit';
import { describe, expect, it, vi } from 'vitest';
import { nextRevision, sampleEntry } from '../../../toolcrib/src/stores/testkit/sample-entry.ts';
import { ReadBehindLedger } from './read-behind-ledger.ts';

describeLedger(
  'a ledger that writes calls which read with their end',
  () => ({ ledger: new ReadBehindLedger(sqliteLedger(openSqlite(':memory:'))) }),
  { describe, it },
);

const outcome: LedgerEntry['outcome'] = {
  sideEffect: 'none',
  isTrusted: false,
  endedAt: 1_700_000_000_001,
  waitedMs: 0,
  ranMs: 1,
  code: null,
  message: null,
  issues: [],
  result: { kind: 'text', text: 'done' },
};

const begun = sampleEntry({ effect: 'read' });
const ended = nextRevision(begun, { state: 'ok', leaseUntil: null, args: null, outcome });

/** With a ledger whose writes are counted, and turns that the test makes. */
function createWorld(inner: SearchableLedger = memoryLedger()) {
  const turns: (() => void)[] = [];
  const insert = vi.spyOn(inner, 'insert');
  const replace = vi.spyOn(inner, 'replace');
  const onWhole = vi.fn();
  const ledger = new ReadBehindLedger(inner, (turn) => turns.push(turn));
  ledger.tellWhole(onWhole);
  const nextTurn = () => {
    for (const turn of turns.splice(0)) turn();
  };
  return { ledger, inner, insert, replace, onWhole, nextTurn };
}

describe('ReadBehindLedger', () => {
  it('writes a call that ends at once as one entry', async () => {
    const { ledger, inner, insert, replace, onWhole, nextTurn } = createWorld();

    expect(ledger.insert(begun)).toEqual({ inserted: true });
    expect(insert).not.toHaveBeenCalled();
    expect(await ledger.get(begun.invocationId)).toEqual(begun);
    expect(await ledger.replace(ended)).toBe(true);
    nextTurn();

    expect(insert).toHaveBeenCalledOnce();
    expect(replace).not.toHaveBeenCalled();
    expect(onWhole).toHaveBeenCalledExactlyOnceWith(ended);
    expect(await inner.get(begun.invocationId)).toEqual(ended);
    expect(await ledger.get(begun.invocationId)).toEqual(ended);
  });

  it('writes the beginning of one that goes on', async () => {
    const { ledger, inner, onWhole, nextTurn } = createWorld();
    ledger.insert(begun);

    nextTurn();
    expect(await inner.get(begun.invocationId)).toEqual(begun);
    expect(await ledger.replace(ended)).toBe(true);

    expect(await inner.get(begun.invocationId)).toEqual(ended);
    expect(onWhole).not.toHaveBeenCalled();
  });

  it.each([
    { effect: 'write' },
    { effect: null },
    { idempotencyKey: 'k' },
    { state: 'waiting' },
    { reverts: 'call-0' },
  ] as const)('writes others before it answers: %j', async (changes) => {
    const { ledger, inner } = createWorld();
    const entry = sampleEntry({ effect: 'read', ...changes });

    expect(await ledger.insert(entry)).toEqual({ inserted: true });

    expect(await inner.get(entry.invocationId)).toEqual(entry);
  });

  it('finds what is not written yet, and says when it is', async () => {
    const { ledger, inner } = createWorld();
    ledger.insert(begun);
    expect(await ledger.find({ states: ['running'], limit: 10 })).toEqual([begun]);

    const second = sampleEntry({ effect: 'read', invocationId: 'call-2' });
    ledger.insert(second);
    await ledger.written('call-2');
    expect(await inner.get('call-2')).toEqual(second);
    await ledger.written('call-2');
    await ledger.written('call-3');
  });

  it('takes no end of another beginning', async () => {
    const { ledger } = createWorld();
    ledger.insert(begun);

    expect(await ledger.replace(nextRevision(ended))).toBe(false);
    expect(await ledger.replace(ended)).toBe(true);
  });

  it.each([false, true])(
    'tells whoever writes the end that it could not be, and writes it later (%s)',
    async (isLate) => {
      const { ledger, inner, insert, onWhole, nextTurn } = createWorld();
      insert.mockRejectedValue(new Error('The disk is full.'));
      ledger.insert(begun);
      if (isLate) nextTurn();

      for (let attempt = 0; attempt < 2; attempt++) {
        await expect(ledger.replace(ended)).rejects.toThrow('The disk is full.');
        expect(await ledger.get(begun.invocationId)).toEqual(begun);
      }
      await expect(ledger.written(begun.invocationId)).rejects.toThrow('The disk is full.');
      expect(inner.get(begun.invocationId)).toBeUndefined();
      insert.mockRestore();

      expect(await ledger.find({ states: ['running', 'ok'], limit: 10 })).toEqual([ended]);
      // A beginning whose write has failed may be in the ledger: then the end is not all that there is.
      expect(onWhole.mock.calls).toEqual(isLate ? [] : [[ended], [ended]]);
    },
  );

  it('does not write a call later that it was told to forget', async () => {
    const { ledger, inner, insert } = createWorld();
    insert.mockRejectedValue(new Error('The disk is full.'));
    ledger.insert(begun);
    await expect(ledger.replace(ended)).rejects.toThrow('The disk is full.');

    ledger.forget(begun.invocationId);
    insert.mockRestore();

    expect(await ledger.find({ states: ['running', 'ok'], limit: 10 })).toEqual([]);
    expect(inner.get(begun.invocationId)).toBeUndefined();
  });

  it('finds out that an end was written though the ledger said that it was not', async () => {
    const { ledger, inner, insert } = createWorld();
    ledger.insert(begun);
    insert.mockImplementationOnce((entry) => {
      insert.mockRestore();
      inner.insert(entry);
      throw new Error('The connection is lost.');
    });

    expect(await ledger.replace(ended)).toBe(true);
    expect(inner.get(begun.invocationId)).toEqual(ended);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('Not now.'))],
    [
      'throws',
      () => {
        throw new Error('Not now.');
      },
    ],
  ])('tries again what could not be written, if the ledger %s', async (_, fail) => {
    const { ledger, inner, insert, nextTurn } = createWorld();
    insert.mockImplementationOnce(fail);
    ledger.insert(begun);
    nextTurn();

    expect(await ledger.get(begun.invocationId)).toEqual(begun);
    expect(await ledger.replace(ended)).toBe(true);

    expect(await inner.get(begun.invocationId)).toEqual(ended);
  });

  it('does not take another entry of the same revision for the end', async () => {
    const { ledger, inner, insert, onWhole } = createWorld();
    const waiting = nextRevision(begun, { state: 'waiting' });
    const get = vi.spyOn(inner, 'get').mockRejectedValueOnce(new Error('The connection is lost.'));
    insert.mockImplementationOnce(async (entry) => {
      await inner.insert(entry);
      throw new Error('The connection is lost.');
    });
    ledger.insert(begun);
    await expect(ledger.replace(waiting)).rejects.toThrow('The connection is lost.');
    expect(get).toHaveBeenCalledOnce();

    expect(await ledger.replace(ended)).toBe(false);

    expect(await inner.get(begun.invocationId)).toEqual(waiting);
    expect(onWhole).not.toHaveBeenCalled();
    expect(await ledger.replace(nextRevision(waiting, { state: 'ok', outcome }))).toBe(true);
  });

  it('does not take a write that begins again for the one of the end', async () => {
    const { ledger, inner, insert, nextTurn } = createWorld();
    insert.mockRejectedValueOnce(new Error('Not now.'));
    ledger.insert(begun);
    nextTurn();

    const writing = ledger.written(begun.invocationId).catch(() => ledger.written(begun.invocationId));
    expect(await ledger.replace(ended)).toBe(true);
    await writing;

    expect(await inner.get(begun.invocationId)).toEqual(ended);
  });

  it('finds out that what failed was written all the same', async () => {
    const { ledger, inner, insert, nextTurn } = createWorld();
    insert.mockImplementationOnce(async (entry) => {
      // Now it is the real one.
      await inner.insert(entry);
      throw new Error('The connection was lost.');
    });
    ledger.insert(begun);
    nextTurn();

    expect(await ledger.replace(ended)).toBe(true);

    expect(await inner.get(begun.invocationId)).toEqual(ended);
  });
});

import { assertEqual } from './assert.ts';
import { endedAt, nextRevision, sampleEntry } from './sample-entry.ts';
import { ledgerCase, type StoreCase } from './store-case.ts';

const CONCURRENT = 64;

/** Tenants, callers and keys that are different, however similar they look. */
const scopes: readonly (readonly [tenant: string, callerId: string, key: string])[] = [
  ['a', 'bc', 'd'],
  ['ab', 'c', 'd'],
  ['a', 'b', 'cd'],
  ['abc', '', 'd'],
  ['', 'abc', 'd'],
  ['a b', 'c', 'd'],
  ['a', 'b c', 'd'],
  ['a:b', 'c', 'd'],
  ['a', 'b:c', 'd'],
  ['a\u0000b', 'c', 'd'],
  ['a', 'b\u0000c', 'd'],
  ['a\\u0000b', 'c', 'd'],
  ['a","b', 'c', 'd'],
  ['a', 'b","c', 'd'],
  ['A', 'bc', 'd'],
  ['a', 'bc', 'D'],
  ['a', 'bc', 'd '],
  ['a', 'bc', ' d'],
  ['a', 'bc', '\u00e9'],
  ['a', 'bc', 'e\u0301'],
  ['a', 'bc', 'null'],
  ['a', 'bc', '1'],
  ['a', 'bc', '01'],
];

/** What an idempotency key does. */
export const keyCases: readonly StoreCase[] = [
  ledgerCase('inserts nothing with a used key and gives the entry that used it', async ({ ledger }) => {
    const first = sampleEntry({ invocationId: 'call-1', idempotencyKey: 'key-1' });
    const current = nextRevision(first, endedAt(5));
    const second = sampleEntry({ invocationId: 'call-2', idempotencyKey: 'key-1', toolName: 'another_tool' });
    await ledger.insert(first);

    assertEqual(await ledger.insert(second), { inserted: false, existing: first }, 'The second insertion');
    await ledger.replace(current);
    assertEqual(await ledger.insert(second), { inserted: false, existing: current }, 'The third insertion');
    assertEqual(await ledger.get('call-2'), undefined, 'The entry that was not inserted');
  }),

  ledgerCase('never takes entries without a key for the same', async ({ ledger }) => {
    for (const invocationId of ['call-1', 'call-2']) {
      const outcome = await ledger.insert(sampleEntry({ invocationId, idempotencyKey: null }));
      assertEqual(outcome, { inserted: true }, `The insertion of ${invocationId}`);
    }
  }),

  ledgerCase('tells keys apart by tenant, caller and key', async ({ ledger }) => {
    const entries = scopes.map(([tenant, callerId, idempotencyKey], index) =>
      sampleEntry({ invocationId: `call-${index}`, tenant, callerId, idempotencyKey }),
    );

    for (const entry of entries) {
      const scope = JSON.stringify([entry.tenant, entry.callerId, entry.idempotencyKey]);
      assertEqual(await ledger.insert(entry), { inserted: true }, `The insertion for ${scope}`);
    }
    for (const entry of entries) {
      const scope = JSON.stringify([entry.tenant, entry.callerId, entry.idempotencyKey]);
      const again = await ledger.insert(sampleEntry({ ...entry, invocationId: 'call-again' }));
      assertEqual(again, { inserted: false, existing: entry }, `The second insertion for ${scope}`);
    }
  }),

  ledgerCase('lets one of many concurrent insertions with a key succeed', async ({ ledger }) => {
    const rivals = Array.from({ length: CONCURRENT }, (_, index) =>
      sampleEntry({ invocationId: `call-${index}`, idempotencyKey: 'key-1' }),
    );

    const outcomes = await Promise.all(rivals.map(async (rival) => await ledger.insert(rival)));

    const winners = rivals.filter((_, index) => outcomes[index]?.inserted === true);
    assertEqual(winners.length, 1, 'The number of insertions that succeeded');
    for (const outcome of outcomes) {
      if (!outcome.inserted) assertEqual(outcome.existing, winners[0], 'The entry that a loser is given');
    }
    const stored = await ledger.find({ states: ['running'], limit: CONCURRENT });
    assertEqual(stored, winners, 'What is stored');
  }),

  ledgerCase('frees a key when its entry gives it up', async ({ ledger }) => {
    const first = sampleEntry({ invocationId: 'call-1', idempotencyKey: 'key-1' });
    const second = sampleEntry({ invocationId: 'call-2', idempotencyKey: 'key-1' });
    const third = sampleEntry({ invocationId: 'call-3', idempotencyKey: 'key-1' });
    await ledger.insert(first);

    await ledger.replace(nextRevision(first, { ...endedAt(5, 'denied'), idempotencyKey: null }));

    assertEqual(await ledger.insert(second), { inserted: true }, 'The insertion with the key that is free');
    assertEqual(await ledger.insert(third), { inserted: false, existing: second }, 'The next insertion');
    await ledger.prune(6);
    assertEqual(
      await ledger.insert(third),
      { inserted: false, existing: second },
      'The insertion after the first holder was forgotten',
    );
  }),

  ledgerCase('frees a key when its entry is forgotten', async ({ ledger }) => {
    await ledger.insert(sampleEntry({ invocationId: 'call-1', idempotencyKey: 'key-1', ...endedAt(5) }));

    await ledger.prune(6);

    const second = sampleEntry({ invocationId: 'call-2', idempotencyKey: 'key-1' });
    assertEqual(await ledger.insert(second), { inserted: true }, 'The insertion with the key that is free');
  }),
];

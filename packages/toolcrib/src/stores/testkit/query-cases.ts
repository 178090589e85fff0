import type { Ledger, LedgerEntry, LedgerQuery } from '../../runtime/index.ts';
import { assertEqual } from './assert.ts';
import { endedAt, nextRevision, sampleEntry } from './sample-entry.ts';
import { ledgerCase, type StoreCase } from './store-case.ts';

const ENTRIES = 250;
const PAGE = 100;
const LARGE = 100_000;

/** What is found, and what is forgotten. */
export const queryCases: readonly StoreCase[] = [
  ledgerCase('finds by state, tenant and owner', async ({ ledger }) => {
    await insertAll(ledger, [
      { invocationId: 'a', state: 'waiting' },
      { invocationId: 'b', state: 'running', tenant: 'other' },
      { invocationId: 'c', state: 'unknown', owner: 'runtime-2' },
      { invocationId: 'd', ...endedAt(5, 'ok') },
      { invocationId: 'e', ...endedAt(5, 'timed_out'), tenant: 'other', owner: 'runtime-2' },
      { invocationId: 'f', state: 'running', tenant: '', owner: '' },
    ]);
    const all = ['waiting', 'running', 'unknown', 'ok', 'timed_out'] as const;

    await assertFinds(ledger, { states: [] }, '');
    await assertFinds(ledger, { states: ['failed'] }, '');
    await assertFinds(ledger, { states: ['running'] }, 'b f');
    await assertFinds(ledger, { states: ['ok', 'unknown', 'waiting'] }, 'a c d');
    await assertFinds(ledger, { states: all }, 'a b c d e f');
    await assertFinds(ledger, { states: all, tenant: 'other' }, 'b e');
    await assertFinds(ledger, { states: all, tenant: 'Other' }, '');
    await assertFinds(ledger, { states: all, tenant: '' }, 'f');
    await assertFinds(ledger, { states: all, owner: 'runtime-2' }, 'c e');
    await assertFinds(ledger, { states: all, owner: '' }, 'f');
    await assertFinds(ledger, { states: all, tenant: 'other', owner: 'runtime-2' }, 'e');
    await assertFinds(ledger, { states: ['running'], tenant: 'other', owner: 'runtime-2' }, '');
    await assertFinds(ledger, { states: all, tenant: 'other', after: 'b' }, 'e');
    await assertFinds(ledger, { states: all, after: 'bb', limit: 2 }, 'c d');
    await assertFinds(ledger, { states: all, after: 'f' }, '');
    const newestFirst = true;
    await assertFinds(ledger, { states: all, newestFirst }, 'f e d c b a');
    await assertFinds(ledger, { states: all, newestFirst, limit: 2 }, 'f e');
    await assertFinds(ledger, { states: all, newestFirst, after: 'e', limit: 2 }, 'd c');
    await assertFinds(ledger, { states: all, newestFirst, after: 'bb' }, 'b a');
    await assertFinds(ledger, { states: all, newestFirst, after: 'a' }, '');
    await assertFinds(ledger, { states: all, newestFirst, endedFrom: 5, after: 'e' }, 'd');
  }),

  ledgerCase('finds the calls of a caller', async ({ ledger }) => {
    const strange = `ann'"\\ \u0000\u{1f3e6}`;
    const long = Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 9_973).join();
    await insertAll(ledger, [
      { invocationId: 'a', state: 'waiting', callerId: 'ann' },
      { invocationId: 'b', ...endedAt(5), callerId: 'ann' },
      { invocationId: 'c', ...endedAt(5), callerId: 'ann', tenant: 'other' },
      { invocationId: 'd', ...endedAt(5), callerId: 'Ann' },
      { invocationId: 'e', ...endedAt(5), callerId: '' },
      { invocationId: 'f', ...endedAt(5), callerId: strange },
      { invocationId: 'g', ...endedAt(5), callerId: 'ann', owner: 'runtime-2' },
      { invocationId: 'h', ...endedAt(5), callerId: long },
      { invocationId: 'i', ...endedAt(5), callerId: `${long}.` },
    ]);
    const all = ['waiting', 'ok'] as const;

    await assertFinds(ledger, { states: all, callerId: 'ann' }, 'a b c g');
    await assertFinds(ledger, { states: all, callerId: 'ann', tenant: 'acme' }, 'a b g');
    await assertFinds(ledger, { states: ['waiting'], callerId: 'ann', tenant: 'acme' }, 'a');
    await assertFinds(ledger, { states: all, callerId: 'ann', owner: 'runtime-2' }, 'g');
    await assertFinds(ledger, { states: all, callerId: 'ann', after: 'a', limit: 1 }, 'b');
    await assertFinds(ledger, { states: all, callerId: '' }, 'e');
    await assertFinds(ledger, { states: all, callerId: strange }, 'f');
    await assertFinds(ledger, { states: all, callerId: long }, 'h');
    await assertFinds(ledger, { states: all, callerId: 'nobody' }, '');
  }),

  ledgerCase('finds calls that ended at a time or later', async ({ ledger }) => {
    await insertAll(ledger, [
      { invocationId: 'a', ...endedAt(5.1) },
      { invocationId: 'b', ...endedAt(4.9) },
      { invocationId: 'c', ...endedAt(5, 'failed'), owner: 'runtime-2' },
      { invocationId: 'd', state: 'running' },
      { invocationId: 'e', ...endedAt(9, 'unknown') },
      { invocationId: 'B', ...endedAt(7), callerId: 'bob' },
    ]);
    const ended = ['ok', 'failed'] as const;
    const all = [...ended, 'running', 'unknown'] as const;

    await assertFinds(ledger, { states: ended, endedFrom: 5 }, 'B a c');
    await assertFinds(ledger, { states: all, endedFrom: 0 }, 'B a b c');
    await assertFinds(ledger, { states: ['running', 'unknown'], endedFrom: 0 }, '');
    await assertFinds(ledger, { states: ended, endedFrom: 5, owner: 'runtime-2' }, 'c');
    await assertFinds(ledger, { states: ended, endedFrom: 5, callerId: 'bob' }, 'B');
    await assertFinds(ledger, { states: ended, endedFrom: 5, after: 'B', limit: 1 }, 'a');
    await assertFinds(ledger, { states: ended, endedFrom: 7.5 }, '');
  }),

  ledgerCase('finds an entry by what its newest revision says', async ({ ledger }) => {
    const first = sampleEntry();
    await ledger.insert(first);

    await ledger.replace(nextRevision(first, { ...endedAt(5), owner: 'runtime-2' }));

    await assertFinds(ledger, { states: ['running'] }, '');
    await assertFinds(ledger, { states: ['ok'], owner: 'runtime-1' }, '');
    await assertFinds(ledger, { states: ['ok'], owner: 'runtime-2' }, 'call-1');
  }),

  ledgerCase('summarizes what it finds', async ({ ledger }) => {
    const [small, large] = [
      sampleEntry({ invocationId: 'a', state: 'waiting' }),
      sampleEntry({ invocationId: 'b', state: 'waiting', args: { text: 'x'.repeat(LARGE) } }),
    ];
    await insertAll(ledger, [small, large]);
    await ledger.replace(nextRevision(small, { state: 'running' }));

    const summaries = await ledger.findSummaries({ states: ['waiting', 'running'], limit: 10 });

    assertEqual(
      summaries.map(({ invocationId, revision, state }) => ({ invocationId, revision, state })),
      [
        { invocationId: 'a', revision: 2, state: 'running' },
        { invocationId: 'b', revision: 1, state: 'waiting' },
      ],
      'The summaries',
    );
    const [less = -1, more = -1] = summaries.map(({ bytes }) => bytes);
    const isPlausible = (less === 0 && more === 0) || (less > 0 && less < LARGE && more >= LARGE);
    assertEqual(
      isPlausible,
      true,
      `Whether ${less} and ${more} can be the bytes of a small and a large entry`,
    );
  }),

  ledgerCase('sorts by invocation id, in code-unit order', async ({ ledger }) => {
    const sorted = [
      '-',
      '.',
      '0',
      '10',
      '9',
      'A',
      'B',
      'B-a',
      'BA',
      'Ba',
      '_',
      'a',
      'a-b',
      'aB',
      'ab',
      'b',
      '~',
    ];
    const shuffled = sorted.toSorted((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? ''));
    await insertAll(
      ledger,
      shuffled.map((invocationId) => ({ invocationId })),
    );

    await assertFinds(ledger, { states: ['running'] }, sorted.join(' '));
    for (const [index, after] of sorted.entries()) {
      await assertFinds(ledger, { states: ['running'], after }, sorted.slice(index + 1).join(' '));
    }
  }),

  ledgerCase('gives every entry on one page, and once', async ({ ledger }) => {
    const ids = Array.from(
      { length: ENTRIES },
      (_, index) => `call-${String(index * 7919).padStart(8, '0')}`,
    );
    await insertAll(
      ledger,
      ids.toReversed().map((invocationId, index) => ({
        invocationId,
        state: index % 2 === 0 ? 'waiting' : 'running',
      })),
    );

    const found: string[] = [];
    const sizes: number[] = [];
    let page: readonly LedgerEntry[];
    do {
      page = await ledger.find({ states: ['running', 'waiting'], after: found.at(-1), limit: PAGE });
      found.push(...page.map(({ invocationId }) => invocationId));
      sizes.push(page.length);
    } while (page.length === PAGE);

    assertEqual(sizes, [PAGE, PAGE, ENTRIES - 2 * PAGE], 'The sizes of the pages');
    assertEqual(found, ids, 'The entries of all pages');
  }),

  ledgerCase('forgets calls that ended before a time, and says how many', async ({ ledger }) => {
    await insertAll(ledger, [
      { invocationId: 'a', ...endedAt(4.9) },
      { invocationId: 'b', ...endedAt(5) },
      { invocationId: 'c', ...endedAt(5.1) },
      { invocationId: 'd', ...endedAt(1, 'invalid_args') },
      { invocationId: 'e' },
    ]);
    const later = sampleEntry({ invocationId: 'e' });
    await ledger.replace(nextRevision(later, endedAt(2, 'aborted')));
    const states = ['ok', 'invalid_args', 'aborted'] as const;

    assertEqual(await ledger.prune(5), 3, 'The number of calls that were forgotten');
    await assertFinds(ledger, { states }, 'b c');
    assertEqual(await ledger.get('a'), undefined, 'The entry of a call that was forgotten');
    assertEqual(await ledger.prune(5), 0, 'The number of calls that were forgotten the second time');
    assertEqual(await ledger.prune(1_700_000_000_000.5), 2, 'The number of calls that were forgotten later');
    const again = sampleEntry({ invocationId: 'a' });
    assertEqual(await ledger.insert(again), { inserted: true }, 'The insertion of a call that was forgotten');
  }),

  ledgerCase('forgets no more calls at once than it is told', async ({ ledger }) => {
    await insertAll(ledger, [
      { invocationId: 'a', ...endedAt(1) },
      { invocationId: 'b', ...endedAt(2), idempotencyKey: 'key-1' },
      { invocationId: 'c', ...endedAt(3) },
      { invocationId: 'd', ...endedAt(5) },
    ]);

    assertEqual(await ledger.prune(5, 2), 2, 'The number of calls that were forgotten in a step');
    assertEqual((await ledger.find({ states: ['ok'], limit: 10 })).length, 2, 'The number of calls left');
    assertEqual(await ledger.prune(5, 2), 1, 'The number of calls that were forgotten in the last step');
    await assertFinds(ledger, { states: ['ok'] }, 'd');
  }),

  ledgerCase('never forgets a call that has not ended', async ({ ledger }) => {
    await insertAll(ledger, [
      { invocationId: 'a', state: 'waiting' },
      { invocationId: 'b', state: 'running' },
      { invocationId: 'c', state: 'unknown' },
      { invocationId: 'd', ...endedAt(1, 'unknown') },
    ]);

    assertEqual(await ledger.prune(Number.MAX_SAFE_INTEGER), 0, 'The number of calls that were forgotten');
    await assertFinds(ledger, { states: ['waiting', 'running', 'unknown'] }, 'a b c d');
  }),
];

async function insertAll(ledger: Ledger, entries: readonly Partial<LedgerEntry>[]): Promise<void> {
  for (const entry of entries) await ledger.insert(sampleEntry(entry));
}

/** Compares the ids that a query finds with those in a text. */
async function assertFinds(
  ledger: Ledger,
  query: Omit<LedgerQuery, 'limit'> & { readonly limit?: number },
  expected: string,
): Promise<void> {
  const found = await ledger.find({ limit: 1_000, ...query });
  const ids = found.map(({ invocationId }) => invocationId).join(' ');
  assertEqual(ids, expected, `What is found by ${JSON.stringify(query)}`);
  const summaries = await ledger.findSummaries({ limit: 1_000, ...query });
  assertEqual(
    summaries.map(({ invocationId }) => invocationId).join(' '),
    expected,
    `What summaries are found by ${JSON.stringify(query)}`,
  );
}

import type { DeprecatedUse, UseRecord } from '../../catalog/index.ts';
import { assertEqual, assertFails, assertFrozen } from './assert.ts';
import { assertSame } from './assert-same.ts';
import { SAMPLE_TIME, trickyNames, trickyTexts } from './sample-tool.ts';
import { settleAll } from './settle-all.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';

const CONCURRENT = 24;

/** Who uses what is deprecated. */
export const useCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('counts uses by name, version and consumer', async ({ store, other }) => {
    await store.recordUses('acme', [
      use({ version: '1', at: 2 }),
      use({ version: '1', at: 3 }),
      use({ at: 4 }),
      use({ version: '1', consumer: 'worker', at: 5 }),
      use({ name: 'other', version: '1', at: 6 }),
      use({ version: '1', at: 7 }),
    ]);
    await other.recordUses('acme', [use({ version: '1', at: 9 }), use({ at: 1 })]);
    await store.recordUses('acme', [use({ version: '1', at: 8 })]);
    await store.recordUses('acme', []);

    const expected: readonly DeprecatedUse[] = [
      counted({ name: 'other', version: '1', count: 1, at: [6, 6] }),
      counted({ count: 2, at: [1, 4] }),
      counted({ version: '1', count: 5, at: [2, 9] }),
      counted({ version: '1', consumer: 'worker', count: 1, at: [5, 5] }),
    ];
    for (const each of [store, other]) {
      const uses = await each.uses('acme');
      assertSame(uses, expected, 'The uses');
      for (const item of uses) assertFrozen(item, 'A use');
      assertEqual(await each.uses('other'), [], 'The uses of another tenant');
    }
  }),

  catalogStoreCase(
    'sorts uses by name, version and consumer, in code-unit order',
    async ({ store, other }) => {
      const sorted = ['-', '0', '10', '9', 'A', 'B', 'Z', '_', 'a', 'b', '\u00e9', '\u{1f600}', '\uff21'];
      const uses = [
        ...sorted.map((name) => use({ name, version: '1' })),
        use({ name: 'b' }),
        ...sorted.map((version) => use({ name: 'c', version })),
        ...sorted.map((consumer) => use({ name: 'd', version: '1', consumer })),
      ];
      const expected = [
        ...sorted.flatMap((name) => (name === 'b' ? ['b  app', 'b 1 app'] : [`${name} 1 app`])),
        ...[...sorted.map((version) => `c ${version} app`), ...sorted.map((consumer) => `d 1 ${consumer}`)],
      ].toSorted((left, right) => (left < right ? -1 : 1));

      await store.recordUses(
        'acme',
        uses.toSorted((left, right) => right.consumer.localeCompare(left.name)),
      );

      for (const each of [store, other]) {
        const found = (await each.uses('acme')).map(({ name, version = '', consumer }) => {
          return `${name} ${version} ${consumer}`;
        });
        assertEqual(found, expected, 'The uses in order');
      }
    },
  ),

  catalogStoreCase('tells uses apart, whatever they name', async ({ store, other }) => {
    const uses = [
      ...trickyNames.map((name) => use({ name, version: '1' })),
      ...trickyTexts.map((version) => use({ name: 'tool', version })),
      ...trickyTexts.map((consumer) => use({ name: 'tool', version: 'the', consumer })),
      ...['ab', 'a b', 'a","b'].flatMap((name) => [use({ name: 'p', version: name, consumer: 'c' })]),
    ];

    for (const each of [store, other]) await each.recordUses('acme', uses);

    for (const each of [store, other]) {
      const found = await each.uses('acme');
      const keys = found.map(({ name, version, consumer }) => JSON.stringify([name, version, consumer]));
      const given = uses.map(({ name, version, consumer }) => JSON.stringify([name, version, consumer]));
      assertEqual(keys.toSorted(), given.toSorted(), 'What is used, and by whom');
      const counts = new Set(found.map(({ count }) => count));
      assertEqual([...counts], [2], 'How often each is used');
    }
  }),

  catalogStoreCase('counts all uses that are recorded together or none', async ({ store, other }) => {
    await store.recordUses('acme', [use({ version: '1' })]);
    const torn = Object.defineProperty({ ...use({}) }, 'consumer', {
      enumerable: true,
      get: () => {
        throw new Error('This is the end.');
      },
    });

    const record = () => store.recordUses('acme', [use({ version: '1' }), use({ version: '2' }), torn]);

    await assertFails(record, 'A use that cannot be read');
    for (const each of [store, other]) {
      const counts = (await each.uses('acme')).map(({ version, count }) => [version, count]);
      assertEqual(counts, [['1', 1]], 'What was counted');
    }
  }),

  catalogStoreCase('loses no use of many that are recorded at once', async ({ store, other }) => {
    await settleAll(
      Array.from({ length: CONCURRENT }, (_, index) =>
        (index % 2 === 0 ? store : other).recordUses('acme', [
          use({ version: `${index % 3}`, at: index }),
          use({ version: `${(index + 1) % 3}`, at: index }),
        ]),
      ),
    );

    const counts = (await store.uses('acme')).map(({ version, count }) => [version, count]);
    const each = (CONCURRENT * 2) / 3;
    assertEqual(
      counts,
      ['0', '1', '2'].map((version) => [version, each]),
      'How often each version is used',
    );
  }),
];

/** A use of a sample tool at some second. */
function use({ at = 0, ...fields }: Partial<Omit<UseRecord, 'at'>> & { readonly at?: number }): UseRecord {
  return { name: 'refund_order', consumer: 'app', ...fields, at: timeOf(at) };
}

function counted({
  at: [first, last],
  ...fields
}: Partial<DeprecatedUse> & {
  readonly count: number;
  readonly at: readonly [number, number];
}): DeprecatedUse {
  return { name: 'refund_order', consumer: 'app', ...fields, firstAt: timeOf(first), lastAt: timeOf(last) };
}

function timeOf(second: number): string {
  return new Date(Date.parse(SAMPLE_TIME) + second * 1_000).toISOString();
}

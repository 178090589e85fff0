import type { JsonObject } from '../../index.ts';
import { assertEqual, assertFails, assertThat } from './assert.ts';
import { assertChanges } from './assert-same.ts';
import { catalogCase, deaf, untilSeen } from './catalog-case.ts';
import { freezeCopy, sampleDocument, sampleTool, trickyNames, trickyTexts } from './sample-tool.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { type DocumentEntry, draftOf, type TenantWrite, TenantWriter } from './tenant-writer.ts';
import { unreadable } from './unreadable.ts';

const MANY = 2_500;
const LARGE = 1_000_000;
/** More than a store is likely to write in one go. */
const TOO_LARGE_FOR_ONE_WRITE = 5_000_000;

/** Keys of any kind. Those with 1,024 characters take so much room that few indexes would hold them as they are. */
const trickyKeys: readonly string[] = [
  ...new Set([
    ...trickyNames,
    ...trickyTexts,
    'toolset/a',
    'toolset/a/1.0.0',
    ' a',
    'a ',
    '\ud800',
    '\udc00',
  ]),
  ...['x', '\u0000', '\ud800', '"', '\u{1f9f0}'].map((text) => text.repeat(1_024 / text.length)),
  ...[`${'x'.repeat(1_023)}y`, anyCharacters(0x4e00), anyCharacters(0xa000 - 1_024), anyCharacters(0xd800)],
];

/** What a tenant keeps beside its tools. */
export const documentCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('sets, replaces and removes documents, here and elsewhere', async ({ store, other }) => {
    const writer = new TenantWriter(store);

    for (const documents of [
      [['a', sampleDocument()]],
      [
        ['b', Object.freeze({})],
        ['c', sampleDocument({ size: 3 })],
      ],
      [['a', sampleDocument({ tools: [] })]],
      [
        ['a', undefined],
        ['b', sampleDocument()],
      ],
      [['never-there', undefined]],
      [['a', sampleDocument({ size: 1 })]],
    ] satisfies readonly (readonly DocumentEntry[])[]) {
      await writer.putDocuments(...documents);
      await writer.assertHeldBy(store, other);
      writer.store = writer.store === store ? other : store;
    }
  }),

  catalogStoreCase('changes documents and tools together, or neither', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    await writer.write({ tools: [['a', sampleTool({ name: 'a' })]], documents: [['a', sampleDocument()]] });
    const large = sampleDocument({ text: 'x'.repeat(TOO_LARGE_FOR_ONE_WRITE) });
    const change: TenantWrite = {
      tools: [
        ['a', undefined],
        ['b', sampleTool({ name: 'b' })],
      ],
      documents: [
        ['a', undefined],
        ['b', large],
      ],
    };
    const { documents, ...rest } = writer.toChangeSet(change);
    const torn = { ...rest, documents: [...documents, unreadable({ key: 'c', after: {} }, 'after')] };

    await assertFails(() => store.change('acme', { known: 1, decide: () => torn }), 'A torn change');
    await writer.assertHeldBy(store, other);
    const decide = () => {
      throw new Error('No.');
    };
    await assertFails(() => store.change('acme', { known: 1, decide }), 'A decision that throws');
    await writer.assertHeldBy(store, other);
    await writer.write(change);
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase(
    'tells of every document that was set or removed after any event',
    async ({ store, other }) => {
      const writer = new TenantWriter(store);
      const [first, second] = [sampleDocument({ size: 1 }), sampleDocument({ size: 2 })];
      const drafts = ['a', 'b', ''].map((name) => draftOf(name));
      await writer.write({ documents: [['kept', first]], drafts });
      await writer.putDocuments(['replaced', first], ['removed', first], ['back', first]);
      await writer.put(sampleTool());
      await writer.write({ documents: [['replaced', second]], drafts });
      await writer.putDocuments(['removed', undefined], ['back', undefined], ['short', first]);
      await writer.putDocuments(['short', undefined], ['back', second]);
      await writer.put(sampleTool({ version: '2.0.0' }));

      for (let known = 0; known <= writer.events.length; known++) {
        const expected = writer.since(known);
        for (const each of [store, other]) {
          const changes = await each.changes('acme', known);
          assertChanges(changes, expected, `What has happened after event ${known}`);
          const decide = (missed = changes) => {
            assertChanges(missed, expected, `What is missed by one who knows ${known}`);
            return undefined;
          };
          await each.change('acme', { known, decide });
        }
      }
      for (const known of [0, 4, 7]) {
        const change: TenantWrite = { documents: [['new', sampleDocument({ known })]] };
        const writing = known === 4 ? other : store;
        const answer = await writing.change('acme', { known, decide: () => writer.toChangeSet(change) });
        writer.note(change);
        assertThat(answer !== undefined, 'A change should be answered.');
        assertChanges(answer, writer.since(known), `What is answered to one who knows ${known}`);
      }
      await writer.assertHeldBy(store, other);
    },
  ),

  catalogStoreCase('keeps the order of keys and every value in a document', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const fields = {
      z: 1,
      a: { d: 2, c: [{ y: 3, b: 4 }] },
      10: {},
      '': null,
      constructor: {},
      toJSON: true,
    };
    const values = {
      numbers: [0, -1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2],
      empty: [{}, [], [[]], true, false, null, ''],
      texts: trickyTexts,
      deep: nest(100),
    };

    await writer.putDocuments(
      ['fields', freezeCopy(fields)],
      ['reversed', freezeCopy(Object.fromEntries(Object.entries(fields).toReversed()))],
      ['values', freezeCopy(values)],
      ['own-proto', JSON.parse('{"__proto__":{"a":1},"b":2}', (_key, item) => Object.freeze(item))],
    );

    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('tells documents apart, whatever their keys are', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const entries = (size: number) =>
      trickyKeys.map((key, index) => [key, sampleDocument({ size, index })] as const);

    await writer.putDocuments(...entries(1));
    await writer.assertHeldBy(store, other);
    for (const entry of entries(2).slice(-20)) await writer.putDocuments(entry);
    await writer.assertHeldBy(store, other);
    const even = trickyKeys.filter((_, index) => index % 2 === 0);
    await writer.putDocuments(...even.map((key) => [key, undefined] as const));
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('keeps large documents, and many', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const large = (text: string) => sampleDocument({ text: text.repeat(LARGE / text.length) });
    const many = Array.from(
      { length: MANY },
      (_, size) => [`toolset/${size}`, sampleDocument({ size })] as const,
    );

    await writer.putDocuments(['a', large('x')], ['b', large('\u0000')], ['c', large('\u{1f9f0}"')]);
    await writer.assertHeldBy(store, other);
    await writer.putDocuments(['a', large('y')], ['b', undefined], ...many);
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('keeps the documents of tenants apart', async ({ store, other }) => {
    const [ann, bob] = [new TenantWriter(store, 'ann'), new TenantWriter(other, 'bob')];

    await ann.putDocuments(['shared', sampleDocument({ of: 'ann' })], ['of-ann', sampleDocument()]);
    await bob.assertHeldBy(store, other);
    await bob.putDocuments(['shared', sampleDocument({ of: 'bob' })]);
    await ann.putDocuments(['shared', undefined]);
    for (const writer of [ann, bob]) await writer.assertHeldBy(store, other);
    await bob.putDocuments(['of-ann', undefined], ['shared', sampleDocument({ of: 'bob', again: true })]);

    for (const writer of [ann, bob]) await writer.assertHeldBy(store, other);
    await new TenantWriter(store, 'eve').assertHeldBy(store, other);
  }),

  catalogStoreCase('takes events of what does not change', async ({ store, other }) => {
    const writer = new TenantWriter(store);

    await writer.write({ drafts: [draftOf('')] });
    await writer.assertHeldBy(store, other);
    await writer.put(sampleTool({ name: 'a' }), sampleTool({ name: 'b' }));
    for (const names of [['a'], ['no-tool', '', 'b', 'b'], ['']]) {
      await writer.write({ drafts: names.map((name) => draftOf(name)) });
      await writer.assertHeldBy(store, other);
    }
    await writer.write({
      tools: [['a', undefined]],
      documents: [['a', sampleDocument()]],
      drafts: ['', 'b', 'a', 'no-tool'].map((name) => draftOf(name)),
    });
    await writer.assertHeldBy(store, other);
  }),

  catalogCase('[C9] shows documents to catalogues elsewhere', async ({ store, other, open }) => {
    const writer = new TenantWriter(store, 'default');
    const [awake, unaware] = [await open(other), await open(deaf(other))];

    for (const [key, after] of [
      ['a', sampleDocument({ size: 1 })],
      ['b', sampleDocument()],
      ['a', sampleDocument({ size: 2 })],
      ['b', undefined],
    ] as const) {
      await writer.putDocuments([key, after]);
      await untilSeen(awake, writer.events.length);
      await unaware.refresh();
      const expected = [...writer.documents].map(([name, document]) => ({ key: name, document }));
      for (const catalog of [awake, unaware, await open(other)]) {
        assertEqual(catalog.snapshot().documents, expected, 'The documents of a catalogue elsewhere');
      }
    }
  }),
];

function nest(levels: number): JsonObject {
  let value: JsonObject = { bottom: true };
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

/** 1,024 characters in an order that does not repeat, as nothing could make them shorter. */
function anyCharacters(first: number): string {
  return Array.from({ length: 1_024 }, (_, index) =>
    String.fromCharCode(first + ((index * 397) % 1_024)),
  ).join('');
}

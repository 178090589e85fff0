import type { CatalogStore, ChangeSet, TenantChanges } from '../../catalog/index.ts';
import { assertEqual, assertThat } from './assert.ts';
import { assertChanges, assertSame } from './assert-same.ts';
import { sampleDocument, sampleSpec, sampleTool, toolOf, versionOf } from './sample-tool.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { draftOf, TenantWriter } from './tenant-writer.ts';
import { unreadable } from './unreadable.ts';

const MANY = 1_500;

/** What one change does, and what it leaves alone. */
export const changeCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('holds nothing for a tenant that nobody has changed', async ({ store, other }) => {
    for (const each of [store, other]) {
      await new TenantWriter(each).assertHeldBy(each);
      assertEqual(await each.uses('acme'), [], 'The uses');
    }
  }),

  catalogStoreCase('gives back what was changed, frozen, here and elsewhere', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const tools = ['a', 'b', 'c'].map((name) => sampleTool({ name }));

    await writer.put(...tools);
    await writer.assertHeldBy(store, other);
    await writer.put(sampleTool({ name: 'b', version: '2.0.0' }), sampleTool({ name: 'd' }));
    await writer.assertHeldBy(store, other);
    writer.store = other;
    await writer.write({
      tools: [
        ['d', undefined],
        ['a', sampleTool({ name: 'a', version: '3.0.0' })],
      ],
    });
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase(
    'tells whoever decides what it has missed, and answers that too',
    async ({ store, other }) => {
      const writer = new TenantWriter(store);
      await writer.put(sampleTool({ name: 'a' }), sampleTool({ name: 'b' }));
      await writer.put(sampleTool({ name: 'c' }));
      await writer.remove('a');
      await writer.put(sampleTool({ name: 'c', version: '2.0.0' }));

      for (let known = writer.events.length; known >= 0; known--) {
        const name = `new-${known}`;
        const before = writer.since(known);
        const after = sampleTool({ name });
        const decided: (TenantChanges | undefined)[] = [];

        const answer = await store.change('acme', {
          known,
          decide: (missed) => {
            decided.push(missed);
            return { tools: [{ name, before: undefined, after }], documents: [], events: [draftOf(name)] };
          },
        });

        assertEqual(decided.length, 1, 'How often is decided');
        if (before.events.length === 0) assertThat(decided[0] === undefined, 'Nothing should be missed.');
        else assertChanges(decided[0] ?? writer.since(0), before, `What is missed by one who knows ${known}`);
        writer.note({ tools: [[name, after]], drafts: [draftOf(name)] });
        assertThat(answer !== undefined, 'A change should be answered.');
        assertChanges(answer, writer.since(known), `What is answered to one who knows ${known}`);
      }
      await writer.assertHeldBy(store, other);
    },
  ),

  catalogStoreCase('tells whoever decides the event that it knows', async ({ store }) => {
    const writer = new TenantWriter(store);
    for (const name of ['a', 'b', 'c']) await writer.put(sampleTool({ name }));

    for (const known of [0, 1, 2, 3]) {
      await store.change('acme', {
        known,
        decide: (_missed, previous) => {
          assertSame(previous, writer.events[known - 1], `Event ${known}`);
          return undefined;
        },
      });
    }
  }),

  catalogStoreCase('changes nothing if that is what is decided', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    await writer.put(sampleTool());

    for (const [known, missed] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const answer = await store.change('acme', {
        known,
        decide: (changes) => {
          assertEqual(changes?.events.length ?? 0, missed, 'How many events are missed');
          return undefined;
        },
      });
      assertThat(answer === undefined, 'What changes nothing should be answered with undefined.');
    }
    await writer.assertHeldBy(store, other);
    await writer.put(sampleTool({ name: 'next' }));
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase(
    'changes nothing if a decision throws, and passes on what it threw',
    async ({ store, other }) => {
      const writer = new TenantWriter(store);
      await writer.put(sampleTool());

      for (const thrown of [new Error('No.'), { reason: 'no' }, undefined]) {
        const decide = () => {
          throw thrown;
        };
        const outcome = await outcomeOf(() => store.change('acme', { known: 1, decide }));

        assertThat(!outcome.ok && outcome.error === thrown, 'What was thrown should be passed on as it is.');
      }
      await writer.assertHeldBy(store, other);
      await writer.put(sampleTool({ name: 'next' }));
      await writer.assertHeldBy(store, other);
    },
  ),

  catalogStoreCase('writes all of a change or nothing of it', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    await writer.put(sampleTool({ name: 'a' }), sampleTool({ name: 'b' }));
    const after = sampleTool({ name: 'a', version: '2.0.0' });
    const change = { name: 'a', before: writer.tools.get('a'), after };
    const removal = { name: 'b', before: writer.tools.get('b'), after: undefined };
    const document = { key: 'draft', after: sampleDocument() };
    const events = [draftOf('a'), draftOf('b')];
    const whole = { tools: [change, removal], documents: [document], events };
    const torn: readonly ChangeSet[] = [
      { ...whole, tools: [change, unreadable({ ...removal }, 'after')] },
      { ...whole, documents: [document, unreadable({ key: 'other', after: undefined }, 'after')] },
      { ...whole, events: [draftOf('a'), unreadable({ ...draftOf('b') }, 'name')] },
    ];

    for (const changeSet of torn) {
      const outcome = await outcomeOf(() => store.change('acme', { known: 2, decide: () => changeSet }));

      assertThat(!outcome.ok, 'A change that cannot be read should be an error.');
      await writer.assertHeldBy(store, other);
    }
    await writer.put(after);
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('writes many tools in one change, and tells how far it is', async ({ store, other }) => {
    const names = Array.from({ length: MANY }, (_, index) => `tool-${index}`);
    const tools = names.map((name) => ({ name, before: undefined, after: sampleTool({ name }) }));
    const steps: { done: number; total: number }[] = [];
    const missed: number[] = [];

    await store.change('acme', {
      known: 0,
      decide: () => ({ tools, documents: [], events: names.map((name) => draftOf(name)) }),
      onProgress: ({ phase, done, total }) => {
        assertEqual(phase, 'writing', 'What a store does');
        steps.push({ done, total });
      },
    });
    await other.change('acme', {
      known: 0,
      decide: (changes) => {
        missed.push(changes?.events.length ?? 0, changes?.tools.size ?? 0);
        const { before, after } = { before: tools[7]?.after, after: undefined };
        return { tools: [{ name: 'tool-7', before, after }], documents: [], events: [draftOf('tool-7')] };
      },
    });

    assertEqual(steps.at(-1), { done: MANY, total: MANY }, 'The last that is told');
    for (const [index, { done, total }] of steps.entries()) {
      assertThat(
        total === MANY && done >= (steps[index - 1]?.done ?? 0),
        'What is told should never go back.',
      );
    }
    assertEqual(missed, [MANY, MANY], 'How many events and tools were missed');
    const loaded = await store.load('acme');
    const expected = new Map(tools.map(({ name, after }) => [name, after]));
    expected.delete('tool-7');
    assertSame(loaded, { sequence: MANY + 1, tools: expected, documents: new Map() }, 'What is loaded');
  }),

  catalogStoreCase('never changes what it has given away', async ({ store }) => {
    const writer = new TenantWriter(store);
    const first = sampleTool();
    const answer = await writer.write({
      tools: [[first.name, first]],
      documents: [['a', sampleDocument()]],
    });
    const [loaded, changes, events] = await readAll(store);
    const read = () => [loaded, changes, answer].map(({ tools, documents }) => [[...tools], [...documents]]);
    const given = JSON.stringify([read(), events]);

    await writer.put(toolOf([...first.versions, versionOf(sampleSpec({ version: '2.0.0' }))]));
    await writer.put(sampleTool({ name: 'next' }));
    await writer.remove(first.name);
    await writer.putDocuments(['a', undefined], ['b', sampleDocument()]);

    assertEqual(JSON.stringify([read(), events]), given, 'What was given before');
    assertEqual([loaded.sequence, changes.sequence, answer.sequence], [1, 1, 1], 'The sequences from before');
    assertEqual(changes.events.length + answer.events.length, 2, 'The number of events from before');
  }),
];

type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    await action();
    return { ok: true };
  } catch (error) {
    return { ok: false, error };
  }
}

function readAll(store: CatalogStore) {
  return Promise.all([store.load('acme'), store.changes('acme', 0), store.events('acme', 0, 10)]);
}

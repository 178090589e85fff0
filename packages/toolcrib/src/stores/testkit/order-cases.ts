import type { CatalogStore, TenantChanges, TenantState, ToolState } from '../../catalog/index.ts';
import { assertEqual, assertThat } from './assert.ts';
import { assertChanges, assertSame } from './assert-same.ts';
import { sampleDocument, sampleSpec, sampleTool, toolOf, versionOf } from './sample-tool.ts';
import { settleAll } from './settle-all.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { draftOf } from './tenant-writer.ts';

const CONCURRENT = 24;
const ROUNDS = 12;
const TOGETHER = ['a', 'b', 'c', 'd'];

/** What happens when several change or read a tenant at once. */
export const orderCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('lets changes that begin at once happen one after another', async ({ store, other }) => {
    const begun = Array.from({ length: CONCURRENT }, (_, index) =>
      addVersion(index % 2 === 0 ? store : other, { name: 'shared', version: `${index}` }),
    );
    begun.push(...TOGETHER.map((name) => addVersion(other, { name, version: '1' })));

    const answers = await settleAll(begun);

    const { sequence, events, tools, documents } = await store.changes('acme', 0);
    const total = CONCURRENT + TOGETHER.length;
    assertEqual(sequence, total, 'The sequence after all changes');
    assertEqual(documents.get('changes')?.count, total, 'The number of changes that were counted');
    const numbers = events.map((event) => event.sequence);
    assertEqual(
      numbers,
      [...numbers.keys()].map((index) => index + 1),
      'The numbers of the events',
    );
    const versions = tools.get('shared')?.versions.map(({ spec }) => spec.version) ?? [];
    assertEqual(versions.length, CONCURRENT, 'The number of versions that were not lost');
    const told = events.filter(({ name }) => name === 'shared').map(({ to }) => to?.version);
    assertEqual(told, versions, 'The versions that the events name, in order');
    const ends = answers.map((answer) => answer?.sequence ?? 0).toSorted((a, b) => a - b);
    assertEqual(ends, numbers, 'The sequences that the changes answer');
    for (const answer of answers) {
      const expected = events.slice(0, answer?.sequence);
      assertSame(answer?.events, expected, 'The events that a change answers to one who knows none');
    }
    await assertSameEverywhere(store, other);
  }),

  catalogStoreCase('finishes a change before another that begins meanwhile', async ({ store, other }) => {
    const later: Promise<unknown>[] = [];
    const loads: Promise<TenantState>[] = [];
    const meanwhile = () => {
      later.push(addVersion(store, { name: 'a', version: `${later.length + 2}` }));
      loads.push(store.load('acme'));
    };
    const tools = ['a', 'b'].map((name) => ({
      name,
      before: undefined,
      after: sampleTool({ name, version: '1' }),
    }));

    const first = store.change('acme', {
      known: 0,
      decide: () => {
        meanwhile();
        return { tools, documents: [], events: [draftOf('a'), draftOf('b')] };
      },
      onProgress: meanwhile,
    });
    await Promise.allSettled([first]);
    await settleAll<unknown>([first, ...later, ...loads]);

    assertEqual((await first)?.sequence, 2, 'The sequence of the first change');
    const { sequence, tools: held } = await other.load('acme');
    assertEqual(sequence, 2 + later.length, 'The sequence after all changes');
    const versions = held.get('a')?.versions.map(({ spec }) => spec.version);
    const expected = Array.from({ length: later.length + 1 }, (_, index) => `${index + 1}`);
    assertEqual(versions?.toSorted(), expected.toSorted(), 'The versions');
    assertEqual(versions?.[0], '1', 'The version of the first change');
    for (const load of loads) {
      const { sequence: at, tools: seen } = await load;
      const isWhole = at === 0 ? seen.size === 0 : seen.size === 2;
      assertThat(isWhole && at !== 1, 'Whoever loads meanwhile should see all of a change or nothing.');
    }
  }),

  catalogStoreCase(
    'answers readers from one moment, whatever is changed meanwhile',
    async ({ store, other }) => {
      const loads: TenantState[] = [];
      const reads: TenantChanges[] = [];
      let isWriting = true;
      const read = async (reader: CatalogStore) => {
        while (isWriting) {
          loads.push(await reader.load('acme'));
          reads.push(await reader.changes('acme', 0));
          await nextTask();
        }
      };
      const write = async () => {
        for (let round = 1; round <= ROUNDS; round++) {
          await changeTogether(store, `${round}`);
          await nextTask();
        }
        isWriting = false;
      };

      await settleAll([write(), read(store), read(other)]);

      loads.push(await other.load('acme'));
      for (const { sequence, tools, documents } of [...loads, ...reads]) {
        const round = sequence / TOGETHER.length;
        const expected = round === 0 ? [] : TOGETHER.map((name) => [name, `${round}`]);
        const actual = [...tools].map(([name, state]) => [name, state?.versions[0]?.spec.version]);
        assertEqual(actual.toSorted(), expected, `The versions of all tools at ${sequence}`);
        const version = documents.get('together')?.version;
        assertEqual(version, expected[0]?.[1], `The version of the document at ${sequence}`);
      }
      for (const { sequence, events } of reads) {
        assertEqual(events.at(-1)?.sequence ?? 0, sequence, 'The number of the last event that is read');
        assertEqual(events.length, sequence, 'The number of events that are read');
      }
    },
  ),
];

/** Adds a version to whatever is there and one to a count, without knowing them before. */
async function addVersion(
  store: CatalogStore,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<TenantChanges | undefined> {
  const added = versionOf(sampleSpec({ name, version }));
  return await store.change('acme', {
    known: 0,
    decide: (missed) => {
      const before: ToolState | undefined = missed?.tools.get(name);
      const after = toolOf([...(before?.versions ?? []), added]);
      const to = { version, digest: added.digest };
      const count = Number(missed?.documents.get('changes')?.count ?? 0) + 1;
      const documents = [{ key: 'changes', after: sampleDocument({ count }) }];
      return { tools: [{ name, before, after }], documents, events: [draftOf(name, { to })] };
    },
  });
}

/** Gives all of {@link TOGETHER}, and a document, the same version instead of the one they have. */
async function changeTogether(store: CatalogStore, version: string): Promise<void> {
  await store.change('acme', {
    known: 0,
    decide: (missed) => ({
      tools: TOGETHER.map((name) => ({
        name,
        before: missed?.tools.get(name),
        after: sampleTool({ name, version }),
      })),
      documents: [{ key: 'together', after: sampleDocument({ version }) }],
      events: TOGETHER.map((name) => draftOf(name)),
    }),
  });
}

async function assertSameEverywhere(store: CatalogStore, other: CatalogStore): Promise<void> {
  const [here, there] = await Promise.all([store.load('acme'), other.load('acme')]);
  assertSame(there, here, 'What is loaded elsewhere');
  const changes = await Promise.all([store.changes('acme', 0), other.changes('acme', 0)]);
  assertChanges(changes[1], changes[0], 'What has happened, as it is read elsewhere');
}

/** Lets others go on who wait for more than a promise. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

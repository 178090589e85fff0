import type { CatalogStore } from '../../../packages/toolcrib/src/catalog/index.ts';
import { cut, type Fault, type FaultRow, freeze, nextTask } from './fault.ts';

/** What can go wrong when uses are counted. */
export const useFaults: readonly FaultRow[] = [
  [
    'counts by name and version',
    'counts uses by name, version and consumer',
    changedUses((use) => ({ ...use, consumer: 'app' })),
  ],
  [
    'takes the last that it hears of for the newest',
    'counts uses by name, version and consumer',
    (store) => {
      let last = '';
      return {
        recordUses: async (tenant, uses) => {
          last = uses.at(-1)?.at ?? last;
          await store.recordUses(tenant, uses);
        },
        uses: async (tenant) => (await store.uses(tenant)).map((use) => freeze({ ...use, lastAt: last })),
      };
    },
  ],
  [
    'sorts as people do',
    'sorts uses by name, version and consumer, in code-unit order',
    (store) => ({
      uses: async (tenant) => (await store.uses(tenant)).toSorted((a, b) => a.name.localeCompare(b.name)),
    }),
  ],
  [
    'sorts by code point',
    'sorts uses by name, version and consumer, in code-unit order',
    (store) => ({
      uses: async (tenant) =>
        (await store.uses(tenant)).toSorted(
          (a, b) => (a.name.codePointAt(0) ?? 0) - (b.name.codePointAt(0) ?? 0),
        ),
    }),
  ],
  [
    'ends consumers at a null character',
    'tells uses apart, whatever they name',
    changedUses((use) => ({ ...use, consumer: cut(use.consumer) })),
  ],
  [
    'counts one use after another',
    'counts all uses that are recorded together or none',
    (store) => ({
      recordUses: async (tenant, uses) => {
        for (const use of uses) await store.recordUses(tenant, [use]);
      },
    }),
  ],
  ['counts on what it read before', 'loses no use of many that are recorded at once', losesUses],
];

function changedUses(change: (use: Parameters<CatalogStore['recordUses']>[1][number]) => typeof use): Fault {
  return (store) => ({ recordUses: (tenant, uses) => store.recordUses(tenant, uses.map(change)) });
}

function losesUses(store: CatalogStore): Partial<CatalogStore> {
  let counts: ReadonlyMap<string, number> = new Map([]);
  const keyOf = ({ name, version, consumer }: { name: string; version?: string; consumer: string }) =>
    JSON.stringify([name, version, consumer]);
  return {
    recordUses: async (tenant, uses) => {
      await store.recordUses(tenant, uses);
      const read = new Map(counts);
      await nextTask();
      for (const use of uses) read.set(keyOf(use), (read.get(keyOf(use)) ?? 0) + 1);
      counts = read;
    },
    uses: async (tenant) =>
      (await store.uses(tenant)).map((use) => freeze({ ...use, count: counts.get(keyOf(use)) ?? 0 })),
  };
}

import type { CatalogStore } from '../../../packages/toolcrib/src/catalog/index.ts';
import { type FaultRow, nextTask } from './fault.ts';

/** What can go wrong when several change or read a tenant at once. */
export const orderFaults: readonly FaultRow[] = [
  [
    'decides before it locks',
    'lets changes that begin at once happen one after another',
    decidesBeforeItLocks,
  ],
  ['decides before it locks', 'finishes a change before another that begins meanwhile', decidesBeforeItLocks],
  [
    'reads number and tools one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      load: async (tenant) => {
        const { sequence } = await store.load(tenant);
        await nextTask();
        return { ...(await store.load(tenant)), sequence };
      },
    }),
  ],
  [
    'reads tools and events one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      changes: async (tenant, after) => {
        const { tools } = await store.changes(tenant, after);
        await nextTask();
        return { ...(await store.changes(tenant, after)), tools };
      },
    }),
  ],
  [
    'reads tools and documents one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      load: async (tenant) => {
        const { documents } = await store.load(tenant);
        await nextTask();
        return { ...(await store.load(tenant)), documents };
      },
    }),
  ],
  [
    'reads events and documents one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        await nextTask();
        return { ...changes, documents: (await store.changes(tenant, after)).documents };
      },
    }),
  ],
];

function decidesBeforeItLocks(store: CatalogStore): Partial<CatalogStore> {
  return {
    change: async (tenant, { known, decide, onProgress }) => {
      const missed = await store.changes(tenant, known);
      const [previous] = await store.events(tenant, known - 1, 1);
      const changeSet = decide(missed.events.length === 0 ? undefined : missed, previous);
      await nextTask();
      return await store.change(tenant, { known, decide: () => changeSet, onProgress });
    },
  };
}

import type { CatalogStore } from '../../../packages/toolcrib/src/catalog/index.ts';
import { type FaultRow, nextTask } from './fault.ts';

/** What can go wrong for those who watch. */
export const watchFaults: readonly FaultRow[] = [
  [
    'never wakes',
    'wakes whoever watches after a change of its own',
    () => ({ watch: () => () => undefined }),
  ],
  [
    'wakes before a change',
    'wakes whoever watches after a change of its own',
    (store) => {
      const wakes = new Set<() => void>();
      return {
        watch: (_tenant, wake) => {
          wakes.add(wake);
          return () => wakes.delete(wake);
        },
        change: async (tenant, request) => {
          for (const wake of wakes) wake();
          await nextTask();
          return await store.change(tenant, request);
        },
      };
    },
  ],
  ['wakes for changes of its own', 'wakes whoever watches after a change elsewhere', wakesItself],
  [
    'wakes once',
    'wakes often enough to follow one change after another',
    (store) => ({
      watch: (tenant, wake) => {
        const stop = store.watch(tenant, () => {
          stop();
          wake();
        });
        return stop;
      },
    }),
  ],
  [
    'wakes who has stopped',
    'wakes each who watches until it has stopped, and no longer',
    (store) => ({
      watch: (tenant, wake) => {
        store.watch(tenant, wake);
        return () => undefined;
      },
    }),
  ],
  [
    'takes the same function for the same watcher',
    'wakes each who watches until it has stopped, and no longer',
    (store) => {
      const stops = new Map<() => void, () => void>();
      return {
        watch: (tenant, wake) => {
          if (!stops.has(wake)) stops.set(wake, store.watch(tenant, wake));
          return () => stops.get(wake)?.();
        },
      };
    },
  ],
];

function wakesItself(store: CatalogStore): Partial<CatalogStore> {
  const wakes = new Set<() => void>();
  return {
    watch: (_tenant, wake) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    change: async (tenant, request) => {
      const answer = await store.change(tenant, request);
      for (const wake of wakes) wake();
      return answer;
    },
  };
}

import type { CatalogStore } from '../../catalog/index.ts';
import { assertThat } from './assert.ts';
import { sampleTool } from './sample-tool.ts';
import { soon } from './soon.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { TenantWriter } from './tenant-writer.ts';

const CHANGES = 20;

/** Who is woken, and when. */
export const watchCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('wakes whoever watches after a change of its own', async ({ store }) => {
    const writer = new TenantWriter(store);

    for (let change = 1; change <= 3; change++) {
      const watcher = watchUntil(store, change);
      await writer.put(sampleTool({ name: `tool-${change}` }));
      await watcher.isThere();
    }
  }),

  catalogStoreCase('wakes whoever watches after a change elsewhere', async ({ store, other }) => {
    const writer = new TenantWriter(other);

    for (let change = 1; change <= 3; change++) {
      const watcher = watchUntil(store, change);
      await writer.put(sampleTool({ name: `tool-${change}` }));
      await watcher.isThere();
    }
  }),

  catalogStoreCase('wakes often enough to follow one change after another', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const watchers = [watchUntil(store, CHANGES), watchUntil(other, CHANGES), watchUntil(store, CHANGES)];

    for (let change = 1; change <= CHANGES; change++) {
      if (change === CHANGES / 2) writer.store = other;
      await writer.put(sampleTool({ name: `tool-${change}` }));
    }

    for (const watcher of watchers) await watcher.isThere();
  }),

  catalogStoreCase('wakes each who watches until it has stopped, and no longer', async ({ store, other }) => {
    let [stopped, shared] = [0, 0];
    const wake = () => shared++;
    const stop = store.watch('acme', () => stopped++);
    const stopShared = [store.watch('acme', wake), store.watch('acme', wake)];
    const writer = new TenantWriter(store);
    const first = watchUntil(store, 1);
    await writer.put(sampleTool());
    await first.isThere();

    for (const end of [stop, stop, stopShared[0]]) end?.();
    const before = { stopped, shared };
    for (const [index, from] of [store, other].entries()) {
      writer.store = from;
      const watcher = watchUntil(store, index + 2);
      await writer.put(sampleTool({ name: `tool-${index}` }));
      await watcher.isThere();
    }

    assertThat(before.stopped > 0, 'One who watches should be called.');
    assertThat(stopped === before.stopped, 'One who has stopped watching should not be called any more.');
    assertThat(shared > before.shared, 'One who has stopped should not stop another.');
    stopShared[1]?.();
  }),
];

/** Watches a tenant until it reads, when it is called, that so many events have happened. */
function watchUntil(store: CatalogStore, sequence: number): { isThere(): Promise<void> } {
  let stop: (() => void) | undefined;
  const reached = new Promise<void>((resolve, reject) => {
    const read = async () => {
      if ((await store.changes('acme', 0)).sequence >= sequence) resolve();
    };
    stop = store.watch('acme', () => void read().catch(reject));
  });
  // A failure is told to whoever waits, which may be later.
  reached.catch(() => undefined);
  const isThere = async () => {
    try {
      await soon(reached, `A call after event ${sequence}`);
    } finally {
      stop?.();
    }
  };
  return { isThere };
}

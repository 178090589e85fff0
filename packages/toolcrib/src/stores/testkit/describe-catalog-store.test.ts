import { describe, expect, it, vi } from 'vitest';
import { changeFaults } from '../../../../../test/catalog/faults/change-faults.ts';
import { documentFaults } from '../../../../../test/catalog/faults/document-faults.ts';
import { type Fault, soundStore } from '../../../../../test/catalog/faults/fault.ts';
import { feedFaults } from '../../../../../test/catalog/faults/feed-faults.ts';
import { orderFaults } from '../../../../../test/catalog/faults/order-faults.ts';
import { tenantFaults } from '../../../../../test/catalog/faults/tenant-faults.ts';
import { toolFaults } from '../../../../../test/catalog/faults/tool-faults.ts';
import { useFaults } from '../../../../../test/catalog/faults/use-faults.ts';
import { watchFaults } from '../../../../../test/catalog/faults/watch-faults.ts';
import { type CatalogStore, memoryStore } from '../../catalog/index.ts';
import { catalogStoreCases, describeCatalogStore, type OpenCatalogStore } from './index.ts';

const faults = [
  ...changeFaults,
  ...orderFaults,
  ...toolFaults,
  ...documentFaults,
  ...feedFaults,
  ...watchFaults,
  ...tenantFaults,
  ...useFaults,
];

/** It forgets, and tells of numbers that there are not. */
function keepsNothing(store: CatalogStore): Partial<CatalogStore> {
  return {
    load: async () => ({ sequence: 2, tools: new Map([]), documents: new Map([]) }),
    changes: async (_tenant, after) => ({
      sequence: after,
      events: [],
      tools: new Map([]),
      documents: new Map([]),
    }),
    change: async (_tenant, { decide }) => {
      decide(undefined, undefined);
      return undefined;
    },
    events: async () => [],
    recordUses: async () => undefined,
    uses: () => store.uses('nobody'),
  };
}

/** A store with a fault, and another without on the same tools. */
function openFaulty(change: Fault) {
  const store = memoryStore();
  return { store: { ...soundStore(store), ...change(store) }, reopen: () => store };
}

/** Runs a case in a time of its own, in which nobody waits. */
async function run(name: string, open: () => OpenCatalogStore): Promise<'passed' | 'failed'> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let outcome: 'passed' | 'failed' | undefined;
    const storeCase = catalogStoreCases.find((each) => each.name === name);
    storeCase?.run(open).then(
      () => (outcome = 'passed'),
      () => (outcome = 'failed'),
    );
    while (outcome === undefined) await vi.advanceTimersToNextTimerAsync();
    return outcome;
  } finally {
    vi.useRealTimers();
  }
}

describe('describeCatalogStore', () => {
  it('makes one test of each case, in one group', () => {
    const groups: string[] = [];
    const names: string[] = [];

    describeCatalogStore('my store', () => ({ store: memoryStore() }), {
      describe: (name, body) => {
        groups.push(name);
        body();
      },
      it: (name) => names.push(name),
    });

    expect(groups).toEqual(['my store']);
    expect(names).toEqual(catalogStoreCases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('finds that a store %s', async (_fault, foundBy, change) => {
    expect(await run(foundBy, () => openFaulty(change))).toBe('failed');
  });

  it('has a fault for every case that asks the store itself', () => {
    const found = new Set(faults.map(([, foundBy]) => foundBy));
    const names = catalogStoreCases.map(({ name }) => name).filter((name) => !name.startsWith('['));

    expect(names.filter((name) => !found.has(name))).toEqual([]);
  });

  it('finds with every case that asks a catalogue that a store keeps nothing', async () => {
    const names = catalogStoreCases.map(({ name }) => name).filter((name) => name.startsWith('['));

    for (const name of names) {
      expect([name, await run(name, () => openFaulty(keepsNothing))]).toEqual([name, 'failed']);
    }
  });

  it('finds that a store is not as durable as it says', async () => {
    const open = () => ({ ...openFaulty(() => ({ isDurable: true })), reopen: () => memoryStore() });

    expect(await run('gives back what was changed, frozen, here and elsewhere', open)).toBe('failed');
  });

  it('wants to open a store again that says that it is durable', async () => {
    const open = () => ({ store: { ...soundStore(memoryStore()), isDurable: true } });

    for (const { name } of catalogStoreCases) expect([name, await run(name, open)]).toEqual([name, 'failed']);
  });

  it('closes what a case has opened, even when it fails', async () => {
    let open = 0;
    const openStore = () => {
      open++;
      return {
        ...openFaulty(() => ({ load: () => Promise.reject(new Error('No.')) })),
        close: () => void open--,
      };
    };

    for (const { name } of catalogStoreCases) await run(name, openStore);

    expect(open).toBe(0);
  });
});

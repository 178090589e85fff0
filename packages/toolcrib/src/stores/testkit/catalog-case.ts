import { type CatalogStore, openCatalog, type ToolCatalog } from '../../catalog/index.ts';
import { assertEqual } from './assert.ts';
import { SAMPLE_TIME } from './sample-tool.ts';
import { soon } from './soon.ts';
import { type CatalogStores, catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';

/** What a case on a catalogue is given. */
export interface CatalogWorld extends CatalogStores {
  /** Open on `store`. */
  readonly catalog: ToolCatalog;
  /** What every catalogue of the case takes its dates from. */
  readonly clock: SampleClock;
  /** What catalogues could tell nobody else. Has to be empty at the end. */
  readonly faults: unknown[];
  /** Opens one more, on `store` unless told. All are closed at the end. */
  open(store?: CatalogStore, tenant?: string): Promise<ToolCatalog>;
}

/** A clock that stands still until a case moves it. */
export class SampleClock {
  /** How many seconds have passed since {@link SAMPLE_TIME}. */
  second = 0;

  now(): number {
    return Date.parse(SAMPLE_TIME) + this.second * 1_000;
  }

  /** A second, as catalogues write it. */
  static at(second: number): string {
    return new Date(Date.parse(SAMPLE_TIME) + second * 1_000).toISOString();
  }
}

/** A case on a catalogue that is open on an empty store. */
export function catalogCase(
  name: string,
  check: (world: CatalogWorld) => Promise<void>,
): StoreCase<OpenCatalogStore> {
  return catalogStoreCase(name, async ({ store, other }) => {
    const clock = new SampleClock();
    const catalogs: ToolCatalog[] = [];
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const open = async (on = store, tenant = 'default') => {
      const catalog = await openCatalog(on, { clock, tenant, onFault });
      catalogs.push(catalog);
      return catalog;
    };
    try {
      await check({ store, other, clock, faults, open, catalog: await open() });
      assertEqual(faults.map(String), [], 'What went wrong beside the case');
    } finally {
      for (const catalog of catalogs) catalog.close();
    }
  });
}

/** A store that wakes nobody: what a catalogue on it knows, it was told by its own changes, or has asked for. */
export function deaf(store: CatalogStore): CatalogStore {
  return {
    isDurable: store.isDurable,
    load: (tenant) => store.load(tenant),
    changes: (tenant, after) => store.changes(tenant, after),
    change: (tenant, request) => store.change(tenant, request),
    events: (tenant, after, limit) => store.events(tenant, after, limit),
    watch: () => () => undefined,
    recordUses: (tenant, uses) => store.recordUses(tenant, uses),
    uses: (tenant) => store.uses(tenant),
  };
}

/** Waits until a catalogue has seen so many events, without asking it to look. */
export async function untilSeen(catalog: ToolCatalog, sequence: number): Promise<void> {
  let stop: (() => void) | undefined;
  const seen = new Promise<void>((resolve) => {
    stop = catalog.subscribe((event) => event.sequence >= sequence && resolve(), { after: 0 });
  });
  try {
    await soon(seen, `That a catalogue sees event ${sequence}`);
  } finally {
    stop?.();
  }
}

/** All that can be told apart of two catalogues, as text. */
export async function portraitOf(catalog: ToolCatalog): Promise<string> {
  const [events, uses] = await Promise.all([catalog.events(0, { limit: 10_000 }), catalog.deprecatedUses()]);
  const snapshot = catalog.snapshot();
  const digests = snapshot.tools.map(({ spec }) => catalog.versions(spec.name).map(({ digest }) => digest));
  const seen = { sequence: catalog.sequence, list: catalog.list(), all: catalog.list({ status: 'any' }) };
  const happened = { events: events.map(inOrder), uses: uses.map(inOrder) };
  return JSON.stringify({ ...happened, ...seen, snapshot, digests });
}

/** The order of the keys of an event is left to the store. */
function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

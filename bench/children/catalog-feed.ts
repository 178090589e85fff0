import { openCatalog } from 'toolcrib/catalog';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { getMachineTime } from '../lib/machine-time.ts';
import { runChild } from '../lib/run-child.ts';
import type { WrittenChange } from './catalog-feed-writer.ts';

/** Where there are tools already, and how many changes are made to them. */
export interface FeedInput {
  readonly place: CatalogPlace;
  readonly changes: number;
}

/** Nanoseconds until this process has seen a change by another one, for each change. */
export interface FeedDelays {
  readonly sinceCommit: readonly number[];
  readonly sinceCall: readonly number[];
}

export async function measure({ place, changes }: FeedInput): Promise<FeedDelays> {
  const { store, close } = await openPlace(place);
  const catalog = await openCatalog(store);
  const seenAt = new Map<string, number>();
  const unsubscribe = catalog.subscribe(({ name }) => {
    // What is told must be there to be read.
    if (catalog.get(name) !== undefined) seenAt.set(name, getMachineTime());
  });
  const input = { place, changes, first: catalog.list().length };
  const written = await runChild<WrittenChange[]>('catalog-feed-writer', input);
  await catalog.refresh();
  unsubscribe();
  catalog.close();
  await close();
  const toDelay = (name: string, since: number) => (seenAt.get(name) ?? Number.NaN) - since;
  return {
    sinceCommit: written.map(({ name, committedAt }) => toDelay(name, committedAt)),
    sinceCall: written.map(({ name, calledAt }) => toDelay(name, calledAt)),
  };
}

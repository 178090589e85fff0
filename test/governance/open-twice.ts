import {
  type CatalogEvent,
  type CatalogOptions,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { deaf } from '../../packages/toolcrib/src/stores/testkit/catalog-case.ts';
import type { PlaceUnderTest } from '../catalog/describe-places.ts';

export const START = '2026-01-01T00:00:00.000Z';

/** Two catalogues of one tenant, of which none is told when the other changes something. */
export interface TwoCatalogs {
  readonly here: ToolCatalog;
  readonly there: ToolCatalog;
}

export async function openTwice(
  { place, nextTenant }: PlaceUnderTest,
  options: CatalogOptions = {},
): Promise<TwoCatalogs> {
  const all = { tenant: nextTenant(), clock: { now: () => Date.parse(START) }, ...options };
  const [first, second] = place().stores;
  return {
    here: await openCatalog(deaf(first), all),
    there: await openCatalog(deaf(second), all),
  };
}

/** What has happened since, in this catalogue or in another one. */
export async function eventsOf(
  catalog: ToolCatalog,
  work: () => Promise<unknown>,
): Promise<readonly CatalogEvent[]> {
  await catalog.refresh();
  const { sequence } = catalog;
  await work();
  return await catalog.events(sequence);
}

import { openCatalog } from 'toolcrib/catalog';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { createSpecs } from '../lib/specs.ts';

interface Input {
  readonly place: CatalogPlace;
  /** How many tools each tenant gets. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Puts tools where other processes find them. */
export async function measure({ place, counts }: Input): Promise<void> {
  const { store, close } = await openPlace(place);
  for (const [tenant, count] of Object.entries(counts)) {
    const catalog = await openCatalog(store, { tenant });
    await catalog.registerAll(createSpecs(count));
    catalog.close();
  }
  await close();
}

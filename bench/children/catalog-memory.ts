import { openCatalog } from 'toolcrib/catalog';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { measureHeap } from '../lib/measure-heap.ts';
import { createSpecs } from '../lib/specs.ts';

/** What to keep: the tools that a tenant of a database has, as many new ones in memory, or specs as plain objects. */
export interface MemoryInput {
  readonly side: CatalogPlace | { readonly kind: 'plain' };
  /** How many tools each tenant has. The first one is for warming up. */
  readonly counts: Readonly<Record<string, number>>;
}

type Build = (tenant: string, count: number) => unknown;

/** Bytes of heap that the tools of the last tenant need, all told. */
export async function measure({ side, counts }: MemoryInput): Promise<number> {
  const build = await load(side);
  const kept: unknown[] = [];
  let [before, after] = [Number.NaN, Number.NaN];
  // Whatever the first use leaves behind for good is no part of a tool.
  for (const [tenant, count] of Object.entries(counts)) {
    before = await measureHeap();
    kept.push(await build(tenant, count));
    after = await measureHeap();
  }
  // Used once more, so that none could be collected before.
  return kept.length === 0 ? Number.NaN : after - before;
}

async function load(side: MemoryInput['side']): Promise<Build> {
  if (side.kind === 'plain') return (_tenant, count) => createSpecs(count);
  const { store } = await openPlace(side);
  if (side.kind !== 'memory') return (tenant) => openCatalog(store, { tenant });
  return async (tenant, count) => {
    const catalog = await openCatalog(store, { tenant });
    await catalog.registerAll(createSpecs(count));
    return catalog;
  };
}

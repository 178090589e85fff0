import type { CatalogStore } from '../../packages/toolcrib/src/catalog/index.ts';

/** A store that nobody is woken by: catalogues on it see changes of others when they make one, or are told to look. */
export function withoutWakes(store: CatalogStore): CatalogStore {
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

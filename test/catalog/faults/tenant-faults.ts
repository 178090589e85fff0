import type { CatalogStore } from '../../../packages/toolcrib/src/catalog/index.ts';
import { type FaultRow, nextTask } from './fault.ts';

/** What tenants can see of one another, though they should not. */
export const tenantFaults: readonly FaultRow[] = [
  [
    'shows the events of others',
    'keeps tenants apart, each with numbers of its own',
    (store) => {
      const tenants = new Set<string>();
      return {
        change: (tenant, request) => {
          tenants.add(tenant);
          return store.change(tenant, request);
        },
        events: async (_tenant, after, limit) => {
          const events = await Promise.all([...tenants].map((each) => store.events(each, after, limit)));
          return events.flat();
        },
      };
    },
  ],
  [
    'mixes tenants up that write at once',
    'keeps the changes of tenants apart that are made at once',
    (store) => {
      let current = '';
      return {
        change: async (tenant, request) => {
          current = tenant;
          await nextTask();
          return await store.change(current, request);
        },
      };
    },
  ],
  ['takes tenants without their case', 'tells tenants apart, whatever they are called', foldsTenants],
];

function foldsTenants(store: CatalogStore): Partial<CatalogStore> {
  return {
    load: (tenant) => store.load(tenant.toLowerCase()),
    changes: (tenant, after) => store.changes(tenant.toLowerCase(), after),
    change: (tenant, request) => store.change(tenant.toLowerCase(), request),
    events: (tenant, after, limit) => store.events(tenant.toLowerCase(), after, limit),
    recordUses: (tenant, uses) => store.recordUses(tenant.toLowerCase(), uses),
    uses: (tenant) => store.uses(tenant.toLowerCase()),
  };
}

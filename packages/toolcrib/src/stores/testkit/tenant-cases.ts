import { assertEqual } from './assert.ts';
import { SAMPLE_TIME, sampleTool } from './sample-tool.ts';
import { settleAll } from './settle-all.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { TenantWriter } from './tenant-writer.ts';

/** Tenants that are different, however similar they look. */
const tenants: readonly string[] = [
  ...['a', 'A', 'a.', 'a-', 'a_', 'a_b', 'axb', 'a.b', 'a-b', '0', '00', '1', '1.0', '-', '_', '.', '..'],
  ...['default', 'Default', 'null', 'public', 'constructor', '__proto__', 'x'.repeat(63), 'x'.repeat(64)],
];

/** What tenants see of one another: nothing. */
export const tenantCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('keeps tenants apart, each with numbers of its own', async ({ store, other }) => {
    const [ann, bob] = [new TenantWriter(store, 'ann'), new TenantWriter(other, 'bob')];

    await ann.put(sampleTool({ name: 'shared' }), sampleTool({ name: 'of-ann' }));
    await bob.assertHeldBy(store, other);
    await bob.put(sampleTool({ name: 'shared', description: 'Of bob.' }));
    await ann.put(sampleTool({ name: 'shared', version: '2.0.0' }));
    await bob.remove('shared');
    await bob.put(sampleTool({ name: 'shared', description: 'Of bob, again.' }));
    await ann.remove('of-ann');

    for (const writer of [ann, bob]) await writer.assertHeldBy(store, other);
    await new TenantWriter(store, 'eve').assertHeldBy(store, other);
  }),

  catalogStoreCase('keeps the changes of tenants apart that are made at once', async ({ store, other }) => {
    const writers = ['ann', 'bob', 'eve'].map((tenant, index) => {
      return new TenantWriter(index % 2 === 0 ? store : other, tenant);
    });

    await settleAll(
      writers.map(async (writer) => {
        for (let change = 0; change < 8; change++) {
          const description = `Change ${change} of ${writer.tenant}.`;
          await writer.put(sampleTool({ description }), sampleTool({ name: `tool-${change}`, description }));
        }
      }),
    );

    for (const writer of writers) await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('tells tenants apart, whatever they are called', async ({ store, other }) => {
    const writers = tenants.map((tenant) => new TenantWriter(store, tenant));
    for (const [index, writer] of writers.entries()) {
      for (let change = 0; change <= index % 3; change++) {
        await writer.put(sampleTool({ description: `Change ${change} of ${writer.tenant}.` }));
      }
      const use = { name: 'refund_order', consumer: writer.tenant, at: SAMPLE_TIME };
      await store.recordUses(writer.tenant, [use]);
    }

    for (const writer of writers) {
      await writer.assertHeldBy(store, other);
      const consumers = (await other.uses(writer.tenant)).map(({ consumer }) => consumer);
      assertEqual(consumers, [writer.tenant], `Who uses something of ${writer.tenant}`);
    }
  }),
];

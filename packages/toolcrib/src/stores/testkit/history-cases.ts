import { assertEqual, assertFailsWith, assertFrozen, assertSameText } from './assert.ts';
import { catalogCase, portraitOf, SampleClock } from './catalog-case.ts';
import { sampleSpec } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

/** What becomes of versions that are not current any more. */
export const historyCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C10] keeps earlier versions as they were', async ({ catalog, clock, other, open }) => {
    const specs = ['1.0.0', '2.0.0', '1.5.0', 'any text'].map((version) =>
      sampleSpec({ version, description: version }),
    );
    for (const [index, spec] of specs.entries()) {
      clock.second = index;
      await catalog.register(spec);
    }

    for (const each of [catalog, await open(other)]) {
      const versions = each.versions('refund_order').map(({ spec, createdAt }) => ({ spec, createdAt }));
      const expected = specs.map((spec, index) => ({ spec, createdAt: SampleClock.at(index) }));
      assertEqual(versions, expected, 'The versions, in the order of their registration');
      assertFrozen(each.versions('refund_order'), 'The versions');
      for (const [index, spec] of specs.entries()) {
        const found = each.get('refund_order', { version: spec.version ?? null });
        assertEqual(found, { spec, enabled: true, createdAt: SampleClock.at(index) }, 'An earlier version');
      }
      assertEqual(each.get('refund_order', { version: '3.0.0' }), undefined, 'A version that there is not');
      assertEqual(each.versions('other'), [], 'The versions of a tool that there is not');
    }
  }),

  catalogCase('[C10] makes an earlier version current again, with its exact content only', async (world) => {
    const { catalog, clock, other, open } = world;
    const [first, second] = [
      sampleSpec({ version: '1' }),
      sampleSpec({ version: '2', description: 'Second.' }),
    ];
    for (const spec of [first, second]) {
      await catalog.register(spec);
      clock.second += 10;
    }
    await catalog.setEnabled('refund_order', false);
    const before = await portraitOf(catalog);

    const forged = () => catalog.register(sampleSpec({ version: '1', description: 'Second.' }));
    await assertFailsWith('E_VERSION_CONFLICT', forged, 'Other content of an earlier version');
    assertSameText(await portraitOf(catalog), before, 'The catalogue after a conflict');
    const back = await catalog.register(first);

    const expected = { spec: first, enabled: true, createdAt: SampleClock.at(0) };
    for (const answer of [back, catalog.get('refund_order'), (await open(other)).get('refund_order')]) {
      assertEqual(answer, expected, 'The earlier version');
    }
    const versions = catalog.versions('refund_order').map(({ spec }) => spec.version);
    assertEqual(versions, ['1', '2'], 'The versions, in the order of their first registration');
    const event = (await catalog.events()).at(-1);
    const told = [event?.type, event?.from?.version, event?.to?.version];
    assertEqual(told, ['tool-reactivated', '2', '1'], 'The last event');
  }),

  catalogCase(
    '[C10] forgets the versions of a tool that is removed',
    async ({ catalog, clock, other, open }) => {
      for (const version of ['1', '2']) await catalog.register(sampleSpec({ version }));
      await catalog.remove('refund_order');
      clock.second = 10;
      const spec = sampleSpec({ version: '1', description: 'Another one of that name.' });

      const registration = await catalog.register(spec);

      assertEqual(registration.createdAt, SampleClock.at(10), 'The time of the new tool');
      for (const each of [catalog, await open(other)]) {
        assertEqual(
          each.versions('refund_order').map((version) => version.spec),
          [spec],
          'The versions',
        );
      }
      const types = (await catalog.events()).map(({ type }) => type);
      assertEqual(types, ['tool-created', 'tool-updated', 'tool-removed', 'tool-created'], 'The events');
    },
  ),
];

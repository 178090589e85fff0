import { assertEqual, assertFailsWith, assertSameText, assertThat } from './assert.ts';
import { catalogCase, portraitOf, SampleClock } from './catalog-case.ts';
import { sampleSpec } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

const name = 'refund_order';
const reason = 'It sends data elsewhere.';

/** What a quarantine keeps away. */
export const quarantineCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C11] keeps a tool in quarantine across new versions until it is released', async (world) => {
    const { catalog, clock, other, open } = world;
    const first = await catalog.register(sampleSpec());
    clock.second = 10;
    const quarantine = { reason, since: SampleClock.at(10), by: 'ann' };

    const quarantined = await catalog.quarantine(name, { reason, by: 'ann' });
    clock.second = 20;
    const second = await catalog.register(sampleSpec({ version: '2.0.0' }));
    await catalog.setEnabled(name, true);
    const back = await catalog.register(sampleSpec());

    assertEqual(quarantined, { ...first, quarantine }, 'The registration in quarantine');
    assertEqual(second.quarantine, quarantine, 'The quarantine of a new version');
    assertEqual(back, quarantined, 'The registration of an earlier version');
    for (const each of [catalog, await open(other)]) {
      assertEqual(each.get(name), quarantined, 'The registration');
      assertEqual(each.list(), [], 'The list');
      assertEqual(each.list({ status: 'quarantined' }), [quarantined], 'The list of what is in quarantine');
      const resolve = () => each.resolve(name, { consumer: 'app', version: '2.0.0' });
      await assertFailsWith('E_TOOL_QUARANTINED', resolve, 'A tool in quarantine');
    }
    assertEqual(await catalog.release(name, { by: 'bob' }), first, 'The registration after release');
    assertEqual(catalog.list(), [first], 'The list after release');
    const told = (await catalog.events()).map(({ type, by }) => [type, by ?? null]);
    const expected = [
      ['tool-created', null],
      ['tool-quarantined', 'ann'],
      ['tool-updated', null],
      ['tool-reactivated', null],
      ['tool-released', 'bob'],
    ];
    assertEqual(told, expected, 'The events');
  }),

  catalogCase(
    '[C11] keeps the quarantine of a name whose tool is removed',
    async ({ catalog, other, open }) => {
      await catalog.register(sampleSpec());
      await catalog.quarantine(name, { reason });

      const wasThere = [await catalog.remove(name), await catalog.remove(name)];

      assertEqual(wasThere, [true, false], 'Whether there was a tool');
      for (const each of [catalog, await open(other)]) {
        assertThat(each.get(name) === undefined, 'A tool that was removed should be unknown.');
        assertEqual(each.list({ status: 'any' }), [], 'The list');
        assertEqual(each.versions(name), [], 'The versions');
        assertEqual(
          each.snapshot().quarantinedNames.map((item) => item.name),
          [name],
          'The names in quarantine',
        );
      }
      const again = await catalog.register(sampleSpec({ description: 'Another one.' }));
      assertEqual(again.quarantine?.reason, reason, 'Why a tool of that name is in quarantine');
      assertEqual(again.enabled, true, 'Whether a tool of that name is switched on');
      assertEqual((await open(other)).list(), [], 'The list elsewhere');
    },
  ),

  catalogCase('[C11] frees a name whose quarantine ends after its tool', async ({ catalog, other, open }) => {
    await catalog.register(sampleSpec());
    await catalog.quarantine(name, { reason });
    await catalog.remove(name);

    assertEqual(await catalog.release(name), undefined, 'What is released');

    for (const each of [catalog, await open(other)]) {
      assertEqual(each.snapshot().quarantinedNames, [], 'The names in quarantine');
    }
    await assertFailsWith('E_TOOL_NOT_FOUND', () => catalog.release(name), 'A name that is free');
    const registration = await catalog.register(sampleSpec());
    assertEqual(registration.quarantine, undefined, 'The quarantine');
  }),

  catalogCase('[C11] leaves a quarantine as it is that is there already', async ({ catalog, clock }) => {
    await catalog.register(sampleSpec());
    const first = await catalog.quarantine(name, { reason, by: 'ann' });
    const before = await portraitOf(catalog);
    clock.second = 10;

    assertEqual(await catalog.quarantine(name, { reason: 'Another.' }), first, 'The second quarantine');
    assertSameText(await portraitOf(catalog), before, 'The catalogue');
    await catalog.release(name);
    const released = await portraitOf(catalog);
    await catalog.release(name);
    assertSameText(await portraitOf(catalog), released, 'The catalogue after a second release');
  }),

  catalogCase(
    '[C11] takes a name without a tool, and keeps what is registered there',
    async ({ catalog }) => {
      assertEqual(await catalog.quarantine(name, { reason }), undefined, 'The quarantine of a free name');
      assertEqual(catalog.get(name), undefined, 'The tool of that name');

      const { quarantine } = await catalog.register(sampleSpec());

      assertEqual(quarantine?.reason, reason, 'The reason of the quarantine');
      assertEqual(catalog.list().length, 0, 'The number of tools that can be used');
      await catalog.remove(name);
      assertEqual(await catalog.release(name), undefined, 'The release of a free name');
      assertEqual((await catalog.register(sampleSpec())).quarantine, undefined, 'The quarantine after that');
    },
  ),
];

import type { CatalogProgress, ToolSpec } from '../../catalog/index.ts';
import type { JsonObject } from '../../index.ts';
import { assertEqual, assertFailsWith, assertFrozen, assertSameText } from './assert.ts';
import { catalogCase, portraitOf, SampleClock } from './catalog-case.ts';
import { sampleSpec, unversionedSpec } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

const MANY = 1_200;
const otherInput = { type: 'object', properties: { amount: { type: 'number' } } };

/** What becomes of a spec that is registered. */
export const registerCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C1] refuses what is no spec, and changes nothing', async ({ catalog, other, open }) => {
    const refused: readonly (readonly [field: string, spec: object])[] = [
      ['inputSchema', { name: 'a', outputSchema: {} }],
      ['outputSchema', { name: 'a', inputSchema: {} }],
      ['name', { inputSchema: {}, outputSchema: {} }],
      ['name', { ...sampleSpec(), name: 'with space' }],
      ['extra', { ...sampleSpec(), extra: true }],
      ['version', { ...sampleSpec(), version: 1 }],
      ['tags', { ...sampleSpec(), tags: ['a', 'a'] }],
      ['inputSchema', { ...sampleSpec(), inputSchema: { of: new Date(0) } }],
      ['outputSchema', { ...sampleSpec(), outputSchema: { of: Number.NaN } }],
    ];

    for (const [field, spec] of refused) {
      // It has to be refused whatever TypeScript was told.
      const register = () => catalog.register(spec as ToolSpec);
      const error = await assertFailsWith('E_INVALID_SPEC', register, `A spec with a bad ${field}`);
      assertEqual(error.context.field, field, 'The field that is named');
    }
    for (const each of [catalog, await open(other)]) {
      assertEqual([each.sequence, each.list().length], [0, 0], 'The number of events and tools');
    }
  }),

  catalogCase(
    '[C1] keeps a frozen spec of its own, to the order of keys',
    async ({ catalog, other, open }) => {
      const given = {
        name: 'mutable',
        title: 'A title',
        description: 'First.',
        inputSchema: { type: 'object', properties: { z: {}, a: {} } as Record<string, JsonObject> },
        outputSchema: { b: 1, a: 2 },
        annotations: { readOnlyHint: true },
        tags: ['b', 'a'],
      };
      const text = JSON.stringify(given);

      const registration = await catalog.register(given);
      given.description = 'Second.';
      given.inputSchema.properties.more = {};
      given.tags.push('c');

      for (const answer of [registration, catalog.get('mutable'), (await open(other)).get('mutable')]) {
        assertEqual(JSON.stringify(answer?.spec), text, 'The spec');
        assertFrozen(answer, 'The registration');
      }
    },
  ),

  catalogCase(
    '[C1, C10] keeps an authority, also one that is stated later for a version that had none',
    async ({ catalog, other, open }) => {
      const [old, next] = [sampleSpec({ version: '1.0.0' }), sampleSpec({ version: '2.0.0' })];
      const authority = { effect: 'destructive', requires: ['b', 'a'], trusted: true } as const;
      await catalog.registerAll([old, { ...next, authority }]);
      await catalog.deprecate(old.name, { version: '1.0.0', message: 'Old.' });

      await catalog.register({ ...old, authority: { effect: 'read' } });

      const defaults = { redact: true, verify: false, revert: false, binding: { kind: 'code' } };
      const expected = [
        { effect: 'read', requires: [], trusted: false, ...defaults },
        { ...authority, requires: ['a', 'b'], ...defaults },
      ];
      for (const each of [catalog, await open(other)]) {
        const versions = each.versions(old.name);
        assertEqual(
          versions.map(({ spec }) => spec.authority),
          expected,
          'The authorities',
        );
        assertEqual(versions[0]?.deprecation, { message: 'Old.' }, 'What else is known of the version');
      }
    },
  ),

  catalogCase(
    '[C2, C3] creates a tool of a new name, with the time of its clock',
    async ({ catalog, clock, other, open }) => {
      const spec = sampleSpec();
      clock.second = 1.5;

      const registration = await catalog.register(spec);

      clock.second = 100;
      const expected = { spec, enabled: true, createdAt: SampleClock.at(1.5) };
      for (const answer of [registration, catalog.get(spec.name), (await open(other)).get(spec.name)]) {
        assertEqual(answer, expected, 'The registration');
      }
      const [event] = await catalog.events();
      assertEqual([event?.type, event?.at], ['tool-created', SampleClock.at(1.5)], 'The event');
    },
  ),

  catalogCase('[C3] gives the existing registration for an identical spec', async ({ catalog, clock }) => {
    const { name, version, description, inputSchema, outputSchema } = sampleSpec();
    const first = await catalog.register({
      name,
      version: version ?? '',
      description: description ?? '',
      inputSchema,
      outputSchema,
    });
    await catalog.setEnabled(name, false);
    const before = await portraitOf(catalog);
    clock.second = 10;
    const reordered = Object.fromEntries(Object.entries(inputSchema).toReversed());

    const again = await catalog.register(sampleSpec());
    const shuffled = await catalog.register(sampleSpec({ inputSchema: reordered }));

    assertEqual(again, { ...first, enabled: false }, 'The registration of an identical spec');
    assertEqual(shuffled, again, 'The registration of a spec with its keys in another order');
    assertSameText(await portraitOf(catalog), before, 'The catalogue after an identical spec');
  }),

  catalogCase('[C3] replaces the current version by another one', async ({ catalog, clock, other, open }) => {
    await catalog.register(sampleSpec({ version: '2.0.0' }), { by: 'ann' });
    await catalog.setEnabled('refund_order', false);
    clock.second = 10;
    const spec = sampleSpec({ version: '1.0.0', inputSchema: otherInput });

    const registration = await catalog.register(spec, { by: 'bob' });

    const expected = { spec, enabled: true, createdAt: SampleClock.at(10) };
    for (const answer of [registration, catalog.get(spec.name), (await open(other)).get(spec.name)]) {
      assertEqual(answer, expected, 'The registration of another version');
    }
    const [created, , updated] = await catalog.events();
    assertEqual(
      [created?.type, created?.by, created?.to?.version],
      ['tool-created', 'ann', '2.0.0'],
      'The first event',
    );
    const told = [updated?.type, updated?.by, updated?.from?.version, updated?.to?.version];
    assertEqual(told, ['tool-updated', 'bob', '2.0.0', '1.0.0'], 'The last event');
  }),

  catalogCase('[C3] refuses other content for the same version, and changes nothing', async (world) => {
    const { catalog, other, open } = world;
    await catalog.register(sampleSpec());
    const before = await portraitOf(catalog);

    for (const changes of [
      { inputSchema: otherInput },
      { description: 'Other.' },
      { tags: ['new'] },
      { title: '' },
    ]) {
      const register = () => catalog.register(sampleSpec(changes));
      const error = await assertFailsWith('E_VERSION_CONFLICT', register, 'Other content of a version');
      assertEqual([error.context.toolName, error.context.version], ['refund_order', '1.0.0'], 'What clashes');
      assertSameText(await portraitOf(catalog), before, 'The catalogue after a conflict');
      assertSameText(await portraitOf(await open(other)), before, 'The catalogue elsewhere');
    }
  }),

  catalogCase('[C4] takes no version for a version', async ({ catalog }) => {
    const first = await catalog.register(unversionedSpec({ inputSchema: { a: 'string' } }));

    const same = await catalog.register(unversionedSpec({ inputSchema: { a: 'string' } }));
    const register = () => catalog.register(unversionedSpec({ inputSchema: { b: 'number' } }));
    await assertFailsWith('E_VERSION_CONFLICT', register, 'Other content without a version');
    const versioned = await catalog.register(sampleSpec({ inputSchema: { b: 'number' } }));

    assertEqual(same, first, 'The registration of the same spec without a version');
    assertEqual(catalog.get('refund_order'), versioned, 'The current version');
    assertEqual(catalog.get('refund_order', { version: null }), first, 'The version that has none');
    await assertFailsWith('E_VERSION_CONFLICT', register, 'Other content without a version, later');
    const back = await catalog.register(unversionedSpec({ inputSchema: { a: 'string' } }));
    assertEqual(back, first, 'The registration of the spec without a version, again');
    assertEqual(catalog.get('refund_order'), first, 'The current version in the end');
  }),

  catalogCase('[C3] registers all of many specs or none', async ({ catalog, other, open }) => {
    await catalog.register(sampleSpec());
    const before = await portraitOf(catalog);
    const specs = ['a', 'b', 'c'].map((name) => sampleSpec({ name }));
    const elsewhere = await open(other);

    const clash = () => catalog.registerAll([...specs, sampleSpec({ description: 'Other.' })]);
    await assertFailsWith('E_VERSION_CONFLICT', clash, 'Specs of which one clashes');
    const invalid = () => catalog.registerAll([...specs, {} as ToolSpec]);
    await assertFailsWith('E_INVALID_SPEC', invalid, 'Specs of which one is none');
    const within = () => catalog.registerAll([...specs, sampleSpec({ name: 'a', title: 'Other.' })]);
    await assertFailsWith('E_VERSION_CONFLICT', within, 'Specs of which two clash');
    await elsewhere.refresh();
    for (const each of [catalog, elsewhere]) assertSameText(await portraitOf(each), before, 'The catalogue');

    const registrations = await catalog.registerAll([...specs, sampleSpec()], { by: 'ann' });
    assertEqual(
      registrations.map(({ spec }) => catalog.get(spec.name) === undefined || spec.name),
      ['a', 'b', 'c', 'refund_order'],
      'The registrations, in the order of the specs',
    );
    const events = (await catalog.events(1)).map(({ type, name, by }) => [type, name, by]);
    assertEqual(
      events,
      ['a', 'b', 'c'].map((name) => ['tool-created', name, 'ann']),
      'The events',
    );
  }),

  catalogCase('[C3] tells how far it is, and goes on if whoever is told throws', async (world) => {
    const { catalog, other, faults, open } = world;
    const specs = Array.from({ length: MANY }, (_, index) => sampleSpec({ name: `tool-${index}` }));
    const steps: CatalogProgress[] = [];
    const onProgress = (progress: CatalogProgress) => {
      steps.push(progress);
      throw new Error('Enough.');
    };

    await catalog.registerAll(specs, { onProgress });

    for (const phase of ['checking', 'writing'] as const) {
      const last = steps.findLast((step) => step.phase === phase);
      assertEqual(last, { phase, done: MANY, total: MANY }, `The last that is told of ${phase}`);
    }
    assertEqual(faults.splice(0).length, steps.length, 'The number of faults');
    for (const each of [catalog, await open(other)]) {
      assertEqual([each.sequence, each.list().length], [MANY, MANY], 'The number of events and tools');
    }
  }),
];

import {
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolRegistrySnapshot,
} from '../../catalog/index.ts';
import { assertEqual, assertFailsWith, assertFrozen, assertSameText, assertThat } from './assert.ts';
import { catalogCase, portraitOf, type SampleClock } from './catalog-case.ts';
import { asTricky, sampleSpec, trickyNames, trickyTexts, unversionedSpec } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

/** What is taken of a catalogue as a whole. */
export const snapshotCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C7] gives the same bytes again when it is restored, wherever', async (world) => {
    const { catalog, clock, store, other, open } = world;
    await fill(catalog, clock);
    const snapshot = catalog.snapshot();
    const text = JSON.stringify(snapshot);
    clock.second += 1_000;

    const inMemory = await openCatalog(memoryStore(), { clock });
    const targets = [await open(store, 'another'), await open(other, 'third'), inMemory];
    for (const target of targets) {
      await target.register(sampleSpec({ name: 'to-be-gone' }));
      await target.register(sampleSpec({ name: 'shared', version: 'to-be-gone', description: 'Other.' }));
      await target.restore(JSON.parse(text));
      assertEqual(JSON.stringify(target.snapshot()), text, 'The snapshot after restoring it');
      assertEqual(JSON.stringify(target.list()), JSON.stringify(catalog.list()), 'The list');
    }
    await catalog.restore(inMemory.snapshot());
    for (const [on, tenant] of [
      [store, 'default'],
      [other, 'another'],
      [store, 'third'],
    ] as const) {
      const opened = await open(on, tenant);
      assertEqual(JSON.stringify(opened.snapshot()), text, 'The snapshot after opening again');
    }
    assertFrozen(snapshot, 'The snapshot');
    inMemory.close();
  }),

  catalogCase(
    '[C7] changes nothing when it is restored to what it is',
    async ({ catalog, clock, other, open }) => {
      await fill(catalog, clock);
      const before = await portraitOf(catalog);

      for (const each of [catalog, await open(other)]) {
        await each.restore(JSON.parse(JSON.stringify(catalog.snapshot())));
        assertSameText(await portraitOf(each), before, 'The catalogue');
      }
    },
  ),

  catalogCase(
    '[C7] tells of each tool that is another one after restoring',
    async ({ catalog, clock, other, open }) => {
      await catalog.registerAll(['a', 'b', 'c'].map((name) => sampleSpec({ name })));
      const snapshot = catalog.snapshot();
      await catalog.remove('a');
      await catalog.register(sampleSpec({ name: 'b', version: '2.0.0' }));
      await catalog.register(sampleSpec({ name: 'd' }));
      await catalog.quarantine('d', { reason: 'A test.' });
      const after = catalog.sequence;
      clock.second = 10;

      await catalog.restore(snapshot, { by: 'ann' });

      const told = (await catalog.events(after)).map(({ type, name, by }) => [type, name, by]);
      const expected = [
        ['tool-removed', 'd', 'ann'],
        ['tool-restored', 'a', 'ann'],
        ['tool-restored', 'b', 'ann'],
      ];
      assertEqual(told, expected, 'The events');
      const elsewhere = await open(other);
      assertEqual(elsewhere.snapshot(), snapshot, 'The snapshot elsewhere');
      assertEqual(elsewhere.versions('b').length, 1, 'The number of versions');
      assertEqual(elsewhere.get('d'), undefined, 'The tool that was not in the snapshot');
    },
  ),

  catalogCase(
    '[C7] restores over what was previewed, and over nothing else',
    async ({ catalog, clock, other, open }) => {
      await fill(catalog, clock);
      const elsewhere = await open(other);
      const { after, sequence } = await catalog.previewRestore(catalog.snapshot());
      await elsewhere.quarantine('shared', { reason: 'It leaks.' });
      const before = await portraitOf(elsewhere);

      const late = () => catalog.restore(after, { expectedSequence: sequence });
      const error = await assertFailsWith('E_PRECONDITION_FAILED', late, 'A restore over something else');
      assertEqual(error.context, { sequence: sequence + 1, expected: sequence }, 'What is said of it');
      for (const each of [catalog, elsewhere]) {
        assertSameText(await portraitOf(each), before, 'The catalogue');
      }

      const again = await catalog.previewRestore(after);
      await catalog.restore(again.after, { expectedSequence: again.sequence });
      assertEqual(catalog.snapshot(), after, 'The snapshot after restoring it');
    },
  ),

  catalogCase(
    '[C7] refuses what is no snapshot, and changes nothing',
    async ({ catalog, clock, other, open }) => {
      await fill(catalog, clock);
      const before = await portraitOf(catalog);
      const snapshot: ToolRegistrySnapshot = JSON.parse(JSON.stringify(catalog.snapshot()));
      const { tools } = snapshot;

      for (const forged of [
        { ...snapshot, snapshotVersion: 2 },
        { ...snapshot, extra: true },
        { ...snapshot, tools: tools.toReversed() },
        { ...snapshot, tools: [...tools, ...tools.slice(-1)] },
        { ...snapshot, tools: tools.map((tool) => ({ ...tool, revision: 99 })) },
        { ...snapshot, tools: tools.map(({ history: _, ...tool }) => tool) },
        { ...snapshot, tools: tools.map((tool) => ({ ...tool, spec: { ...tool.spec, extra: true } })) },
        null,
      ]) {
        // It has to be refused whatever TypeScript was told.
        const restore = () => catalog.restore(forged as ToolRegistrySnapshot);
        await assertFailsWith('E_INVALID_SNAPSHOT', restore, 'A snapshot that was forged');
      }
      for (const each of [catalog, await open(other)]) {
        assertSameText(await portraitOf(each), before, 'The catalogue');
      }
    },
  ),

  catalogCase(
    '[C8, C9] does what it does in memory, to the byte',
    async ({ catalog, clock, other, open }) => {
      const start = clock.second;
      await fill(catalog, clock);
      clock.second = start;
      const inMemory = await openCatalog(memoryStore(), { clock });
      await fill(inMemory, clock);

      const expected = await portraitOf(inMemory);
      for (const each of [catalog, await open(), await open(other)]) {
        assertSameText(await portraitOf(each), expected, 'The catalogue');
      }
      inMemory.close();
    },
  ),

  catalogCase(
    '[C8] shares nothing with other stores and tenants',
    async ({ catalog, store, other, clock, open }) => {
      const others = [await openCatalog(memoryStore(), { clock }), await open(store, 'Default')];
      others.push(await open(other, 'default.'));

      await fill(catalog, clock);
      await catalog.resolve('shared', { version: null, consumer: 'app' });

      for (const each of others) {
        await each.refresh();
        const seen = [
          each.sequence,
          each.list({ status: 'any' }),
          await each.events(),
          await each.deprecatedUses(),
        ];
        assertEqual(seen, [0, [], [], []], 'What is seen of another catalogue');
        assertThat(each.get('shared') === undefined, 'A tool of another catalogue should be unknown.');
      }
      others[0]?.close();
    },
  ),
];

/** Makes a catalogue in which everything is there that a snapshot can hold. */
async function fill(catalog: ToolCatalog, clock: SampleClock): Promise<void> {
  const tick = () => {
    clock.second += 0.125;
  };
  await catalog.registerAll(
    trickyNames.map((name) => sampleSpec({ name })),
    { by: 'ann', ...asTricky },
  );
  await catalog.register(unversionedSpec({ name: 'shared', inputSchema: { z: 1, a: { d: 2, c: [3] } } }));
  for (const text of trickyTexts) {
    tick();
    const spec = sampleSpec({ name: 'shared', version: text, description: text, tags: [text] });
    await catalog.register(spec, asTricky);
    await catalog.deprecate('shared', { message: text, replacement: 'constructor', by: text });
  }
  await catalog.deprecate('shared', { version: null, message: 'Old.', sunset: '2027-01-01T00:00:00.000Z' });
  tick();
  await catalog.undeprecate('shared', { version: ' ' });
  await catalog.register(
    sampleSpec({ name: 'shared', version: ' ', description: ' ', tags: [' '] }),
    asTricky,
  );
  await catalog.setEnabled('A', false, { reason: 'Off.' });
  for (const name of ['a', 'null', "'"]) await catalog.quarantine(name, { reason: `Of ${name}.`, by: 'bob' });
  tick();
  for (const name of ['a', 'toString', 'null']) await catalog.remove(name);
  await catalog.release("'");
  await catalog.register(sampleSpec({ name: 'null', version: 'again' }), asTricky);
  await catalog.resolve('shared', { version: '\u0000', consumer: 'app \u0000' });
}

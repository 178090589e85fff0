import { type ListOptions, memoryStore, openCatalog, type ToolCatalog } from '../../catalog/index.ts';
import { assertEqual, assertFailsWith, assertFrozen, assertSameText, assertThat } from './assert.ts';
import { catalogCase, portraitOf } from './catalog-case.ts';
import { asTricky, sampleSpec, trickyNames } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

/** In code-unit order, in which a character of two units comes before some of one. */
const sorted = [
  '-',
  '10',
  '9',
  'A',
  'Z',
  'Za',
  '_',
  'a',
  'a-b',
  'aB',
  'ab',
  'z',
  '\u00e9',
  '\u{1f600}',
  '\uff21',
];

/** What can be found in a catalogue, switched off and removed. */
export const listCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase(
    '[C5] lists by name in code-unit order, on every store',
    async ({ catalog, other, clock, open }) => {
      const inMemory = await openCatalog(memoryStore(), { clock });
      const shuffled = sorted.toSorted((left, right) =>
        (left.at(-1) ?? '').localeCompare(right.at(-1) ?? ''),
      );

      for (const each of [catalog, inMemory]) {
        const specs = shuffled.map((name) => sampleSpec({ name }));
        await each.registerAll(specs.slice(0, 8), asTricky);
        for (const spec of specs.slice(8)) await each.register(spec, asTricky);
      }

      const catalogs = [catalog, catalog, inMemory, await open(other), await open()];
      for (const each of catalogs) {
        assertLists(each, {}, sorted);
        assertEqual(each.list(), catalog.list(), 'The list');
        assertFrozen(each.list(), 'The list');
        for (const [index, after] of sorted.entries()) {
          assertLists(each, { after, limit: 3 }, sorted.slice(index + 1, index + 4));
        }
      }
      inMemory.close();
    },
  ),

  catalogCase('[C5] leaves out disabled tools unless asked', async ({ catalog, other, open }) => {
    await catalog.registerAll(['a', 'b', 'c', 'd'].map((name) => sampleSpec({ name })));
    await catalog.setEnabled('b', false);
    await catalog.setEnabled('d', false);
    await catalog.quarantine('c', { reason: 'It is not what it says.' });
    await catalog.deprecate('a', { message: 'It is old.' });
    await catalog.register(sampleSpec({ name: 'e', description: 'Says what an order costs.' }));

    for (const each of [catalog, await open(other)]) {
      assertLists(each, {}, ['a', 'e']);
      assertLists(each, { enabled: true }, ['a', 'e']);
      assertLists(each, { enabled: false }, ['b', 'd']);
      assertLists(each, { status: 'any' }, ['a', 'b', 'c', 'd', 'e']);
      assertLists(each, { status: 'any', enabled: true }, ['a', 'c', 'e']);
      assertLists(each, { status: 'active' }, ['e']);
      assertLists(each, { status: 'deprecated' }, ['a']);
      assertLists(each, { status: 'disabled' }, ['b', 'd']);
      assertLists(each, { status: 'quarantined' }, ['c']);
      assertLists(each, { status: 'any', after: 'b', limit: 2 }, ['c', 'd']);
    }
    await catalog.setEnabled('b', true);
    assertLists(catalog, {}, ['a', 'b', 'e']);
  }),

  catalogCase('[C5] lists by tag and prefix', async ({ catalog, other, open }) => {
    const tagged = { 'mail.send': ['mail'], 'mail.read': ['mail', 'read'], mail: [], 'map.read': ['read'] };
    for (const [name, tags] of Object.entries(tagged)) await catalog.register(sampleSpec({ name, tags }));
    await catalog.register(sampleSpec({ name: 'map.read', version: '2.0.0', tags: ['map'] }));

    for (const each of [catalog, await open(other)]) {
      assertLists(each, { tag: 'mail' }, ['mail.read', 'mail.send']);
      assertLists(each, { tag: 'read' }, ['mail.read']);
      assertLists(each, { tag: 'Mail' }, []);
      assertLists(each, { prefix: 'mail' }, ['mail', 'mail.read', 'mail.send']);
      assertLists(each, { prefix: 'mail.' }, ['mail.read', 'mail.send']);
      assertLists(each, { prefix: 'ma', tag: 'map' }, ['map.read']);
      assertLists(each, { prefix: 'ma', after: 'mail', limit: 1 }, ['mail.read']);
      assertLists(each, { prefix: 'mail', after: 'maq' }, []);
    }
  }),

  catalogCase('[C6] knows nothing of a name that was never registered', async ({ catalog }) => {
    await catalog.register(sampleSpec({ name: 'refund' }));

    for (const name of ['', 'Refund', 'refund_', 'refun', 'r\u00e9fund', ...trickyNames]) {
      assertThat(catalog.get(name) === undefined, `The name "${name.slice(0, 20)}" should be unknown.`);
      assertEqual(catalog.versions(name), [], 'The versions of an unknown name');
      const change = () => catalog.setEnabled(name, true);
      await assertFailsWith('E_TOOL_NOT_FOUND', change, 'Switching an unknown tool on');
    }
    assertEqual(catalog.sequence, 1, 'The number of events');
  }),

  catalogCase('[C6] switches a tool off and on, each once', async ({ catalog, other, open }) => {
    const first = await catalog.register(sampleSpec());
    const states: unknown[] = [];

    for (const enabled of [true, false, false, true, true]) {
      const registration = await catalog.setEnabled('refund_order', enabled, {
        by: 'ann',
        reason: 'A test.',
      });
      assertEqual(registration, { ...first, enabled }, 'The registration');
      assertEqual(catalog.get('refund_order'), registration, 'The registration that is found');
      states.push(registration);
    }

    assertEqual(states[1], states[2], 'The registration that stays as it is');
    const told = (await catalog.events(1)).map(({ type, by, reason }) => [type, by, reason]);
    const expected = ['tool-disabled', 'tool-enabled'].map((type) => [type, 'ann', 'A test.']);
    assertEqual(told, expected, 'The events');
    assertEqual((await open(other)).get('refund_order'), first, 'The registration elsewhere');
  }),

  catalogCase(
    '[C6] removes a tool once, and says whether there was one',
    async ({ catalog, other, open }) => {
      await catalog.registerAll([sampleSpec({ name: 'a' }), sampleSpec({ name: 'b' })]);

      const answers = [];
      for (const name of ['a', 'a', 'constructor', 'A'])
        answers.push(await catalog.remove(name, { reason: 'Old.' }));

      assertEqual(answers, [true, false, false, false], 'Whether there was a tool');
      for (const each of [catalog, await open(other)]) {
        assertLists(each, { status: 'any' }, ['b']);
        assertEqual(each.get('a'), undefined, 'The tool that was removed');
      }
      const told = (await catalog.events(2)).map(({ type, name, reason }) => [type, name, reason]);
      assertEqual(told, [['tool-removed', 'a', 'Old.']], 'The events');
      const before = await portraitOf(catalog);
      await catalog.remove('a');
      assertSameText(await portraitOf(catalog), before, 'The catalogue after removing nothing');
    },
  ),

  catalogCase('[C5] tells tools apart, whatever they are called', async ({ catalog, other, open }) => {
    const specs = trickyNames.map((name) => sampleSpec({ name, description: `It is ${name}.` }));
    await catalog.registerAll(specs, asTricky);

    const names = trickyNames.toSorted((left, right) => (left < right ? -1 : 1));
    for (const each of [catalog, await open(other)]) {
      assertLists(each, {}, names);
      for (const name of names) {
        assertEqual(each.get(name)?.spec.description, `It is ${name}.`, 'The description');
      }
    }
  }),
];

function assertLists(catalog: ToolCatalog, options: ListOptions, expected: readonly string[]): void {
  const names = catalog.list(options).map(({ spec }) => spec.name);
  assertEqual(names, expected, `What is listed by ${JSON.stringify(options)}`);
}

import type { ToolState, ToolVersion } from '../../catalog/index.ts';
import { assertThat } from './assert.ts';
import {
  SAMPLE_TIME,
  sampleSpec,
  sampleTool,
  toolOf,
  trickyNames,
  trickyTexts,
  unversionedSpec,
  versionOf,
} from './sample-tool.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { draftOf, TenantWriter } from './tenant-writer.ts';

const VERSIONS = 50;
const quarantine = { reason: 'It sends data elsewhere.', since: SAMPLE_TIME, by: 'ann' };
const deprecation = {
  message: 'Use the new one.',
  replacement: 'refund',
  sunset: '2027-01-01T00:00:00.000Z',
};

/** What can be said of a tool, and comes back. */
export const toolCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('keeps the order of keys and every value in a spec', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const properties = { z: {}, a: {}, 10: {}, 9: {}, '': {}, Z: {}, constructor: {}, toString: {} };
    const values = {
      numbers: [0, -1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2],
      empty: [{}, [], [[]], true, false, null, ''],
      texts: [...trickyTexts, 'x'.repeat(100_000)],
      deep: nest(100),
    };

    for (const [index, inputSchema] of [
      { type: 'object', properties },
      { properties: Object.fromEntries(Object.entries(properties).toReversed()), type: 'object' },
      { examples: [values], type: 'object' },
    ].entries()) {
      const fields = {
        inputSchema,
        outputSchema: { b: 1, a: { d: 2, c: 3 } },
        annotations: values,
        tags: ['b', 'a'],
      };
      await writer.put(sampleTool({ name: `tool-${index}`, title: 'A title', description: '', ...fields }));
    }

    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('tells tools apart, whatever they are called', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const described = (description: string) => trickyNames.map((name) => sampleTool({ name, description }));

    await writer.put(...described('first'));
    await writer.assertHeldBy(store, other);
    for (const tool of described('second').slice(0, 20)) await writer.put(tool);
    await writer.assertHeldBy(store, other);
    await writer.remove(...trickyNames.filter((_, index) => index % 2 === 0));
    await writer.assertHeldBy(store, other);
    for (const name of ['prototype', 'valueOf', 'B', `${'x'.repeat(254)}`]) {
      const { tools } = await other.load('acme');
      assertThat(!tools.has(name), `There should be no tool "${name.slice(0, 20)}".`);
    }
  }),

  catalogStoreCase('keeps any text as it is', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const versions = trickyTexts.map((text, index) =>
      versionOf(sampleSpec({ version: text, title: text, description: text, tags: [text] }), {
        createdAt: `2026-01-01T00:00:00.${String(index).padStart(3, '0')}Z`,
        source: text,
        deprecation: { message: text, replacement: 'refund' },
      }),
    );

    for (const [index, text] of trickyTexts.entries()) {
      const tool = toolOf(versions.slice(0, index + 1), {
        quarantine: { reason: text, since: SAMPLE_TIME, by: text },
      });
      const to = { version: text, digest: versions[index]?.digest ?? 'sha256/v1:' } as const;
      const draft = draftOf(tool.name, { by: text, reason: text, to, from: to });
      await writer.write({ tools: [[tool.name, tool]], drafts: [draft] });
    }

    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase(
    'keeps many versions of a tool in order, and each change of one',
    async ({ store, other }) => {
      const writer = new TenantWriter(store);
      const versions: ToolVersion[] = [];
      for (let index = 0; index < VERSIONS; index++) {
        const spec =
          index === 20 ? unversionedSpec() : sampleSpec({ version: `${(index * 7) % VERSIONS}.0.0` });
        versions.push(versionOf(spec, { createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString() }));
        await writer.put(toolOf(versions));
      }

      await writer.assertHeldBy(store, other);
      for (const changed of [
        toolOf(versions, { current: 1 }),
        toolOf(versions, { current: 21 }),
        toolOf(deprecate(versions, [0, 20, 49]), { current: 21 }),
        toolOf(deprecate(versions, [20]), { current: 50, enabled: false }),
        toolOf(versions, { current: 50 }),
      ]) {
        await writer.put(changed);
        await writer.assertHeldBy(store, other);
      }
    },
  ),

  catalogStoreCase('keeps each thing that is said of a tool, and forgets it', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const plain = sampleTool();
    const deprecated = toolOf(deprecate(plain.versions, [0]));
    const { by: _, ...anonymous } = quarantine;

    for (const state of [
      plain,
      { ...plain, enabled: false },
      { ...plain, quarantine },
      { ...plain, quarantine: anonymous, enabled: false },
      { ...deprecated, quarantine },
      deprecated,
      toolOf([{ ...plain.versions[0], deprecation: { message: 'x' } } as ToolVersion]),
      plain,
    ]) {
      await writer.put(toolOf(state.versions, state));
      await writer.put(sampleTool({ name: 'bystander', version: `${writer.events.length}` }));
      await writer.assertHeldBy(store, other);
    }
  }),

  catalogStoreCase('keeps where a version came from', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const from = (version: string, source?: string) =>
      versionOf(sampleSpec({ version }), source === undefined ? {} : { source });

    for (const versions of [
      [from('1', 'https://tools.example/mcp')],
      [from('1', 'https://tools.example/mcp'), from('2'), from('3', '')],
      deprecate([from('1', 'https://tools.example/mcp'), from('2'), from('3', '')], [0, 1, 2]),
      [from('1', 'file:///tools.json'), from('2'), from('3', '')],
      [from('1'), from('2', 'x'.repeat(10_000)), from('3')],
    ]) {
      await writer.put(
        toolOf(versions),
        sampleTool({ name: 'bystander', version: `${writer.events.length}` }),
      );
      await writer.assertHeldBy(store, other);
    }
  }),

  catalogStoreCase('forgets the versions of a tool that is removed', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const first = ['1.0.0', '2.0.0', '3.0.0'].map((version) => versionOf(sampleSpec({ version })));
    await writer.put(toolOf(deprecate(first, [1]), { enabled: false }), sampleTool({ name: 'bystander' }));

    await writer.remove('refund_order');
    await writer.assertHeldBy(store, other);
    await writer.put(sampleTool({ version: '2.0.0', description: 'Another one of the same name.' }));
    await writer.assertHeldBy(store, other);
    await writer.remove('refund_order', 'bystander');
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('keeps a name that is only in quarantine', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const only = (name: string) => toolOf([], { name, quarantine });
    const back = toolOf([versionOf(sampleSpec({ name: 'a', version: '9' }))], { quarantine });

    for (const states of [
      [toolOf(sampleTool({ name: 'a' }).versions, { quarantine }), only('b')],
      [only('a')],
    ]) {
      await writer.put(...states);
      await writer.assertHeldBy(store, other);
    }
    await writer.put(back);
    await writer.assertHeldBy(store, other);
    await writer.remove('a', 'b');
    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase(
    'replaces all that a tool was, as a snapshot does that is restored',
    async ({ store, other }) => {
      const writer = new TenantWriter(store);
      const version = (name: string, description = 'first') =>
        versionOf(sampleSpec({ version: name, description }));
      const replacements: readonly ToolState[] = [
        toolOf([version('1'), version('2'), version('3')]),
        toolOf([version('3'), version('2'), version('1')]),
        toolOf([version('2')]),
        toolOf([version('2', 'second')]),
        toolOf([version('0'), version('2', 'second'), version('4')], { current: 2 }),
        toolOf([version('4'), versionOf(unversionedSpec())], { current: 1 }),
        toolOf([versionOf(unversionedSpec({ description: 'second' })), version('4')], { current: 1 }),
      ];

      for (const state of replacements) {
        await writer.put(state, sampleTool({ name: 'bystander', version: `${writer.events.length}` }));
        await writer.assertHeldBy(store, other);
      }
    },
  ),
];

/** The same versions, some of them deprecated and the others not. */
function deprecate(versions: readonly ToolVersion[], indexes: readonly number[]): readonly ToolVersion[] {
  return versions.map(({ spec, digest: _, deprecation: __, ...origin }, index) =>
    versionOf(spec, { ...origin, ...(indexes.includes(index) && { deprecation }) }),
  );
}

function nest(levels: number): ToolVersion['spec']['inputSchema'] {
  let value: ToolVersion['spec']['inputSchema'] = { bottom: true };
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

import { expect, it, onTestFinished } from 'vitest';
import {
  type CatalogOptions,
  type CatalogStore,
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { type CatalogSearch, createCatalogSearch } from '../../packages/toolcrib/src/search/index.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { describePlaces } from '../catalog/describe-places.ts';
import { commonWords } from './any-search.ts';

const COUNT = 80;
const queries = [
  'weather forecast',
  'send an email',
  'list isues',
  'refund payments',
  '天气',
  'webhook',
  'mail.example',
];

describePlaces('a search of a catalogue', ({ place, nextTenant }) => {
  it('answers the same bytes for the same tools, here, in a process that follows, and in one that starts', async () => {
    const [first, second] = place().stores;
    const tenant = nextTenant();
    const writer = await open(first, { tenant, clock: { now: () => 0 } });
    const follower = await open(second, { tenant });
    const searches = [createCatalogSearch(writer), createCatalogSearch(follower)] as const;
    await writer.registerAll(makeSpecs(1), { source: 'https://mail.example' });
    await follower.refresh();
    for (const search of searches) expect(await search.search('weather')).not.toEqual([]);

    await change(writer);
    await follower.refresh();
    const starter = await open(second, { tenant });
    // Another order, another store, and no history.
    const copy = await open(memoryStore());
    await copy.restore(writer.snapshot());

    const expected = await answersOf(createCatalogSearch(copy));
    expect(expected).toMatch(/"name":"tool_/);
    for (const search of [...searches, createCatalogSearch(starter)]) {
      expect(await answersOf(search)).toBe(expected);
    }
  });

  it('finds nothing of another tenant', async () => {
    const [store] = place().stores;
    const mine = await open(store, { tenant: nextTenant() });
    const other = await open(store, { tenant: nextTenant() });
    await other.register({ name: 'refund', description: 'Refunds.', inputSchema: {}, outputSchema: {} });

    expect(await createCatalogSearch(mine).search('refund', { list: { status: 'any' } })).toEqual([]);
    expect(await createCatalogSearch(other).search('refund')).toHaveLength(1);
  });
});

async function open(store: CatalogStore, options: CatalogOptions = {}): Promise<ToolCatalog> {
  const catalog = await openCatalog(store, options);
  onTestFinished(() => catalog.close());
  return catalog;
}

async function change(catalog: ToolCatalog): Promise<void> {
  await catalog.registerAll(makeSpecs(2).slice(0, 30), { source: 'weather-server' });
  for (let index = 0; index < COUNT; index += 7) await catalog.setEnabled(`tool_${index}`, false);
  for (let index = 3; index < COUNT; index += 11)
    await catalog.quarantine(`tool_${index}`, { reason: 'Leaks.' });
  for (let index = 5; index < COUNT; index += 13) await catalog.remove(`tool_${index}`);
  await catalog.setEnabled('tool_0', true);
}

async function answersOf(search: CatalogSearch): Promise<string> {
  const answers: unknown[] = [];
  for (const query of queries) {
    for (const list of [undefined, { status: 'any' }, { tag: 'weather' }] as const) {
      const hits = await search.search(query, { list, explain: true, limit: 100 });
      answers.push(
        hits.map(({ registration: { spec, source }, ...hit }) => ({ name: spec.name, source, ...hit })),
      );
    }
  }
  return JSON.stringify(answers);
}

function makeSpecs(seed: number): readonly ToolSpec[] {
  const random = createSeededRandom(seed);
  const words = (count: number) =>
    Array.from(
      { length: count },
      () => commonWords[Math.floor(random.number() * commonWords.length)] as string,
    );
  return Array.from({ length: COUNT }, (_, index) => ({
    name: `tool_${index}`,
    version: `${seed}.0.0`,
    description: `${words(8).join(' ')} ${index}`,
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: words(3).join(' ') } },
    },
    outputSchema: {},
    tags: [...new Set(words(3))],
  }));
}

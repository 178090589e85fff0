import { describe, expect, it } from 'vitest';
import {
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolRegistrySnapshot,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import {
  type CatalogSearchOptions,
  createCatalogSearch,
  type SearchableTool,
  ToolIndex,
} from '../../packages/toolcrib/src/search/index.ts';
import { createSeededRandom, type SeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { commonWords } from './any-search.ts';

const queries: readonly string[] = [
  ...[
    'weather',
    'send email',
    'refund the payment',
    'list issues of a repository',
    'wether forcast',
    'web hook',
  ],
  ...[
    'createUser',
    'oauth2 login',
    '天气预报',
    'погода',
    'gone7 gone8',
    'delete calendar event please',
    'the of',
    'pro',
  ],
];
const lists: readonly CatalogSearchOptions['list'][] = [
  undefined,
  { status: 'any' },
  { status: 'quarantined' },
  { tag: 'weather' },
  { prefix: 'tool1', enabled: false },
];

describe('an index that has changed', () => {
  it('answers after 10,000 changes as one that is new', () => {
    const random = createSeededRandom(8);
    const index = new ToolIndex();
    const tools = new Map<string, SearchableTool>();

    for (let change = 1; change <= 10_000; change++) {
      const id = `tool ${pick(random, 400)}`;
      if (pick(random, 3) === 0) {
        expect(index.delete(id)).toBe(tools.delete(id));
      } else {
        const tool = { id, ...anyText(random, change) };
        index.set(tool);
        tools.set(id, tool);
      }
      if (change % 1_000 === 0) assertSame(index, new ToolIndex(shuffle(random, [...tools.values()])));
    }

    for (const id of tools.keys()) index.delete(id);
    expect(index.size).toBe(0);
    for (const query of queries) expect(index.search(query, { typing: true })).toEqual([]);
  });
});

describe('a search of a catalogue that has changed', () => {
  it('answers after every change as one that is new, and as an index of just what is listed', async () => {
    const random = createSeededRandom(9);
    const catalog = await openCatalog(memoryStore(), { clock: { now: () => 1_000 } });
    const search = createCatalogSearch(catalog);
    const snapshots: ToolRegistrySnapshot[] = [];

    for (let change = 1; change <= 1_000; change++) {
      await makeChange(catalog, random, { change, snapshots });
      // Sometimes several changes come between two searches.
      if (pick(random, 3) === 0) await search.search('weather');
      if (change % 40 !== 0) continue;
      const fresh = createCatalogSearch(catalog);
      for (const list of lists) {
        const alone = new ToolIndex(catalog.list(list).map(({ spec, source }) => ({ ...spec, source })));
        for (const query of queries) {
          const how = { limit: 1_000, explain: true };
          const options = { ...how, list };
          const hits = JSON.stringify(await search.search(query, options));
          expect(hits).toBe(JSON.stringify(await fresh.search(query, options)));
          const found = (await search.search(query, options)).map(({ registration, ...hit }) => {
            return { id: registration.spec.name, ...hit };
          });
          expect(JSON.stringify(found)).toBe(JSON.stringify(alone.search(query, how)));
        }
      }
    }
    catalog.close();

    expect(await search.search('weather', { limit: 1_000 })).toHaveLength(
      new ToolIndex(catalog.list().map(({ spec, source }) => ({ ...spec, source }))).search('weather', {
        limit: 1_000,
      }).length,
    );
  });
});

function assertSame(index: ToolIndex, rebuilt: ToolIndex): void {
  expect(index.size).toBe(rebuilt.size);
  for (const query of queries) {
    for (const options of [{ limit: 1_000, explain: true }, { limit: 5 }, { typing: true, explain: true }]) {
      expect(JSON.stringify(index.search(query, options))).toBe(
        JSON.stringify(rebuilt.search(query, options)),
      );
    }
  }
}

interface Progress {
  readonly change: number;
  readonly snapshots: ToolRegistrySnapshot[];
}

async function makeChange(catalog: ToolCatalog, random: SeededRandom, progress: Progress): Promise<void> {
  const { change, snapshots } = progress;
  const name = `tool${pick(random, 60)}`;
  const kind = catalog.get(name) === undefined ? 0 : pick(random, 20);
  if (change % 100 === 50) snapshots.push(catalog.snapshot());
  else if (change % 100 === 0)
    await catalog.restore(snapshots[pick(random, snapshots.length)] as ToolRegistrySnapshot);
  else if (kind < 9) await catalog.register(toSpec(name, random, change), { source: `server ${change % 3}` });
  else if (kind < 13) await catalog.setEnabled(name, pick(random, 2) === 0);
  else if (kind < 15) await catalog.quarantine(name, { reason: 'Leaks.' });
  else if (kind < 17) await catalog.release(name);
  else if (kind < 18)
    await catalog.deprecate(name, { message: 'Old.', sunset: new Date(pick(random, 2_000)).toISOString() });
  else await catalog.remove(name);
}

function toSpec(name: string, random: SeededRandom, change: number): ToolSpec {
  const { name: _, ...texts } = anyText(random, change);
  return {
    outputSchema: {},
    ...texts,
    inputSchema: texts.inputSchema ?? {},
    name,
    version: `1.0.${change}`,
  } as ToolSpec;
}

/** Words that many have, and some that nobody else will ever have. */
function anyText(random: SeededRandom, change: number): SearchableTool {
  const words = (count: number) => Array.from({ length: pick(random, count) }, () => pickWord(random));
  const [first, second, parameter] = [pickWord(random), pickWord(random), pickWord(random)];
  return {
    name: `${first}_${second}`,
    title: words(3).join(' '),
    description: [...words(12), `gone${change % 9}`, `once${change}`].join(' '),
    inputSchema: {
      type: 'object',
      properties: { [`p_${parameter}`]: { type: 'string', description: words(5).join(' ') } },
    },
    tags: [...new Set(words(4))],
  };
}

function pickWord(random: SeededRandom): string {
  return commonWords[pick(random, commonWords.length)] as string;
}

function pick(random: SeededRandom, count: number): number {
  return Math.floor(random.number() * count);
}

function shuffle<Item>(random: SeededRandom, items: Item[]): Item[] {
  return items
    .map((item) => [random.number(), item] as const)
    .sort(([left], [right]) => left - right)
    .map(([, item]) => item);
}

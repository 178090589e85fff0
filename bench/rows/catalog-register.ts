import { runChild } from '../lib/run-child.ts';
import type { Effort, Goal, Line, Row } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';
import { type Databases, withDatabases } from '../lib/with-databases.ts';

/** Long enough for some transactions in each batch. */
const BATCH_MS = 50;
const WRITERS = 8;
const counts = [10, 100, 1000, 10_000, 100_000];
/** At least half the rate of the floor. */
const goal: Goal = { of: 'ratio', atMost: 2 };

/** What does it cost to register a tool for good? */
export const catalogRegisterRow: Row = {
  name: 'catalog-register',
  async run(effort) {
    return await withDatabases(async (databases) => {
      const longer = { ...effort, batchMs: BATCH_MS };
      const lines: Line[] = [];
      for (const count of counts) lines.push(await measureSqlite(databases, count, longer));
      lines.push(...(await measurePostgres(databases, longer)));
      for (const count of counts) lines.push(await measureMemory(count, effort));
      return [
        {
          title: 'catalog-register: one register(), by the clock (floor: a transaction of one row)',
          lines,
          peers: [],
          notes: ['Every transaction waits for the disk, on both sides.', ...databases.notes],
        },
      ];
    });
  },
};

async function measureSqlite({ all }: Databases, count: number, effort: Effort): Promise<Line> {
  const create = all.find(({ kind }) => kind === 'SQLite')?.create;
  const input = { place: await create?.(), rawPlace: await create?.(), count, effort };
  const samples = await runChild<Sample[]>('catalog-register', input);
  return {
    name: `into ${count} tools, SQLite`,
    unit: 'nanoseconds',
    floor: sampleOf(samples, 'raw'),
    ours: sampleOf(samples, 'ours'),
    goal,
  };
}

async function measurePostgres({ all }: Databases, effort: Effort): Promise<Line[]> {
  const serverUrl = all.find(({ kind }) => kind === 'PostgreSQL')?.serverUrl;
  if (serverUrl === undefined) return [];
  const toLine = async (writers: number): Promise<Line> => {
    const samples = await runChild<Sample[]>('catalog-writers', { serverUrl, writers, effort });
    return {
      name: `${writers} at once, PostgreSQL`,
      unit: 'nanoseconds',
      floor: sampleOf(samples, 'raw'),
      ours: sampleOf(samples, 'ours'),
      ...(writers === WRITERS && { goal }),
    };
  };
  return [await toLine(1), await toLine(WRITERS)];
}

async function measureMemory(count: number, effort: Effort): Promise<Line> {
  const samples = await runChild<Sample[]>('catalog-register', { place: { kind: 'memory' }, count, effort });
  return { name: `into ${count} tools, memory`, unit: 'nanoseconds', ours: sampleOf(samples, 'ours') };
}

import type { MemoryInput } from '../children/catalog-memory.ts';
import { runChild } from '../lib/run-child.ts';
import type { Goal, Line, Row } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { type Databases, withDatabases } from '../lib/with-databases.ts';

const ROUNDS = 3;
const sizes = [10_000, 100_000];
const goal: Goal = { of: 'ratio', atMost: 2 };

/** How much heap does a tool need in a catalogue? */
export const catalogMemoryRow: Row = {
  name: 'catalog-memory',
  async run() {
    return await withDatabases(async (databases) => {
      const lines: Line[] = [];
      for (const count of sizes) lines.push(...(await measureSize(databases, count)));
      return [
        {
          title: 'catalog-memory: heap per tool in a replica (floor: its spec as a plain object)',
          lines,
          peers: [],
          notes: [
            'In memory the store and its events are part of the figure, and shared with the replica.',
            ...databases.notes,
          ],
        },
      ];
    });
  },
};

async function measureSize(databases: Databases, count: number): Promise<Line[]> {
  const counts = { 'warm-up': 50, default: count };
  const sides: MemoryInput['side'][] = [{ kind: 'plain' }, { kind: 'memory' }];
  for (const { create } of databases.all) {
    const place = await create();
    await runChild('catalog-fill', { place, counts });
    sides.push(place);
  }
  const samples = sides.map((side) => ({ side, name: side.kind, values: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, values } of samples) {
      values.push((await runChild<number>('catalog-memory', { side, counts })) / count);
    }
  }
  const [floor, ...ours] = samples;
  return ours.map((sample: Sample) => ({
    name: `${count} tools, ${sample.name}`,
    unit: 'bytes',
    ...(floor && { floor }),
    ours: sample,
    ...(sample.name !== 'memory' && { goal }),
  }));
}

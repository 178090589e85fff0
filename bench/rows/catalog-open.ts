import type { OpenInput, OpenTimes } from '../children/catalog-open.ts';
import type { CatalogPlace } from '../lib/catalog-place.ts';
import { runChild } from '../lib/run-child.ts';
import type { Effort, Goal, Line, Row } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { withDatabases } from '../lib/with-databases.ts';

const GOAL_COUNT = 10_000;
const counts = [10, 100, 1000, GOAL_COUNT, 100_000];
const goal: Goal = { of: 'value', atMost: 500e6 };

/** How long does it take to open a catalogue that has tools? */
export const catalogOpenRow: Row = {
  name: 'catalog-open',
  async run(effort) {
    return await withDatabases(async ({ all, notes }) => {
      const lines: Line[] = [];
      const beyond: Line[] = [];
      for (const { kind, create } of all) {
        for (const count of counts) {
          const place = await create();
          await runChild('catalog-fill', { place, counts: { default: count } });
          const times = await measurePlace(place, effort);
          const base = { name: `${count} tools, ${kind}`, unit: 'nanoseconds' } as const;
          const [floor, ours] = [toSample(times.raw, 'cpu'), toSample(times.ours, 'cpu')];
          lines.push({ ...base, floor, ours });
          beyond.push({ ...base, ours: subtract(ours, floor), ...(count === GOAL_COUNT && { goal }) });
          const byClock = subtract(toSample(times.ours, 'wall'), toSample(times.raw, 'wall'));
          beyond.push({ ...base, name: `${base.name}, by the clock`, ours: byClock });
        }
      }
      return [
        { title: 'catalog-open: in a new process (floor: read the same rows)', lines, peers: [], notes },
        { title: 'catalog-open: what is beyond reading the rows', lines: beyond, peers: [] },
      ];
    });
  },
};

type Sides = Record<OpenInput['side'], OpenTimes[]>;

async function measurePlace(place: CatalogPlace, effort: Effort): Promise<Sides> {
  const run = (side: OpenInput['side']) => runChild<OpenTimes>('catalog-open', { side, place });
  const times: Sides = { raw: [], ours: [] };
  for (let round = 0; round < effort.processes; round++) {
    times.raw.push(await run('raw'));
    times.ours.push(await run('ours'));
  }
  return times;
}

function toSample(times: readonly OpenTimes[], clock: keyof OpenTimes): Sample {
  return { name: clock, values: times.map((each) => each[clock]) };
}

function subtract(ours: Sample, floor: Sample): Sample {
  const values = ours.values.map((value, round) => value - (floor.values[round] ?? Number.NaN));
  return { name: ours.name, values };
}

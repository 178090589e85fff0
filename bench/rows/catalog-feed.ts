import type { FeedDelays } from '../children/catalog-feed.ts';
import { runChild } from '../lib/run-child.ts';
import type { Effort, Goal, Line, Row } from '../lib/section.ts';
import { percentile } from '../lib/statistics.ts';
import { type Database, withDatabases } from '../lib/with-databases.ts';

const sizes = [1000, 100_000];
const goal: Goal = { of: 'value', atMost: 50e6 };
const MAX_ROUNDS = 5;
/** In each round; the three slowest of them are beyond the 99th percentile. */
const CHANGES = 300;

/** When does another process see a change? */
export const catalogFeedRow: Row = {
  name: 'catalog-feed',
  async run(effort) {
    return await withDatabases(async ({ all, notes }) => {
      const lines: Line[] = [];
      for (const database of all) {
        for (const count of sizes) lines.push(...(await measureSize(database, count, effort)));
      }
      const title = 'catalog-feed: until a subscriber in another process has seen a change';
      return [{ title, lines, peers: [], notes }];
    });
  },
};

async function measureSize({ kind, create }: Database, count: number, effort: Effort): Promise<Line[]> {
  const delays: FeedDelays[] = [];
  for (let round = 0; round < Math.min(effort.processes, MAX_ROUNDS); round++) {
    const place = await create();
    await runChild('catalog-fill', { place, counts: { default: count } });
    delays.push(await runChild<FeedDelays>('catalog-feed', { place, changes: CHANGES }));
  }
  const toLine = (percent: number, since: keyof FeedDelays): Line => ({
    name: `${count}, ${kind}, p${percent} ${since === 'sinceCall' ? 'since the call' : 'since commit'}`,
    unit: 'nanoseconds',
    ours: { name: kind, values: delays.map((each) => percentile(each[since], percent)) },
    ...(percent === 99 && since === 'sinceCommit' && { goal }),
  });
  return [toLine(50, 'sinceCommit'), toLine(99, 'sinceCommit'), toLine(99, 'sinceCall')];
}

import { runChild } from '../lib/run-child.ts';
import type { Goal, Line, Row } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';
import { withDatabases } from '../lib/with-databases.ts';

const GOAL_COUNT = 10_000;
const counts = [10, 100, 1000, GOAL_COUNT, 100_000];
/** A run takes seconds at the largest size. */
const MAX_ROUNDS = 9;
const MAX_ROUNDS_OF_MANY = 3;
const goal: Goal = { of: 'ratio', atMost: 3 };

/** What does it cost to register many tools at once? */
export const catalogBulkRow: Row = {
  name: 'catalog-bulk',
  async run(effort) {
    return await withDatabases(async ({ all, notes }) => {
      const lines: Line[] = [];
      for (const { kind, serverUrl } of all) {
        for (const count of counts) {
          const rounds = Math.min(effort.rounds, count > GOAL_COUNT ? MAX_ROUNDS_OF_MANY : MAX_ROUNDS);
          const samples = await runChild<Sample[]>('catalog-bulk', { serverUrl, count, rounds });
          const ours = sampleOf(samples, 'ours');
          for (const floor of samplesBut(samples, ['ours'])) {
            const name = `${count}, ${kind}, ${floor.name}`;
            lines.push({ name, unit: 'nanoseconds', floor, ours, ...(count === GOAL_COUNT && { goal }) });
          }
        }
      }
      return [
        {
          title: 'catalog-bulk: registerAll(), by the clock (floor: insert the same rows, one transaction)',
          lines,
          peers: [],
          notes: [
            'Row by row: one statement for each row. Many rows at once: up to 1,000 in a statement.',
            ...notes,
          ],
        },
      ];
    });
  },
};

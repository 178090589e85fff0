import { runChild } from '../lib/run-child.ts';
import type { Line, Row } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';

/** Long enough for some transactions in each batch. */
const batchMs = 50;

/** What does it cost to write every call down? */
export const ledgerRow: Row = {
  name: 'ledger',
  async run(effort) {
    const postgresUrl = process.env.TEST_PG_URL;
    const input = { effort: { ...effort, batchMs }, postgresUrl };
    const samples = await runChild<Sample[]>('ledger', input);
    const toLine = (name: string): Line => ({
      name: `one call, ${name}`,
      unit: 'nanoseconds',
      floor: sampleOf(samples, `raw ${name}`),
      ours: sampleOf(samples, name),
    });
    return [
      {
        title: 'ledger: one call, by the clock (floor: two transactions of the same driver)',
        lines: [
          { name: 'one call, memory', unit: 'nanoseconds', ours: sampleOf(samples, 'memory') },
          toLine('SQLite'),
          ...(postgresUrl === undefined ? [] : [toLine('PostgreSQL')]),
        ],
        peers: [],
        notes: [
          'SQLite writes a file in WAL mode and waits for the disk each time, on both sides.',
          ...(postgresUrl === undefined ? ['PostgreSQL is left out: TEST_PG_URL names no server.'] : []),
        ],
      },
    ];
  },
};

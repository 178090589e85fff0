import { runChild } from '../lib/run-child.ts';
import type { Line, Row } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';
import { NO_POSTGRES_NOTE, withPostgres } from '../lib/with-postgres.ts';

/** Long enough for some transactions in each batch. */
const batchMs = 50;

/** What does it cost to write every call down? */
export const ledgerRow: Row = {
  name: 'ledger',
  async run(effort) {
    const measureWith = (postgresUrl: string | undefined) =>
      runChild<Sample[]>('ledger', { effort: { ...effort, batchMs }, postgresUrl });
    const samples = await withPostgres(measureWith);
    const hasPostgres = samples.some(({ name }) => name === 'PostgreSQL');
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
          ...(hasPostgres ? [toLine('PostgreSQL')] : []),
        ],
        peers: [],
        notes: [
          'SQLite writes a file in WAL mode and waits for the disk each time, on both sides.',
          ...(hasPostgres ? [] : [NO_POSTGRES_NOTE]),
        ],
      },
    ];
  },
};

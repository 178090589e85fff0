import { it } from 'vitest';
import { assertAlone } from './assert-alone.ts';
import { describePlaces } from './describe-places.ts';

const RUNS = { memory: 200, SQLite: 100, PostgreSQL: 40 };

describePlaces('a tenant', ({ kind, place, nextTenant }) => {
  it('sees, to the byte, what it would see if nobody else were there', async () => {
    await assertAlone({ place: place(), nextTenant, numRuns: RUNS[kind] });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deaf } from '../../packages/toolcrib/src/stores/testkit/catalog-case.ts';
import { POSTGRES_HINT } from '../postgres/start-postgres.ts';
import { anySequence } from './any-operation.ts';
import { runSequence, type SequenceFigures } from './run-sequence.ts';
import { openMemoryPlace, openPostgresPlace, openSqlitePlace, type StorePlace } from './store-place.ts';

const DEFAULT_SEQUENCES = 600;
const sequences = Number(process.env.CATALOG_SEQUENCES ?? DEFAULT_SEQUENCES);
const notice = sequences === DEFAULT_SEQUENCES ? '; set CATALOG_SEQUENCES=5000 for more' : '';
const MS_FOR_A_SEQUENCE = 200;

/** So many have PostgreSQL work for them at the same time, each for a tenant of its own. */
const AT_ONCE = 8;
const MAX_STEPS = 20;

const serverUrl = inject('postgresUrl');
const where = serverUrl === null ? `memory and SQLite (not PostgreSQL: ${POSTGRES_HINT})` : 'every store';

describe('random operations, one after another', () => {
  let places: readonly StorePlace[] = [];

  beforeAll(async () => {
    const opened = [await openMemoryPlace(), await openSqlitePlace()];
    if (serverUrl !== null) opened.push(await openPostgresPlace(serverUrl));
    places = opened.map((place) => ({
      ...place,
      stores: [deaf(place.stores[0]), deaf(place.stores[1])],
    }));
  });

  afterAll(async () => {
    for (const place of places) await place.remove();
  });

  it(`[C2, C3, C4, C5, C6, C7, C9, C10, C11] have the outcome of the model, to the byte, on ${where} (${sequences} sequences${notice})`, {
    timeout: 60_000 + sequences * MS_FOR_A_SEQUENCE,
  }, async () => {
    const seen: SequenceFigures = { steps: 0, errors: new Map(), events: new Map() };
    let tenants = 0;
    const someSequences = fc.array(anySequence(MAX_STEPS), { minLength: AT_ONCE, maxLength: AT_ONCE });

    await fc.assert(
      fc.asyncProperty(someSequences, async (plans) => {
        const runs = plans.map((steps) => {
          tenants += 1;
          return runSequence({ places, tenant: `tenant-${tenants}`, seen }, steps);
        });
        await Promise.all(runs);
      }),
      { numRuns: Math.ceil(sequences / AT_ONCE) },
    );

    // Everything that can happen has happened, and not just once.
    expect([...seen.errors.keys()].sort()).toEqual([
      'E_INVALID_OPTION',
      'E_INVALID_SPEC',
      'E_TOOL_DISABLED',
      'E_TOOL_NOT_FOUND',
      'E_TOOL_QUARANTINED',
      'E_VERSION_CONFLICT',
      'E_VERSION_NOT_FOUND',
    ]);
    expect(seen.events.size).toBe(11);
    for (const times of [...seen.errors.values(), ...seen.events.values()]) {
      expect(times).toBeGreaterThan(sequences / 100);
    }
    if (notice === '') process.stderr.write(`notice: ${tenants} sequences, ${seen.steps} steps\n`);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deaf } from '../../packages/toolcrib/src/stores/testkit/catalog-case.ts';
import { openMemoryPlace, openSqlitePlace, type StorePlace } from '../catalog/store-place.ts';
import { anyLifecycle } from './lifecycle-operation.ts';
import { type LifecycleFigures, runLifecycle } from './run-lifecycle.ts';

const sequences = Number(process.env.LIFECYCLE_SEQUENCES ?? 300);
const MAX_STEPS = 28;

/** Of an operation, of resolving, and of a change. */
const outcomes = [
  ...['E_DRAFT_NOT_FOUND', 'E_PLAN_STALE', 'E_SELF_APPROVAL', 'E_TOOL_DISABLED', 'E_TOOL_NOT_FOUND'],
  ...['E_TOOL_QUARANTINED', 'E_TOOL_SUNSET: use other', 'E_VERSION_CONFLICT', 'E_VERSION_NOT_FOUND', 'ok'],
  ...['1.0.0 plain', '1.0.0 other', '2.0.0 plain', '2.0.0 other', 'null plain', 'null other'],
  ...[
    ...['created', 'updated', 'reactivated', 'enabled', 'disabled', 'deprecated', 'undeprecated'],
    ...['quarantined', 'released', 'removed'],
  ].flatMap((change) => [`tool-${change} pay`, `tool-${change} send`]),
  ...['draft-proposed pay', 'draft-proposed send', 'draft-discarded pay', 'draft-discarded send'],
  'publication-refused send',
];

describe('the lifecycle of a tool', () => {
  let places: readonly (readonly [StorePlace, number])[] = [];

  beforeAll(async () => {
    places = [
      [await openMemoryPlace(), sequences],
      [await openSqlitePlace(), Math.ceil(sequences / 10)],
    ];
  });

  afterAll(async () => {
    for (const [place] of places) await place.remove();
  });

  it(`[C3, C4, C6, C10, C11] is that of the model, as dates come and go (${sequences} sequences in memory)`, {
    timeout: 60_000 + sequences * 200,
  }, async () => {
    const seen: LifecycleFigures = new Map();
    for (const [place, numRuns] of places) {
      const store = deaf(place.stores[0]);
      let tenants = 0;
      await fc.assert(
        fc.asyncProperty(anyLifecycle(MAX_STEPS), async (operations) => {
          tenants += 1;
          await runLifecycle({ store, tenant: `tenant-${tenants}`, seen }, operations);
        }),
        { numRuns },
      );
    }

    // Everything that can happen has happened, and not just once.
    expect([...seen.keys()].toSorted()).toEqual(outcomes.toSorted());
    expect(Math.min(...seen.values())).toBeGreaterThan(sequences / 100);
  });
});

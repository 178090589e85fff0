import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type CatalogStore, openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { anyMoves } from './any-move.ts';
import { describePlaces } from './describe-places.ts';
import { type Flakiness, FlakyStore, nextTurn } from './flaky-store.ts';
import { History, keyOf } from './history.ts';
import { Interleaving, LISTENER_FAULT } from './interleaving.ts';
import { toText } from './operation.ts';
import { withoutFindings } from './unheeded-findings.ts';

const MAX_MOVES = 40;
const RUNS = { memory: 400, SQLite: 200, PostgreSQL: 80 };
/** Until what travels in its own time has arrived, on a machine that is busy with other things. */
const PATIENCE = { timeout: 60_000, interval: 1 };

const trouble: Flakiness = { delays: 0.5, failures: 0.15, losses: 0.4, lostWakes: 0.5 };

describePlaces('catalogues that change a tenant at the same time', ({ kind, place, nextTenant }) => {
  const numRuns = RUNS[kind];

  it('agree with one order of all changes, and tell every listener of each event once', async () => {
    await fc.assert(
      fc.asyncProperty(anyMoves(MAX_MOVES), async (moves) => {
        const [first, second] = place().stores;
        const tenant = nextTenant();
        const interleaving = await Interleaving.open([first, second, first], tenant);
        try {
          await interleaving.make(moves);

          // Nobody asks them to look: they are woken.
          await assertAgreement(interleaving, second, tenant);
          for (const fault of interleaving.faults) expect(fault).toBe(LISTENER_FAULT);
        } finally {
          interleaving.close();
        }
      }),
      { numRuns },
    );
  });

  it('miss nothing and double nothing when the store is slow, fails, and does not wake them', async () => {
    const seen = { failures: 0, unknown: 0 };

    await fc.assert(
      fc.asyncProperty(anyMoves(MAX_MOVES), fc.nat(), async (moves, seed) => {
        const [first, second] = place().stores;
        const tenant = nextTenant();
        const flaky = [first, second, first].map((store, index) => {
          return new FlakyStore(store, trouble, seed + index);
        });
        const interleaving = await Interleaving.open(flaky, tenant);
        for (const store of flaky) store.isInTrouble = true;
        try {
          await interleaving.make(moves);
          for (const store of flaky) store.isInTrouble = false;
          await Promise.all(interleaving.catalogs.map((catalog) => catalog.refresh()));

          await assertAgreement(interleaving, second, tenant);
          const failures = interleaving.operations.flatMap(({ outcome }) => storeFailure(outcome?.error));
          seen.failures += failures.length;
          seen.unknown += failures.filter(({ context }) => context.isOutcomeUnknown === true).length;
        } finally {
          interleaving.close();
        }
      }),
      { numRuns },
    );

    expect(seen.failures).toBeGreaterThan(numRuns);
    expect(seen.unknown).toBeGreaterThan(numRuns / 4);
  });
});

function storeFailure(error: unknown): readonly ToolcribError[] {
  return error instanceof ToolcribError && error.code === 'E_STORE_FAILED' ? [error] : [];
}

/** All catalogues, their listeners and the store say the same, and it is what a model makes of the changes in their order. */
async function assertAgreement(
  { catalogs, operations, subscribers }: Interleaving,
  store: CatalogStore,
  tenant: string,
): Promise<void> {
  const events = await store.events(tenant, 0, 10_000);
  const history = new History(operations, withoutFindings(events));
  expect(history.problems).toEqual([]);
  await vi.waitFor(() => {
    for (const catalog of catalogs) expect(catalog.sequence).toBe(events.length);
    for (const { heard, after, hasEnded } of subscribers) {
      if (!hasEnded) expect(heard.length).toBeGreaterThanOrEqual(events.slice(after).length);
    }
  }, PATIENCE);
  await nextTurn();

  const expected = toText(history.end.snapshot());
  const fresh = await openCatalog(store, { tenant });
  for (const catalog of [...catalogs, fresh]) expect(toText(catalog.snapshot())).toBe(expected);
  fresh.close();
  const uses = new Map((await store.uses(tenant)).map((use) => [keyOf(use), use.count]));
  expect(uses).toEqual(history.useCounts());
  for (const { heard, early, after, hasEnded } of subscribers) {
    const due = events.slice(after);
    expect(toText(heard)).toBe(toText(hasEnded ? due.slice(0, heard.length) : due));
    expect(early).toEqual([]);
  }
}

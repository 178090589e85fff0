import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ledger, memoryLedger } from '../../packages/toolcrib/src/runtime/index.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import type { CrashPlace } from '../crash/crash-place.ts';
import { describeStores } from '../crash/describe-stores.ts';
import { type OpenStore, openStore } from '../crash/open-store.ts';
import {
  doubleFailures,
  interrupted,
  lateAnswers,
  type NamedPlan,
  noFailure,
  outages,
  singleFailures,
} from './failure-plans.ts';
import { runLedgerCase, toolNames } from './run-ledger-case.ts';

/** How many plans of each tool a database is tried with; `LEDGER_PLANS` for more. In memory all are. */
const PLANS = Number(process.env.LEDGER_PLANS ?? '25');

describe('calls whose ledger fails, in memory', () => {
  describeFailures(
    () => memoryLedger({ maxEntries: 100_000, maxKeyedEntries: 100_000 }),
    Number.POSITIVE_INFINITY,
  );
});

describeStores(
  (kind) => `calls whose ledger fails, in ${kind}`,
  ({ createPlace }) => {
    let place: CrashPlace;
    let store: OpenStore;

    beforeAll(async () => {
      place = await createPlace();
      store = await openStore(await place.addStore('calls'));
    });

    afterAll(async () => {
      await store.close();
      await place.remove();
    });

    describeFailures(() => store.ledger, PLANS);
  },
);

function describeFailures(open: () => Ledger, limit: number): void {
  it.each(
    toolNames.flatMap((tool) =>
      (['another', 'itself'] as const).map((recoveredBy) => ({ tool, recoveredBy })),
    ),
  )(
    '[L4] $tool has one end at most, and is never run after it was said not to be, recovered by $recoveredBy',
    { timeout: 300_000 },
    async (call) => {
      const store = open();
      const { steps, violations, answer } = await runLedgerCase(store, { ...call, plan: noFailure });
      expect([violations, answer]).toEqual([[], expect.stringMatching(/^ok/)]);

      const found: string[] = [];
      const answers = new Set<string>();
      for (const plan of choose(plansFor(steps, call.recoveredBy), limit)) {
        const outcome = await runLedgerCase(store, { ...call, plan });
        answers.add(outcome.answer);
        found.push(
          ...outcome.violations.map((violation) => `${plan.name}: ${violation} (${outcome.answer})`),
        );
      }

      expect(found).toEqual([]);
      // The failures were such that calls came to something else too.
      expect(answers.size).toBeGreaterThan(1);
    },
  );

  it.each(['wipe', 'asking'] as const)('[G3] %s that was rejected is never run', async (tool) => {
    const store = open();
    const rejected = { tool, recoveredBy: 'itself', decision: 'reject' } as const;
    const { steps } = await runLedgerCase(store, { ...rejected, plan: noFailure });
    const found: string[] = [];
    for (const plan of choose([...singleFailures(steps), ...outages(steps)], limit)) {
      const { violations } = await runLedgerCase(store, { ...rejected, plan });
      found.push(...violations.map((violation) => `${plan.name}: ${violation}`));
    }
    expect(found).toEqual([]);
  });
}

function plansFor(steps: number, recoveredBy: 'another' | 'itself'): readonly NamedPlan[] {
  const plans = [...singleFailures(steps), ...outages(steps), ...lateAnswers(steps)];
  return [
    ...plans,
    ...doubleFailures(steps),
    ...interrupted([noFailure, ...plans], { steps, kind: 'abort' }),
    // A runtime that was closed recovers nothing.
    ...(recoveredBy === 'another' ? interrupted([noFailure, ...plans], { steps, kind: 'close' }) : []),
  ];
}

/** Some of them, always the same. */
function choose(plans: readonly NamedPlan[], limit: number): readonly NamedPlan[] {
  if (plans.length <= limit) return plans;
  const random = createSeededRandom(plans.length);
  return plans
    .map((plan) => ({ plan, rank: random.number() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ plan }) => plan);
}

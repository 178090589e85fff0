import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chaosPlan } from './chaos-plan.ts';
import { ChaosWorld } from './chaos-world.ts';
import { findViolations, statuses } from './find-violations.ts';
import { watchRejections } from './watch-rejections.ts';

const RUNS = 400;

describe('a runtime in chaos', () => {
  it('[L4, L8, L9] gives each call one record, keeps its word on effects, and leaves nothing behind', async () => {
    const seen = new Map<string, number>();
    let calls = 0;

    await fc.assert(
      fc.asyncProperty(chaosPlan, async (plan) => {
        const watch = watchRejections();
        try {
          const world = new ChaosWorld(plan);
          await world.run();
          const isAlive = await world.probe();
          let isClosed = false;
          void world.runtime.close().then(() => {
            isClosed = true;
          });
          await world.settle();
          await watch.stop();

          const observed = await world.observe(watch.reasons);
          expect(findViolations(observed)).toEqual([]);
          const { failedReports, idleTimers } = world;
          expect({ isAlive, isClosed, failedReports, idleTimers }).toEqual({
            isAlive: true,
            isClosed: true,
            failedReports: 0,
            idleTimers: 0,
          });
          for (const { record } of observed.calls) {
            if (record === undefined) continue;
            calls++;
            seen.set(record.status, (seen.get(record.status) ?? 0) + 1);
            expect(() => JSON.stringify(record)).not.toThrow();
            expect(world.runtime.renderForModel(record).parts.length).toBeGreaterThan(0);
            expect(world.runtime.renderForUser(record).summary).not.toBe('');
          }
        } finally {
          await watch.stop();
        }
      }),
      { numRuns: RUNS },
    );

    expect(calls).toBeGreaterThan(10_000);
    expect([...seen.keys()].sort()).toEqual([...statuses].sort());
    for (const [status, count] of seen) expect(count, status).toBeGreaterThan(100);
  });
});

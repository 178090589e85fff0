import { createFakeClock } from 'toolcrib/testing';
import { expect, it } from 'vitest';
import { OpenApprovals } from './open-approvals.ts';

it('asks the ledger once in five seconds, and tells the operator when it cannot', async () => {
  const clock = createFakeClock();
  const faults: unknown[] = [];
  let asked = 0;
  let isDown = false;
  const approvals = new OpenApprovals({
    clock,
    onFault: (error) => faults.push(error),
    ledger: {
      countWaiting: async () => {
        asked += 1;
        if (isDown) throw new Error('The database is gone.');
        return new Map([['acme', asked]]);
      },
    },
  });

  expect(await Promise.all([approvals.count(), approvals.count()])).toEqual(
    Array.from({ length: 2 }, () => new Map([['acme', 1]])),
  );
  await clock.advance(4_999);
  expect(await approvals.count()).toEqual(new Map([['acme', 1]]));
  await clock.advance(1);
  isDown = true;
  expect([await approvals.count(), await approvals.count()]).toEqual([undefined, undefined]);
  expect([asked, faults.length]).toEqual([2, 1]);
  await clock.advance(5_000);
  isDown = false;
  expect(await approvals.count()).toEqual(new Map([['acme', 3]]));
});

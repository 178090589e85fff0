import { createFakeClock } from 'toolcrib/testing';
import { expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import { SharedBucket, type SharedBucketParts } from './shared-bucket.ts';

const MINUTE_MS = 60_000;

/** Processes that share a limit, and how often their store was asked. */
async function openProcesses(perMinute: number, count = 1) {
  const { store } = await openServiceDatabase({ dataFolder: ':memory:' });
  const clock = createFakeClock(Date.parse('2026-11-16T00:00:00.000Z'));
  const faults: unknown[] = [];
  const state = { asked: 0, isDown: false };
  const parts: SharedBucketParts = {
    clock,
    onFault: (error) => faults.push(error),
    store: {
      takeUses: async (...values) => {
        state.asked += 1;
        if (state.isDown) throw new Error('The database is gone.');
        return await store.takeUses(...values);
      },
    },
  };
  const open = () => new SharedBucket({ counter: 'key:1', perMinute }, parts);
  return { buckets: Array.from({ length: count }, open), open, clock, state, faults };
}

/** How many of several requests are admitted. */
async function admit(bucket: SharedBucket | undefined, count: number): Promise<number> {
  let admitted = 0;
  for (let round = 0; round < count; round += 1) if ((await bucket?.take(1)) === 0) admitted += 1;
  return admitted;
}

it.each([1, 2, 39, 40, 100, 1_000])('admits %i a minute in all, in whatever turns', async (limit) => {
  const { buckets, clock } = await openProcesses(limit, 3);
  let admitted = 0;
  for (let round = 0; round < limit; round += 1) admitted += await admit(buckets[round % 3], 2);
  for (const bucket of buckets) admitted += await admit(bucket, limit);

  expect(admitted).toBe(limit);
  await clock.advance(MINUTE_MS);
  for (const bucket of buckets) admitted += await admit(bucket, limit);
  expect(admitted).toBe(2 * limit);
});

it('admits no more than a twentieth for each process beside that, which they may hold from before', async () => {
  const { buckets, clock } = await openProcesses(100, 4);
  let before = 0;
  // Often enough that each process takes more than it needs.
  for (let round = 0; round < 5; round += 1) {
    for (const bucket of buckets) before += await admit(bucket, 1);
  }
  expect(before).toBe(20);
  await clock.advance(10 * MINUTE_MS);

  let admitted = 0;
  for (const bucket of buckets) admitted += await admit(bucket, 200);

  expect(admitted).toBeGreaterThan(100);
  expect(admitted).toBeLessThanOrEqual(100 + 4 * 4);
});

it('takes many at once from the store where many are needed, and asks seldom when there are none', async () => {
  const { buckets, state } = await openProcesses(6_000);

  expect(await admit(buckets[0], 6_000)).toBe(6_000);
  expect(state.asked).toBeLessThanOrEqual(30);
  const { asked } = state;
  expect(await admit(buckets[0], 1_000)).toBe(0);
  expect(state.asked - asked).toBeLessThanOrEqual(1);
});

it('does not ask more than ten times a second for what another process takes away', async () => {
  const { buckets, clock, state } = await openProcesses(60_000, 2);
  for (const bucket of buckets) await admit(bucket, 61_000);
  const { asked } = state;

  let admitted = 0;
  for (let ms = 0; ms < 1_000; ms += 5) {
    await clock.advance(5);
    for (const bucket of buckets) admitted += await admit(bucket, 10);
  }

  expect(state.asked - asked).toBeLessThanOrEqual(2 * 11);
  expect(admitted).toBeGreaterThan(800);
  expect(admitted).toBeLessThanOrEqual(1_000);
});

it('decides about many at the same time with one question, and about several together as one', async () => {
  const { buckets, state } = await openProcesses(100);
  const [bucket] = buckets;

  const answers = await Promise.all(Array.from({ length: 60 }, () => bucket?.take(1)));

  expect(answers.every((retryAfterMs) => retryAfterMs === 0)).toBe(true);
  expect(state.asked).toBeLessThanOrEqual(2);
  expect(await bucket?.take(41)).toBe(600);
  expect(await bucket?.take(40)).toBe(0);
});

it('holds to the limit alone while the store fails, tells so once a second, and asks again', async () => {
  const { buckets, clock, state, faults } = await openProcesses(10, 2);
  const [bucket, other] = buckets;
  expect(await admit(bucket, 4)).toBe(4);
  state.isDown = true;

  expect(await admit(bucket, 100)).toBe(6);
  expect(await admit(other, 100)).toBe(10);
  expect(faults).toHaveLength(2);
  await clock.advance(1_000);
  expect(await admit(bucket, 100)).toBe(0);
  expect(faults).toHaveLength(3);

  state.isDown = false;
  await clock.advance(1_000);
  expect(await admit(bucket, 100)).toBe(6);
  expect(await admit(other, 100)).toBe(0);
});

import { memoryLedger } from 'toolcrib/runtime';
import { createFakeClock } from 'toolcrib/testing';
import { expect, it } from 'vitest';
import { actorOf, type CallWorldOptions, startCallWorld, toolOf } from '../../../../test/calls/call-world.ts';
import type { AuditMark } from '../store/service-store.ts';

const DAY_MS = 86_400_000;
const ada = actorOf('key:ada', { scopes: ['*'] });
const tools = [toolOf('echo', () => 'hi', { effect: 'read' })];

/** A process on a clock that stands still, which knows what its ledger was asked to forget. */
async function start(options: CallWorldOptions = {}) {
  const clock = createFakeClock();
  const inner = memoryLedger({ maxEntries: 5_000 });
  const steps: (number | undefined)[] = [];
  const ledger = {
    ...{ isDurable: true, insert: inner.insert.bind(inner), replace: inner.replace.bind(inner) },
    ...{ get: inner.get.bind(inner), find: inner.find.bind(inner) },
    findSummaries: inner.findSummaries.bind(inner),
    search: inner.search.bind(inner),
    countWaiting: inner.countWaiting.bind(inner),
    prune: (endedBefore: number, limit?: number) => {
      steps.push(limit);
      return inner.prune(endedBefore, limit);
    },
  };
  const world = startCallWorld({ tools, clock, ledger, ...options });
  const view = await (await world.publish()).view();
  const call = async () => {
    const started = await world.desk.start({ actor: ada, view, tool: 'echo', args: {} });
    await started.ended;
    return started.invocationId;
  };
  const list = async () => (await world.desk.list(ada, { limit: 5_000 })).items.map(({ id }) => id);
  return { ...world, clock, call, list, steps };
}

it('forgets calls that ended so many days ago, within an hour, and no others', async () => {
  const { desk, clock, call, list } = await start({ keepCallsDays: 1 });
  await desk.recoverCalls();
  await call();
  await clock.advance(DAY_MS / 2);
  const second = await call();

  await clock.advance(DAY_MS / 2 - 3_600_000);
  const before = await list();
  await clock.advance(2 * 3_600_000);

  expect(before).toHaveLength(2);
  expect(await list()).toEqual([second]);
  await desk.close();
  expect(clock.pendingTimers).toBe(0);
});

it('keeps calls for ever if it is told so', async () => {
  const { desk, clock, call, list, steps } = await start({ keepCallsDays: 0 });
  await call();
  await desk.recoverCalls();

  await clock.advance(3 * DAY_MS);

  expect([(await list()).length, steps]).toEqual([1, []]);
  await desk.close();
});

it('keeps what a process may not have written into the audit log yet', async () => {
  const clock = createFakeClock();
  const at = new Date(clock.now() - 60_000).toISOString();
  const behind: AuditMark = { owner: 'other', auditedUntil: at, seenAt: '2027-01-01T00:00:00.000Z' };
  const { desk, call, list } = await start({
    ...{ keepCallsDays: 1, clock, marks: new Map([['other', behind]]) },
  });
  const id = await call();
  await desk.recoverCalls();

  await clock.advance(3 * DAY_MS);

  expect(await list()).toEqual([id]);
  await desk.close();
});

it('forgets many calls in small steps', async () => {
  const { desk, clock, call, list, steps } = await start({ keepCallsDays: 1 });
  for (let index = 0; index < 1_200; index++) await call();
  await clock.advance(2 * DAY_MS);

  await desk.recoverCalls();
  await clock.advance(0);
  const left = [(await list()).length];
  await clock.advance(1_000);
  left.push((await list()).length);

  expect([left, steps]).toEqual([
    [700, 0],
    [500, 500, 500],
  ]);
  await desk.close();
});

it('drops large results with the calls that they belong to', async () => {
  const putBefore: number[] = [];
  const pruneArtifacts = async (time: number, limit: number) => {
    putBefore.push(time);
    // As many as it may, once.
    return putBefore.length === 1 ? limit : 0;
  };
  const { desk, clock } = await start({ keepCallsDays: 1, pruneArtifacts });
  const now = clock.now();

  await desk.recoverCalls();
  await clock.advance(1_000);

  expect(putBefore).toEqual([now - DAY_MS, now - DAY_MS]);
  await desk.close();
});

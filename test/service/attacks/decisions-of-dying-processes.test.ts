import { setTimeout as sleep } from 'node:timers/promises';
import { Tool } from 'toolcrib';
import { isEnded, type SearchableLedger } from 'toolcrib/runtime';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import type { ServiceDatabase } from '../../../packages/server/src/store/service-database.ts';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase } from '../../postgres/test-database.ts';
import { createFastClock } from '../fuzz/fast-clock.ts';
import { openTestService } from '../open-service.ts';

const team = '/v1/tenants/default';
const decisions = ['approve', 'reject'] as const;
type Decision = (typeof decisions)[number];
type Place = Parameters<typeof openServiceDatabase>[0];

describe('a decision in a process that dies, on a file', () => {
  it.each(decisions)('is in the audit log of the call that it is about: %s', async (decision) => {
    await withTempFolder((dataFolder) => settleAndDie({ dataFolder }, decision));
  });

  it.each(decisions)('is in the log once if the process was only slow: %s', async (decision) => {
    await withTempFolder((dataFolder) => settleSlowly({ dataFolder }, decision));
  });

  it.each(decisions)('is known though its answer is lost: %s', async (decision) => {
    await withTempFolder((dataFolder) => loseAnswer({ dataFolder }, decision));
  });
});

describePostgres('a decision in a process that dies, on PostgreSQL', (serverUrl) => {
  async function onDatabase(body: (place: Place) => Promise<void>): Promise<void> {
    const { url, drop } = await createTestDatabase(serverUrl);
    onTestFinished(drop);
    await body({ databaseUrl: url });
  }

  it.each(decisions)('is in the audit log of the call that it is about: %s', async (decision) => {
    await onDatabase((place) => settleAndDie(place, decision));
  });

  it.each(decisions)('is in the log once if the process was only slow: %s', async (decision) => {
    await onDatabase((place) => settleSlowly(place, decision));
  });

  it.each(decisions)('is known though its answer is lost: %s', async (decision) => {
    await onDatabase((place) => loseAnswer(place, decision));
  });
});

/** The process that settles the gate hears nothing of its commit any more, and the call goes on in another one. */
async function settleAndDie(place: Place, decision: Decision): Promise<void> {
  await withServices(place, async ({ settle, until }) => {
    void settle(decision, { holds: new Promise(() => undefined) });

    await until(decision);
  });
}

/** The process that settles the gate hears of its commit when the call has ended in another one. */
async function settleSlowly(place: Place, decision: Decision): Promise<void> {
  await withServices(place, async ({ settle, until }) => {
    const { promise: holds, resolve: goOn } = Promise.withResolvers<void>();
    const settling = settle(decision, { holds });
    await until(decision);

    goOn();

    expect(await settling).toMatchObject({ status: 200 });
    await until(decision);
  });
}

/** The commit is answered by an error, and the ledger is down for longer than is tried again. */
async function loseAnswer(place: Place, decision: Decision): Promise<void> {
  await withServices(place, async ({ settle, until, heal }) => {
    const answer = await settle(decision, { holds: Promise.reject(new Error('The connection is lost.')) });
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'E_CALL_NOT_RECORDED',
        detail: expect.stringContaining('may have been stored. Look at the gate.'),
        context: { invocationId: expect.any(String), sideEffect: 'unknown' },
      },
    });

    await until(decision);

    heal();
    // The same decision once more is answered by what is stored.
    expect(await settle(decision, {})).toMatchObject({ status: 200 });
    await until(decision);
  });
}

interface World {
  /** Sends a decision to the first service, whose ledger holds back the answer to its commit. */
  settle(
    decision: Decision,
    commit: { readonly holds?: Promise<void> },
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Ends the outage of the ledger of the first service. */
  heal(): void;
  /** Resolves when the call has ended as it was decided, and the audit log says so and nothing else. */
  until(decision: Decision): Promise<void>;
}

/** A call that waits in the second of two services on one database. */
async function withServices(place: Place, body: (world: World) => Promise<void>): Promise<void> {
  const clock = createFastClock(10);
  const database = await openServiceDatabase(place, { clock, onFault: () => undefined });
  let holds: Promise<void> | undefined;
  let isDown = false;
  const deciding = slowLedger(database.ledger, {
    assertUp() {
      if (isDown) throw new Error('The connection is lost.');
    },
    async onSettled() {
      const held = holds;
      holds = undefined;
      await held?.catch((error: unknown) => {
        isDown = true;
        throw error;
      });
    },
  });
  let runs = 0;
  const wipe = new Tool({
    ...{ name: 'wipe', description: 'Wipes it.', effect: 'destructive', version: '1.0.0' },
    inputSchema: { type: 'object', properties: {} },
    handler: () => `done ${++runs}`,
  });
  const open = (owner: string, own: ServiceDatabase) =>
    openTestService({ tools: [wipe], clock, owner, closedBy: 'owner', recoversCalls: false, database: own });
  const first = await open('first', { ...database, ledger: deciding });
  const second = await open('second', database);
  try {
    const { key } = await second.makeKey({ scopes: ['*'] });
    const approver = await second.makeKey({ roles: ['approver'], scopes: ['*'] });
    const { body: waiting } = await second.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'wipe', arguments: {} },
    });
    const gate = (await second.ask('GET', `${team}/gates/${waiting.gate.id}`, { key: approver.key })).body;
    const { toolDigest, contentDigest } = gate;
    const readLog = async () => {
      const { items } = (await second.ask('GET', `${team}/audit?limit=200`)).body;
      const own = items.filter(({ invocationId }: { invocationId?: string }) => invocationId === waiting.id);
      return own.map(({ action, actor, outcome }: Record<string, string>) => [action, actor, outcome]);
    };
    await body({
      settle(decision, commit) {
        holds = commit.holds;
        holds?.catch(() => undefined);
        const order = { decision, toolDigest, contentDigest };
        return first.ask('POST', `${team}/gates/${gate.id}/settle`, { key: approver.key, body: order });
      },
      heal() {
        isDown = false;
      },
      async until(decision) {
        const isDone = async () => isEnded((await database.ledger.get(waiting.id))?.state ?? 'waiting');
        await vi.waitUntil(isDone, { timeout: 30_000 });
        await second.service.audit.flush('default');
        await sleep(20);
        const outcome = decision === 'approve' ? 'ok' : 'denied';
        expect((await readLog()).toSorted()).toEqual([
          ['gate-open', expect.any(String), 'ok'],
          ['gate-settled', `key:${approver.id}`, outcome],
          ['tool-call-end', expect.any(String), outcome],
        ]);
        expect((await database.ledger.get(waiting.id))?.state).toBe(decision === 'approve' ? 'ok' : 'denied');
        expect(runs).toBe(decision === 'approve' ? 1 : 0);
        const events = (await second.ask('GET', `${team}/events?limit=200`)).body.items;
        const told = events.filter(({ type }: { type: string }) => type === 'gate-settled');
        expect(told).toHaveLength(1);
      },
    });
  } finally {
    holds = undefined;
    await second.close();
    // What hears nothing of its commit does not end by itself.
    await Promise.race([first.close(), sleep(1_000)]);
    await database.close();
  }
}

/** A ledger that does not answer at once when it has stored a settlement. */
function slowLedger(
  ledger: SearchableLedger,
  { assertUp, onSettled }: { readonly assertUp: () => void; readonly onSettled: () => Promise<void> },
): SearchableLedger {
  const ask = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
    assertUp();
    return await work();
  };
  return {
    isDurable: true,
    insert: (entry) => ask(() => ledger.insert(entry)),
    replace: async (entry) => {
      const isWritten = await ask(() => ledger.replace(entry));
      if (entry.gates.some(({ settlement }) => settlement !== null)) await onSettled();
      return isWritten;
    },
    get: (id) => ask(() => ledger.get(id)),
    find: (query) => ask(() => ledger.find(query)),
    findSummaries: (query) => ask(() => ledger.findSummaries(query)),
    prune: (before, limit) => ask(() => ledger.prune(before, limit)),
    search: (search) => ask(() => ledger.search(search)),
    countWaiting: () => ask(() => ledger.countWaiting()),
  };
}

import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../packages/toolcrib/src/testing/index.ts';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import {
  type Attempt,
  acceptedOf,
  type CallWay,
  doneOf,
  isConnectionRefused,
  refusedOf,
  startLoad,
  tryCall,
} from './load.ts';
import { countEffects, expectNothingTwice, expectOneEnd, listAll, readAudit } from './look-through.ts';
import { createSmallClient, type SmallClient } from './small-client.ts';
import { effectsFileOf, type Replica, type ReplicaPlace, startReplica } from './start-replica.ts';

/** `FAULT_KILLS` for more. */
const KILLS = Number(process.env.FAULT_KILLS ?? '3');
const MS_FOR_A_KILL = 60_000;
const CLIENTS = 4;
const WAYS: readonly CallWay[] = ['sync', 'gated', 'async', 'sync', 'sync', 'async', 'sync', 'async'];
/** A kill comes after so many answers more, at most. */
const MAX_ANSWERS = 60;
/** After so many kills somebody agrees to what waits: a key may have a number of open gates, and they have their time. */
const KILLS_BETWEEN_APPROVALS = 10;

const title = `loses nothing that it acknowledged, and does nothing twice (${KILLS} kills)`;
const options = { timeout: 120_000 + KILLS * MS_FOR_A_KILL };

describe('a service with a file that is killed under load', () => {
  it(title, options, async () => {
    await withTempFolder((folder) => killAgainAndAgain({ folder }, async () => undefined));
  });
});

describePostgres('a service with PostgreSQL that is killed under load', (serverUrl) => {
  it(title, options, async () => {
    const database = await createTestDatabase(serverUrl);
    await withTempFolder((folder) =>
      killAgainAndAgain({ folder, databaseUrl: database.url }, () => letTimePass(database)),
    ).finally(() => database.drop());
  });
});

/** As if all the time had passed that a call may take, and that a silent process may live: a process on PostgreSQL may have others beside it. */
async function letTimePass({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    `update toolcrib_calls set entry = jsonb_set(entry::jsonb, '{leaseUntil}', '0')::text where state = 'running'`,
  );
  await pool.query(`update toolcrib_audit_marks set seen_at = '2026-01-01T00:00:00.000Z'`);
}

async function killAgainAndAgain(place: ReplicaPlace, whileDead: () => Promise<void>): Promise<void> {
  const random = createSeededRandom(KILLS);
  const attempts: Attempt[] = [];
  let service = await startReplica(place);
  const { adminKey, agentKey } = service;
  const urlOf = () => service.url;
  const admin = createSmallClient(urlOf, adminKey);
  const agent = createSmallClient(urlOf, agentKey);
  let decided = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    attempts.push(...(await killUnderLoad(service, { key: agentKey, name: `run-${kill}`, random })));
    expectNothingTwice(effectsFileOf(place));
    await whileDead();
    service = await startReplica(place);
    if ((kill + 1) % KILLS_BETWEEN_APPROVALS !== 0 || kill + 1 === KILLS) continue;
    await expectGatesOpen({ admin, agent, place }, attempts.slice(decided));
    decided = attempts.length;
  }

  await expectAcknowledged({ admin, agent, place }, { decided: attempts.slice(0, decided), attempts });
  await expectGatesOpen({ admin, agent, place }, attempts.slice(decided));
  await expectNoneAgain({ agent, place }, attempts);
  expectOneEnd(await listAll(agent, '/calls'), await readAudit(admin));
  await readAudit(admin, '');
  expect(await service.stop('SIGTERM')).toBe(0);
}

/** Gives all calls that were tried until the process was gone. */
async function killUnderLoad(
  service: Replica,
  { key, name, random }: { key: string | null; name: string; random: { number(): number } },
): Promise<readonly Attempt[]> {
  const urlOf = () => service.url;
  const load = startLoad({ urlOf, key, name, clients: CLIENTS, ways: WAYS });
  const answers = 12 + Math.floor(random.number() * MAX_ANSWERS);
  await load.until((attempts) => attempts.filter(({ status }) => status !== undefined).length >= answers);

  expect(await service.stop('SIGKILL')).toBeNull();

  await load.stop();
  // Without a connection nothing was tried.
  return load.attempts.filter((attempt) => !isConnectionRefused(attempt));
}

interface Survey {
  readonly admin: SmallClient;
  readonly agent: SmallClient;
  readonly place: ReplicaPlace;
}

/** What was answered is in the ledger, in the audit log and, if it was done, in the world. */
async function expectAcknowledged(
  { admin, agent, place }: Survey,
  { attempts, decided }: { readonly attempts: readonly Attempt[]; readonly decided: readonly Attempt[] },
) {
  const isDecided = new Set(decided.map(({ key }) => key));
  const effects = countEffects(effectsFileOf(place));
  const calls = new Map((await listAll(agent, '/calls')).map((call) => [call.id, call]));
  const entries = await readAudit(admin);
  const audited = (...actions: readonly string[]) =>
    new Set(entries.filter(({ action }) => actions.includes(action)).map(({ invocationId }) => invocationId));
  const ended = audited('tool-call-end');
  const interrupted = audited('tool-call-interrupted');
  const waiting = audited('gate-open');

  for (const { key, body } of doneOf(attempts)) {
    expect([key, calls.get(body.id)?.state, ended.has(body.id)]).toEqual([key, 'ok', true]);
    expect([key, effects.get(key)]).toEqual([key, 1]);
  }
  for (const { key, way, body } of acceptedOf(attempts)) {
    const { state } = calls.get(body.id) ?? {};
    if (way === 'gated' && !isDecided.has(key))
      expect([key, state, waiting.has(body.id)]).toEqual([key, 'waiting', true]);
    else if (state === 'unknown') expect([key, interrupted.has(body.id)]).toEqual([key, true]);
    else expect([key, state, effects.get(key), ended.has(body.id)]).toEqual([key, 'ok', 1, true]);
  }
  expectOneEnd([...calls.values()], entries);
  expect([...calls.values()].filter(({ state }) => state === 'running')).toEqual([]);
}

/** Whoever got no answer asks again with the same key: it is done once, or nobody can know. */
async function expectNoneAgain(
  { agent, place }: Pick<Survey, 'agent' | 'place'>,
  attempts: readonly Attempt[],
) {
  for (const { key, way } of refusedOf(attempts)) {
    const { status, body } = await tryCall(agent, { key, way: way === 'async' ? 'sync' : way });
    const effects = countEffects(effectsFileOf(place)).get(key) ?? 0;
    if (status === 202) expect([key, way, effects]).toEqual([key, 'gated', 0]);
    else if (body.state === 'ok') expect([key, effects]).toEqual([key, 1]);
    else expect([key, body.error?.code]).toEqual([key, 'E_OUTCOME_UNKNOWN']);
  }
  expectNothingTwice(effectsFileOf(place));
}

/** Calls that wait for somebody do so still, and go on when somebody agrees. */
async function expectGatesOpen({ admin, agent, place }: Survey, attempts: readonly Attempt[]) {
  const gates = await listAll(admin, '/gates');
  const open = new Set(gates.map(({ invocationId }) => invocationId));
  const waiting = acceptedOf(attempts).filter(({ way }) => way === 'gated');

  expect(waiting.filter(({ body }) => !open.has(body.id))).toEqual([]);
  expect(waiting).not.toEqual([]);
  for (const { id, toolDigest, contentDigest } of gates) {
    await admin.post(`/gates/${id}/settle`, { decision: 'approve', toolDigest, contentDigest });
  }
  for (const { key, body } of waiting) {
    // Another process waits a while before it takes a call over.
    let call = await agent.get(`/calls/${body.id}?waitMs=30000`);
    if (call.endedAt === null) call = await agent.get(`/calls/${body.id}?waitMs=30000`);
    expect([key, call.state, countEffects(effectsFileOf(place)).get(key)]).toEqual([key, 'ok', 1]);
  }
}

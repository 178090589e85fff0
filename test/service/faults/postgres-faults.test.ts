import { readFileSync, statSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describeOwnPostgres } from '../../catalog-crash/describe-own-postgres.ts';
import { runSql } from '../../catalog-crash/run-sql.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from '../../catalog-crash/small-disk.ts';
import { type Attempt, doneOf, type Load, startLoad, tryCall } from './load.ts';
import { countEffects, expectNothingTwice, expectOneEnd, listAll, readAudit } from './look-through.ts';
import { createSmallClient, type SmallClient } from './small-client.ts';
import { effectsFileOf, type ReplicaPlace, startReplica } from './start-replica.ts';

/** `FAULT_ROUNDS` for more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? '3');
/** How long the server is stopped each time, in milliseconds. */
const STOP_MS = Number(process.env.FAULT_STOP_MS ?? '2000');
const MS_FOR_A_ROUND = 60_000 + STOP_MS;
/** So many calls are done between two faults. */
const DONE_BETWEEN = 20;
const PATIENCE = { timeout: 200_000, interval: 500 };
const options = { timeout: 300_000 + ROUNDS * MS_FOR_A_ROUND };

/** Something that happens to a server, and is over when it resolves. */
type Fault = () => Promise<void>;

describeOwnPostgres('a service whose PostgreSQL', (own) => {
  it('ends its connections has one end for each call, and all that it acknowledged', options, async () => {
    const { url } = own().database;
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await expectTruth(
      url,
      async () => void (await runSql(url, `select pg_terminate_backend(pid) ${others}`)),
    );
  });

  it('stands still has one end for each call, and all that it acknowledged', options, async ({ skip }) => {
    skip(process.platform !== 'linux', 'processes are found by /proc');
    const { url } = own().database;
    await runSql(url, 'drop schema public cascade; create schema public');
    await expectTruth(url, () => standStill(url));
  });

  it('has a full disk has one end for each call, and all that it acknowledged', options, async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const { url } = own().database;
    const disk = await createSmallDisk(2 ** 25);
    onTestFinished(disk.remove);
    const space = join(disk.folder, 'space');
    await mkdir(space);
    const { uid, gid } = statSync(decodeURIComponent(new URL(url).hostname));
    await chown(space, uid, gid);
    await runSql(url, `create tablespace small location '${space}'`);
    onTestFinished(async () => {
      await runSql(url, 'drop schema if exists small cascade');
      await runSql(url, 'drop tablespace small');
    });
    await runSql(url, 'create schema small');
    const small = encodeURIComponent('-c search_path=small -c default_tablespace=small');
    await expectTruth(`${url}?options=${small}`, async () => {
      // What the server takes meanwhile is no longer there to be filled.
      await disk.fill().catch(() => undefined);
      await pause(4_000);
      await disk.free();
    });
  });
});

/** Stops every process of a server, and lets them go on after a while. */
async function standStill(url: string): Promise<void> {
  const file = "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid";
  const [row] = await runSql(url, file);
  const server = Number((row as { readonly pid: unknown } | undefined)?.pid);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  const all = [server, ...children.trim().split(' ').map(Number)];
  for (const each of all) signal(each, 'SIGSTOP');
  await pause(STOP_MS);
  for (const each of all) signal(each, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Runs a service under load, with gates that somebody approves, while a fault happens again and again. */
async function expectTruth(databaseUrl: string, happen: Fault): Promise<void> {
  await withTempFolder(async (folder) => {
    const place: ReplicaPlace = { folder, databaseUrl };
    const service = await startReplica(place);
    const urlOf = () => service.url;
    const admin = createSmallClient(urlOf, service.adminKey);
    const agent = createSmallClient(urlOf, service.agentKey);
    const ways = ['sync', 'gated', 'async', 'gated'] as const;
    const load = startLoad({ urlOf, key: service.agentKey, name: 'call', clients: 6, ways });
    const approvals = startApprovals(admin);

    for (let round = 0; round < ROUNDS; round++) {
      await growBy(load, DONE_BETWEEN);
      await happen();
    }
    await growBy(load, DONE_BETWEEN);
    await load.stop();
    await approvals.stop();

    await vi.waitFor(async () => expect((await admin.send('GET', '/readyz')).status).toBe(200), PATIENCE);
    await expectKept({ admin, agent, place }, load.attempts);
    report(load.attempts);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
}

async function growBy(load: Load, count: number): Promise<void> {
  const before = doneOf(load.attempts).length;
  await load.until((attempts) => doneOf(attempts).length >= before + count);
}

/** Approves whatever waits, without end. */
function startApprovals(admin: SmallClient): { stop(): Promise<void> } {
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      await approveAll(admin).catch(() => undefined);
      await pause(20);
    }
  };
  const working = work();
  return {
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

async function approveAll(admin: SmallClient): Promise<void> {
  for (const { id, toolDigest, contentDigest } of await listAll(admin, '/gates')) {
    const decision = { decision: 'approve', toolDigest, contentDigest };
    await admin.send('POST', `/v1/tenants/default/gates/${id}/settle`, decision);
  }
}

interface Survey {
  readonly admin: SmallClient;
  readonly agent: SmallClient;
  readonly place: ReplicaPlace;
}

async function expectKept({ admin, agent, place }: Survey, attempts: readonly Attempt[]): Promise<void> {
  // By itself the service looks for what was left, and for what the audit log lacks.
  const calls = await vi.waitFor(async () => {
    await approveAll(admin);
    const all = await listAll(agent, '/calls');
    expect(all.filter(({ state }) => state === 'running' || state === 'waiting')).toEqual([]);
    expectOneEnd(all, await readAudit(admin));
    return new Map(all.map((call) => [call.id, call]));
  }, PATIENCE);
  const effects = countEffects(effectsFileOf(place));

  expect(doneOf(attempts)).not.toEqual([]);
  for (const { key, body } of doneOf(attempts)) {
    expect([key, calls.get(body.id)?.state, effects.get(key)]).toEqual([key, 'ok', 1]);
  }
  for (const { id, state, sideEffect } of calls.values()) {
    if (state !== 'ok' && sideEffect === 'none')
      expect([id, effects.get(keyOf(attempts, id))]).toEqual([id, undefined]);
  }
  for (const attempt of doneOf(attempts).slice(0, 50)) {
    const again = await tryCall(agent, attempt);
    const { id, result } = attempt.body;
    expect([attempt.key, again.status, again.body]).toMatchObject([
      attempt.key,
      200,
      { id, result, state: 'ok' },
    ]);
  }
  expectNothingTwice(effectsFileOf(place));
}

/** The key of a call, if whoever made it was told its id. */
function keyOf(attempts: readonly Attempt[], id: string): string {
  return attempts.find(({ body }) => (body?.id ?? body?.context?.invocationId) === id)?.key ?? '';
}

/** For whoever tries more than by default. */
function report(attempts: readonly Attempt[]): void {
  if (process.env.FAULT_ROUNDS === undefined) return;
  const refused = Map.groupBy(attempts, ({ status, body }) => `${status} ${body?.code ?? body?.state}`);
  const counts = [...refused].map(([answer, those]) => `${those.length} × ${answer}`);
  process.stderr.write(`notice: ${attempts.length} calls: ${counts.join(', ')}\n`);
}

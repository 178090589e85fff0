import { expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describeOwnPostgres } from '../../catalog-crash/describe-own-postgres.ts';
import { type Attempt, doneOf, type Load, refusedOf, startLoad, tryCall } from './load.ts';
import { countEffects, expectNothingTwice, listAll, readAudit } from './look-through.ts';
import { createSmallClient, type SmallClient } from './small-client.ts';
import { effectsFileOf, type ReplicaPlace, startReplica } from './start-replica.ts';

/** `FAULT_CUTS` for more. */
const CUTS = Number(process.env.FAULT_CUTS ?? '2');
const PATIENCE = { timeout: 60_000, interval: 50 };

describeOwnPostgres('a service whose database loses power', (own) => {
  it('says so, goes on by itself, and has all that it acknowledged', {
    timeout: 120_000 + CUTS * 60_000,
  }, async () => {
    await withTempFolder(async (folder) => {
      const place: ReplicaPlace = { folder, databaseUrl: own().database.url };
      const service = await startReplica(place);
      const urlOf = () => service.url;
      const admin = createSmallClient(urlOf, service.adminKey);
      const agent = createSmallClient(urlOf, service.agentKey);
      const load = startLoad({ urlOf, key: service.agentKey, name: 'call', clients: 4 });
      const changes = startChanges(admin);

      for (let cut = 0; cut < CUTS; cut++) {
        await grow(load, doneOf, 20);
        await own().power.cut();
        await grow(load, refusedOf, 8);
        expect((await admin.send('GET', '/healthz')).status).toBe(200);
        expect((await admin.send('GET', '/readyz')).status).toBe(503);
        await own().power.restore();
        await grow(load, doneOf, 20);
      }
      await load.stop();
      const registered = await changes.stop();

      await vi.waitFor(async () => expect((await admin.send('GET', '/readyz')).status).toBe(200), PATIENCE);
      expectPlainRefusals(load.attempts);
      await expectNothingLost({ admin, agent, place }, load.attempts);
      const names = (await listAll(admin, '/catalog/tools')).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining([...registered]));
      expect(await service.stop('SIGTERM')).toBe(0);
    });
  });
});

/** Resolves when there are so many more than now. */
async function grow(load: Load, pick: (attempts: readonly Attempt[]) => readonly Attempt[], count: number) {
  const before = pick(load.attempts).length;
  await load.until((attempts) => pick(attempts).length >= before + count);
}

/** Registers tools without end; `stop` gives the names of those that were acknowledged. */
function startChanges(admin: SmallClient): { stop(): Promise<readonly string[]> } {
  const names: string[] = [];
  let isStopped = false;
  const work = async () => {
    for (let index = 0; !isStopped; index++) {
      const name = `steady-${index}`;
      const spec = { name, description: 'Does nothing.', inputSchema: { type: 'object' } };
      const { status, text } = await admin.send('POST', '/v1/tenants/default/catalog/tools', {
        specs: [spec],
      });
      if (status < 300) names.push(name);
      else expect([status, text]).toEqual([503, expect.any(String)]);
    }
  };
  const working = work();
  return {
    async stop() {
      isStopped = true;
      await working;
      return names;
    },
  };
}

/** Every request was answered, by what it asked for or by a problem that says to try again or to look. */
function expectPlainRefusals(attempts: readonly Attempt[]): void {
  const refused = refusedOf(attempts);

  expect(refused.map(({ failure }) => failure).filter((failure) => failure !== undefined)).toEqual([]);
  for (const { status, body } of refused) {
    const code = expect.stringMatching(
      /^E_(?:(?:STORE|AUDIT|LEDGER)_FAILED|AUDIT_UNAVAILABLE|CALL_NOT_RECORDED)$/,
    );
    expect(body).toMatchObject({ status: 503, code });
    expect(status).toBe(503);
  }
}

interface Place {
  readonly admin: SmallClient;
  readonly agent: SmallClient;
  readonly place: ReplicaPlace;
}

async function expectNothingLost({ admin, agent, place }: Place, attempts: readonly Attempt[]) {
  const effectsFile = effectsFileOf(place);
  const calls = new Map((await listAll(agent, '/calls')).map((call) => [call.id, call.state]));
  const ended = (await readAudit(admin)).filter(({ action }) => action === 'tool-call-end');
  const audited = new Set(ended.map(({ invocationId }) => invocationId));

  expect(doneOf(attempts).filter(({ body }) => calls.get(body.id) !== 'ok')).toEqual([]);
  expect(doneOf(attempts).filter(({ body }) => !audited.has(body.id))).toEqual([]);
  expect(doneOf(attempts).filter(({ key }) => countEffects(effectsFile).get(key) !== 1)).toEqual([]);
  for (const { key, way } of refusedOf(attempts)) {
    const again = await tryCall(agent, { key, way });
    const isDone = again.status === 200 && again.body.state === 'ok';
    if (isDone) expect(countEffects(effectsFile).get(key), key).toBe(1);
    // Its process cannot tell whether it took effect, or still counts it as running.
    else if (again.status === 202) expect(calls.get(again.body.id), key).toBe('running');
    else expect(JSON.stringify(again.body), key).toContain('E_OUTCOME_UNKNOWN');
  }
  expectNothingTwice(effectsFile);
  await readAudit(admin, '');
}

import { systemClock } from 'toolcrib/runtime';
import { postgresLedger, postgresStore } from 'toolcrib/stores/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { actorOf, applyToolset, type CallWorld, startCallWorld, toolOf } from './call-world.ts';

const ada = actorOf('key:ada', { scopes: ['*'] });
const approver = actorOf('key:approver', { roles: ['approver'] });
const tools = [
  toolOf('echo', () => 'hi', { effect: 'read' }),
  toolOf('wipe', () => 'wiped', { effect: 'destructive' }),
];

describePostgres('two processes of a service on one PostgreSQL', (serverUrl) => {
  let database: TestDatabase;
  let worlds: readonly [CallWorld, CallWorld];

  async function startProcess(owner: string): Promise<CallWorld> {
    const pool = database.openPool();
    const [catalogs, ledger] = [await postgresStore(pool), await postgresLedger(pool)];
    const randomId = () => crypto.randomUUID();
    return startCallWorld({ tools, catalogs, ledger, clock: systemClock, owner, randomId });
  }

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
    worlds = [await startProcess('first'), await startProcess('second')];
    await worlds[0].publish();
  });

  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.desk.close()));
    await Promise.all(worlds.map((world) => world.tenants.close()));
    await database.drop();
  });

  /** Resolves when the tools of a view of the second process have become others. */
  async function changeOf(toolset?: string): Promise<{ readonly changed: Promise<void> }> {
    const view = await (await worlds[1].tenants.open('acme')).view(toolset);
    const changed = new Promise<void>((resolve) => {
      const stop = view.onChange(() => {
        stop();
        resolve();
      });
    });
    return { changed };
  }

  it('refuse a tool that one of them has switched off, and take it back when it is on again', async () => {
    const [first, second] = worlds;
    const room = await first.tenants.open('acme');
    const view = await (await second.tenants.open('acme')).view();
    const call = async () =>
      (await (await second.desk.start({ actor: ada, view, tool: 'echo', args: {} })).ended).status;
    const before = await call();

    const { changed } = await changeOf();
    await room.catalog.setEnabled('echo', false);
    await changed;
    const [during, names] = [await call(), await view.describe(ada.caller)];
    const { changed: changedAgain } = await changeOf();
    await room.catalog.setEnabled('echo', true);
    await changedAgain;

    expect([before, during, await call()]).toEqual(['ok', 'unknown_tool', 'ok']);
    expect(names.map(({ name }) => name)).toEqual(['wipe']);
  });

  it('follow a toolset that the other one applies', async () => {
    const [first, second] = worlds;
    const room = await first.tenants.open('acme');
    await applyToolset(room, 'support', ['echo']);
    const other = await second.tenants.open('acme');
    await other.catalog.refresh();
    const view = await other.view('support');
    const seen = [view.resolver.list()];

    const { changed } = await changeOf('support');
    await applyToolset(room, 'support', [{ tool: 'echo', wireName: 'say' }, 'wipe']);
    await changed;
    seen.push(view.resolver.list());
    const { changed: removed } = await changeOf('support');
    await room.catalog.toolsets.remove('support');
    await removed;
    seen.push(view.resolver.list());

    expect(seen).toEqual([['echo'], ['say', 'wipe'], []]);
  });

  it('see, list and settle calls of one another', async () => {
    const [first, second] = worlds;
    const view = await (await first.tenants.open('acme')).view();
    const started = await first.desk.start({ actor: ada, view, tool: 'wipe', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');

    const [gate] = (await second.approvals.list(approver, { limit: 10 })).items;
    const { items: open } = await second.desk.list(ada, { state: 'open', limit: 10 });
    const waiting = second.desk.wait(ada, started.invocationId, 30_000);
    await second.approvals.settle(approver, gate?.id ?? '', {
      ...stop.gate,
      decision: 'approve',
      reason: undefined,
    });

    expect(open.map(({ id, state }) => [id, state])).toEqual([[started.invocationId, 'waiting']]);
    expect(await waiting).toMatchObject({ state: 'ok', result: { text: 'wiped' } });
    expect((await started.ended).status).toBe('ok');
    for (const wrong of ['a\0b', 'x'.repeat(5_000), "'; drop table toolcrib_calls; --", '\ud800']) {
      await expect(second.desk.find(ada, wrong)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
      await expect(second.approvals.find(approver, `${wrong}.0`)).rejects.toMatchObject({
        code: 'E_GATE_NOT_FOUND',
      });
    }
  });
});

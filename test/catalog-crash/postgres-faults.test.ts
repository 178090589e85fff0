import { Client, type Pool } from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createCrashPlace } from '../crash/crash-place.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { openPool } from '../postgres/open-pool.ts';
import { toLines, viewOf } from './catalog-view.ts';
import { sampleSpec } from './sample-spec.ts';
import { openServerCatalog, type ServerCatalog } from './server-world.ts';
import { refusalOf, secretSpec } from './store-refusal.ts';

/** How long to look for what the server does by itself. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const batch = ['b', 'c', 'd'].map((name) => secretSpec(name));

const ofOthers = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const ofBlocked = `${ofOthers} and wait_event_type = 'Lock'`;

/** Makes every commit that adds an event wait for a lock. */
const waitInCommit = `
  create function wait_for_lock() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(42); return null; end $$;
  create constraint trigger wait_in_commit after insert on toolcrib_events
    deferrable initially deferred for each row execute function wait_for_lock()`;

describePostgres('a catalogue in PostgreSQL', (serverUrl) => {
  let admin: Pool;
  let url: string;

  beforeEach(async ({ onTestFinished }) => {
    const place = await createCrashPlace('PostgreSQL', serverUrl);
    onTestFinished(() => place.remove());
    url = await place.addStore('tools');
    admin = openPool({ connectionString: url });
    onTestFinished(() => admin.end());
  });

  async function openCatalog(options = ''): Promise<ServerCatalog> {
    // After the search path, which the URL ends with.
    const world = await openServerCatalog(`${url}${encodeURIComponent(options)}`);
    onTestFinished(world.close);
    return world;
  }

  /** A catalogue with one tool, and another one that follows it. */
  async function start(options?: string) {
    const [world, follower] = [await openCatalog(options), await openCatalog()];
    await world.catalog.register(sampleSpec('a'));
    return { ...world, follower };
  }

  /** Fails unless both have all that is stored, and were told of every event once. */
  async function expectComplete({ catalog, seen, follower }: Awaited<ReturnType<typeof start>>) {
    const stored = await openCatalog();
    const view = await viewOf(stored.catalog);
    expect(await viewOf(catalog)).toEqual(view);
    await vi.waitFor(async () => expect(await viewOf(follower.catalog)).toEqual(view), PATIENCE);
    for (const each of [seen, follower.seen]) expect(toLines(each)).toEqual(view.events);
  }

  /** Ends the connections that wait for a lock, while whoever has it goes on having it. */
  async function terminateBlocked(): Promise<void> {
    await vi.waitFor(
      async () => expect((await admin.query(`select pid ${ofBlocked}`)).rowCount).toBe(1),
      PATIENCE,
    );
    await admin.query(`select pg_terminate_backend(pid) ${ofBlocked}`);
  }

  /** Holds what a statement locks until the function that it answers is called. */
  async function hold(sql: string): Promise<() => Promise<void>> {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`begin; ${sql}`);
    return async () => {
      await holder.query('rollback');
    };
  }

  it('goes on with new connections when all were ended between two changes', async () => {
    const world = await start();

    await admin.query(`select pg_terminate_backend(pid) ${ofOthers}`);
    await vi.waitFor(() => world.catalog.registerAll(batch), PATIENCE);

    await expectComplete(world);
  });

  it('changes nothing when its connection is ended inside of a transaction, and goes on', async () => {
    const world = await start();
    const { catalog } = world;
    const before = await viewOf(catalog);
    const release = await hold('lock table toolcrib_events in exclusive mode');

    const change = refusalOf(catalog.registerAll(batch));
    await terminateBlocked();

    expect(await change).toEqual({ code: 'E_STORE_FAILED', reason: 'unreachable' });
    await release();
    await catalog.refresh();
    expect(await viewOf(catalog)).toEqual(before);
    await catalog.registerAll(batch);
    await expectComplete(world);
  });

  it('says that it cannot know when its connection is ended inside of a commit, and goes on', async () => {
    const world = await start();
    const { catalog } = world;
    const before = await viewOf(catalog);
    await admin.query(waitInCommit);
    const release = await hold('select pg_advisory_xact_lock(42)');

    const change = refusalOf(catalog.registerAll(batch));
    await terminateBlocked();

    expect(await change).toEqual({
      code: 'E_STORE_FAILED',
      reason: 'unreachable',
      isOutcomeUnknown: true,
    });
    await release();
    await catalog.refresh();
    expect(await viewOf(catalog)).toEqual(before);
    await catalog.registerAll(batch);
    await expectComplete(world);
  });

  it('refuses changes while another one takes too long, and makes them afterwards', async () => {
    const world = await start(' -c lock_timeout=20');
    const { catalog } = world;
    const before = await viewOf(catalog);
    const release = await hold('select * from toolcrib_feeds for update');

    expect(await refusalOf(catalog.registerAll(batch))).toEqual({ code: 'E_STORE_FAILED', reason: 'busy' });
    expect(await viewOf(catalog)).toEqual(before);

    await release();
    await catalog.registerAll(batch);
    await expectComplete(world);
  });

  it('refuses changes while the database may only be read, and makes them afterwards', async () => {
    const world = await start();
    const { catalog } = world;
    const before = await viewOf(catalog);
    await makeReadOnly('on');

    const readOnly = { code: 'E_STORE_READ_ONLY', reason: 'read-only' };
    // Until it has found out that its connections are gone.
    await vi.waitFor(
      async () => expect(await refusalOf(catalog.registerAll(batch))).toEqual(readOnly),
      PATIENCE,
    );
    await vi.waitFor(async () => expect(await viewOf(catalog)).toEqual(before), PATIENCE);

    await makeReadOnly('off');
    await vi.waitFor(() => catalog.registerAll(batch), PATIENCE);
    await expectComplete(world);
  });

  /** Has all new connections be as if the server were a copy of another one, and ends those that there are. */
  async function makeReadOnly(value: 'on' | 'off'): Promise<void> {
    const { rows } = await admin.query('select current_database() as name');
    await admin.query(`set default_transaction_read_only = off;
      alter database ${rows[0].name} set default_transaction_read_only = ${value}`);
    await admin.query(`select pg_terminate_backend(pid) ${ofOthers}`);
  }
});

import { Pool, type PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import { systemClock } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { ChangeChannel } from './change-channel.ts';
import type { PostgresPool } from './postgres-pool.ts';

const POLL_MS = 60_000;

/** How long to wait for what the server does by itself. */
const PATIENCE = { timeout: 60_000, interval: 2 };

/** A channel whose time stands still, so that nothing but the database wakes. */
function openChannel(pool: PostgresPool) {
  const clock = createFakeClock();
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  return { channel: new ChangeChannel(pool, { pollMs: POLL_MS, clock, onFault }), clock, faults };
}

describePostgres('ChangeChannel', (serverUrl) => {
  let database: TestDatabase;
  const unwatches: (() => void)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterEach(() => {
    for (const unwatch of unwatches.splice(0)) unwatch();
  });

  afterAll(async () => {
    await database.drop();
  });

  /** Watches, and is woken for the first time once the channel listens. */
  async function watch(channel: ChangeChannel, tenant = 'acme') {
    const wake = vi.fn();
    const unwatch = channel.watch(tenant, wake);
    unwatches.push(unwatch);
    await vi.waitFor(() => expect(wake).toHaveBeenCalled(), PATIENCE);
    wake.mockClear();
    return { wake, unwatch };
  }

  /** A pool that is used for nothing but a channel, with the connections that it has given away. */
  function openWatchingPool() {
    const name = `watcher ${Math.random()}`;
    const pool = database.openPool({ application_name: name });
    const clients: PoolClient[] = [];
    pool.on('acquire', (client) => clients.push(client));
    const where = 'from pg_stat_activity where application_name = $1';
    return {
      pool,
      clients,
      countConnections: async () => (await database.pool.query(`select pid ${where}`, [name])).rowCount,
      terminate: () => database.pool.query(`select pg_terminate_backend(pid) ${where}`, [name]),
    };
  }

  it('wakes those who watch a tenant when another pool announces it, and nobody else', async () => {
    const { channel } = openChannel(database.openPool());
    const [first, second] = [await watch(channel), vi.fn()];
    unwatches.push(channel.watch('acme', second));
    const stranger = vi.fn();
    unwatches.push(channel.watch('other', stranger));

    openChannel(database.openPool()).channel.announce('acme', 1);

    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce(), PATIENCE);
    expect(first.wake).toHaveBeenCalledOnce();
    expect(stranger).not.toHaveBeenCalled();
  });

  it('wakes watchers of the channel that announces, too', async () => {
    const { channel } = openChannel(database.openPool());
    const { wake } = await watch(channel);

    channel.announce('acme', 1);

    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce(), PATIENCE);
  });

  it('refuses a pool that has one connection only, which would leave none for anything else', () => {
    const { channel } = openChannel(database.openPool({ max: 1 }));

    expect(() => channel.watch('acme', () => undefined)).toThrow('room for two connections');
  });

  it('does not mind other notifications on its connection', async () => {
    const { pool, clients } = openWatchingPool();
    const { channel } = openChannel(pool);
    const { wake } = await watch(channel);
    await clients[0]?.query('listen somebody_else');

    await database.pool.query("select pg_notify('somebody_else', 'acme'), pg_notify('toolcrib_catalog', '')");
    await database.pool.query("select pg_notify('toolcrib_catalog', 'acme')");

    await vi.waitFor(() => expect(wake).toHaveBeenCalled(), PATIENCE);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('goes on when one of those whom it wakes throws', async () => {
    const { channel } = openChannel(database.openPool());
    unwatches.push(
      channel.watch('acme', () => {
        throw new Error('Not me.');
      }),
    );
    const { wake } = await watch(channel);

    for (let count = 1; count <= 2; count++) {
      channel.announce('acme', 1);
      await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(count), PATIENCE);
    }
  });

  it('takes one connection while somebody watches, and gives it back without a trace', async () => {
    const { pool, clients, countConnections } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    const first = await watch(channel, 'a');
    const rest = ['a', 'b'].map((tenant) => channel.watch(tenant, () => undefined));
    expect([pool.totalCount, pool.idleCount, clients.length]).toEqual([1, 0, 1]);

    for (const unwatch of [first.unwatch, first.unwatch, ...rest]) {
      expect(pool.totalCount).toBe(1);
      unwatch();
    }

    expect([pool.totalCount, clock.pendingTimers, faults]).toEqual([0, 0, []]);
    for (const event of ['notification', 'end']) expect(clients[0]?.listenerCount(event)).toBe(0);
    await vi.waitFor(async () => expect(await countConnections()).toBe(0), PATIENCE);
  });

  it('keeps a new watcher when an old one is removed again', async () => {
    const { channel, faults } = openChannel(database.openPool());
    const { unwatch } = await watch(channel);
    unwatch();
    const { wake } = await watch(channel);

    unwatch();
    channel.announce('acme', 1);

    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce(), PATIENCE);
    expect(faults).toEqual([]);
  });

  it('leaves a connection that comes when nobody watches any more to others', async () => {
    const { pool } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);

    for (let times = 0; times < 3; times++) channel.watch('acme', () => undefined)();

    await vi.waitFor(() => expect(pool.idleCount).toBe(3), PATIENCE);
    expect([pool.totalCount, clock.pendingTimers, faults]).toEqual([3, 0, []]);
    for (let times = 0; times < 3; times++) {
      expect((await pool.query('select pg_listening_channels()')).rows).toEqual([]);
    }
  });

  it('says nothing of a connection that it closes while the server answers', async () => {
    const { pool, clients } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    const unwatch = channel.watch('acme', () => undefined);
    await vi.waitFor(() => expect(clients).toHaveLength(1), PATIENCE);
    unwatch();
    const { unwatch: unwatchAgain } = await watch(channel);
    await clock.advance(POLL_MS);
    unwatchAgain();

    await vi.waitFor(
      () => expect([pool.totalCount, clock.pendingTimers]).toEqual([pool.idleCount, 0]),
      PATIENCE,
    );
    expect(faults).toEqual([]);
  });

  it('listens again after its connection was ended, and wakes for what it has missed', async () => {
    const { pool, terminate, countConnections } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    const { wake } = await watch(channel);
    const wakeOfOther = vi.fn();
    unwatches.push(channel.watch('other', wakeOfOther));

    for (let round = 1; round <= 3; round++) {
      await terminate();
      await vi.waitFor(() => expect(faults).toHaveLength(round), PATIENCE);
      await database.pool.query("select pg_notify('toolcrib_catalog', 'acme')");
      expect(wake).not.toHaveBeenCalled();

      // The first pause again, because it has listened in between.
      await clock.advance(50);
      await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce(), PATIENCE);
      expect(wakeOfOther).toHaveBeenCalledOnce();

      await database.pool.query("select pg_notify('toolcrib_catalog', 'acme')");
      await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), PATIENCE);
      wake.mockClear();
      wakeOfOther.mockClear();
    }
    expect(await countConnections()).toBe(1);
    expect(faults[0]).toMatchObject({
      code: 'E_STORE_FAILED',
      context: { reason: 'unreachable' },
      cause: { code: '57P01' },
    });
  });

  it('wakes everybody from time to time although nothing was announced', async () => {
    const { channel, clock } = openChannel(database.openPool());
    const { wake } = await watch(channel);

    await clock.advance(POLL_MS - 1);
    expect(wake).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(wake).toHaveBeenCalledOnce();
    await clock.advance(POLL_MS);
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it('keeps a connection that answers', async () => {
    const { pool, clients } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    await watch(channel);

    for (let times = 0; times < 3; times++) {
      await clock.advance(POLL_MS);
      // The poll and nothing else: the answer has come.
      await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), PATIENCE);
    }

    expect([clients.length, faults]).toEqual([1, []]);
  });

  it('replaces a connection that does not answer', async () => {
    const { pool, clients } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    const { wake } = await watch(channel);

    clients[0]?.connection.stream.pause();
    await clock.advance(POLL_MS);
    await clock.advance(5_000);
    expect(faults).toMatchObject([{ code: 'E_STORE_FAILED', cause: { message: /not answered/ } }]);
    wake.mockClear();
    await clock.advance(50);

    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce(), PATIENCE);
    expect([clients.length, pool.totalCount]).toEqual([2, 1]);
    channel.announce('acme', 1);
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), PATIENCE);
  });

  it('replaces a connection once that breaks while it should answer', async () => {
    const { pool, clients } = openWatchingPool();
    const { channel, clock, faults } = openChannel(pool);
    const { wake } = await watch(channel);

    clients[0]?.connection.stream.pause();
    await clock.advance(POLL_MS);
    wake.mockClear();
    clients[0]?.connection.stream.destroy(new Error('Reset.'));
    await vi.waitFor(() => expect(faults).toHaveLength(1), PATIENCE);
    await clock.advance(50);

    await vi.waitFor(() => expect(wake).toHaveBeenCalledOnce(), PATIENCE);
    expect([faults.length, clients.length, pool.totalCount]).toEqual([1, 2, 1]);
  });

  it('sends one notification at a time, with all that was announced meanwhile', async () => {
    const pool = database.openPool();
    const query = vi.spyOn(pool, 'query');
    const { channel } = openChannel(pool);
    const names = Array.from({ length: 100 }, (_, index) => `tenant-${index}`);
    const listening = openChannel(database.openPool()).channel;
    const watchers = await Promise.all(names.map((name) => watch(listening, name)));

    for (const sequence of [1, 3, 2]) for (const name of names) channel.announce(name, sequence);

    await vi.waitFor(() => {
      for (const { wake } of watchers) expect(wake).toHaveBeenCalled();
    }, PATIENCE);
    const payloads = query.mock.calls.map((call) =>
      [...String((call as unknown[])[0]).matchAll(/'(tenant-\d+ \d)'/g)].map(([, payload]) => payload),
    );
    expect(payloads).toEqual([['tenant-0 1'], [...names.slice(1), 'tenant-0'].map((name) => `${name} 3`)]);
  });

  it('tells the number of the last event, and pauses when there is always another one', async () => {
    const pool = database.openPool();
    const query = vi.spyOn(pool, 'query');
    const { channel, clock } = openChannel(pool);
    const { wake } = await watch(openChannel(database.openPool()).channel);
    query.mockImplementation(async () => undefined);

    for (let sequence = 1; sequence <= 200; sequence++) {
      channel.announce('acme', sequence);
      await undefined;
    }
    const sent = query.mock.calls.length;
    for (let step = 0; step < 100; step++) await undefined;
    expect([query.mock.calls.length, clock.pendingTimers]).toEqual([sent, 1]);
    query.mockRestore();
    await clock.advance(5);

    expect(sent).toBe(8);
    await vi.waitFor(() => expect(wake).toHaveBeenCalledWith(200), PATIENCE);
  });

  it('wakes after the last of many changes', async () => {
    await database.pool.query('create table counters (value integer)');
    await database.pool.query('insert into counters values (0)');
    const reader = database.openPool();
    const { channel } = openChannel(reader);
    let seen = 0;
    unwatches.push(
      channel.watch('acme', async () => {
        seen = (await reader.query('select value from counters')).rows[0].value;
      }),
    );
    const writers = Array.from({ length: 4 }, () => openChannel(database.openPool()).channel);

    for (let value = 1; value <= 200; value++) {
      await database.pool.query('update counters set value = $1', [value]);
      writers[value % writers.length]?.announce('acme', value);
    }

    await vi.waitFor(() => expect(seen).toBe(200), PATIENCE);
  });

  it('goes on to announce after a notification that failed, and after one that is never answered', async () => {
    const pool = database.openPool();
    const query = vi.spyOn(pool, 'query');
    const { channel, clock, faults } = openChannel(pool);
    const { wake } = await watch(openChannel(database.openPool()).channel);

    query.mockImplementationOnce(() => {
      throw new Error('No.');
    });
    channel.announce('acme', 1);
    expect(faults).toMatchObject([{ code: 'E_STORE_FAILED', cause: { message: 'No.' } }]);
    query.mockImplementationOnce(() => new Promise(() => undefined));
    await clock.advance(0);
    channel.announce('acme', 1);
    channel.announce('acme', 1);
    await clock.advance(5_000);

    expect(faults).toHaveLength(2);
    await vi.waitFor(() => expect([wake.mock.calls.length, clock.pendingTimers]).toEqual([1, 0]), PATIENCE);
  });
});

describe('ChangeChannel without a server', () => {
  const pool = new Pool({ host: '/nowhere' });

  afterAll(async () => {
    await pool.end();
  });

  it('tries to connect less and less often, and wakes from time to time meanwhile', async () => {
    const { channel, clock, faults } = openChannel(pool);
    const wake = vi.fn();
    const unwatch = channel.watch('acme', wake);
    const pauses: number[] = [];

    for (let count = 1; count <= 10; count++) {
      await vi.waitFor(() => expect(faults).toHaveLength(count), PATIENCE);
      const before = clock.now();
      await clock.advanceToNext();
      pauses.push(clock.now() - before);
    }

    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
    expect(faults[0]).toMatchObject({ code: 'E_STORE_FAILED', cause: { code: 'ENOENT' } });
    expect(wake).not.toHaveBeenCalled();
    await clock.advance(POLL_MS);
    expect(wake).toHaveBeenCalledOnce();
    unwatch();
    await clock.advance(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up when nobody watches any more', async () => {
    const { channel, clock, faults } = openChannel(pool);

    channel.watch('acme', () => undefined)();
    await expect(pool.connect()).rejects.toThrow('ENOENT');

    expect([faults, clock.pendingTimers]).toEqual([[], 0]);
  });

  it('neither throws nor rejects when it cannot announce, even if whoever is told throws', async () => {
    const onFault = vi.fn(() => {
      throw new Error('Not me.');
    });
    const channel = new ChangeChannel(pool, { pollMs: POLL_MS, clock: createFakeClock(), onFault });

    for (let count = 1; count <= 2; count++) {
      channel.announce('acme', 1);
      await vi.waitFor(() => expect(onFault).toHaveBeenCalledTimes(count), PATIENCE);
    }
    const unwatch = channel.watch('acme', () => undefined);
    await vi.waitFor(() => expect(onFault).toHaveBeenCalledTimes(3), PATIENCE);
    unwatch();
  });

  it('keeps no process alive while it waits', async () => {
    const timers: unknown[] = [];
    const setTimer = (callback: () => void, delayMs: number) => {
      const timer = systemClock.setTimer(callback, delayMs);
      timers.push(timer);
      return timer;
    };
    const onFault = vi.fn();
    const channel = new ChangeChannel(pool, {
      pollMs: POLL_MS,
      clock: { ...systemClock, setTimer },
      onFault,
    });

    const unwatch = channel.watch('acme', () => undefined);
    await vi.waitFor(() => expect(onFault).toHaveBeenCalledOnce(), PATIENCE);

    expect(timers.map((timer) => (timer as NodeJS.Timeout).hasRef())).toEqual([false, false]);
    unwatch();
  });
});

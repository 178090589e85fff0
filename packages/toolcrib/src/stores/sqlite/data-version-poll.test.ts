import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../runtime/index.ts';
import { createFakeClock, type FakeClock } from '../../testing/index.ts';
import { DataVersionPoll } from './data-version-poll.ts';
import { catalogSchema } from './migrations.ts';
import { SqliteSession } from './session.ts';

const POLL_MS = 10;

describe('DataVersionPoll', () => {
  let folder: string;
  let clock: FakeClock;
  let database: DatabaseSync;
  let other: DatabaseSync;
  let poll: DataVersionPoll;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
    clock = createFakeClock();
    [database, other] = [openDatabase(), openDatabase()];
    poll = new DataVersionPoll(database, { pollMs: POLL_MS, clock });
    new SqliteSession(database).migrate(catalogSchema);
    database.exec('create table things (name text)');
  });

  afterEach(() => {
    for (const each of [database, other]) if (each.isOpen) each.close();
    rmSync(folder, { recursive: true });
  });

  function openDatabase(): DatabaseSync {
    return new DatabaseSync(join(folder, 'tools.sqlite'));
  }

  function write(to: DatabaseSync): void {
    to.exec("insert into toolcrib_feeds values ('tenant ' || hex(randomblob(8)), 1, 0)");
  }

  it('wakes for what catalogues change, and for nothing else in the same file', async () => {
    const wake = vi.fn();
    poll.watch(wake);

    for (const each of [database, other]) each.exec("insert into things values ('a thing')");
    await clock.advance(POLL_MS);
    expect(wake).not.toHaveBeenCalled();

    let calls = 0;
    for (const change of [
      "insert into toolcrib_feeds values ('acme', 1, 0)",
      'update toolcrib_feeds set last_sequence = 2',
      'update toolcrib_feeds set document_sequence = 1',
    ]) {
      for (const each of [other, database]) {
        each.exec(change.replace('acme', `acme ${calls}`).replace(/= (\d)/, `= $1 + ${calls}`));
        await clock.advance(POLL_MS);
        calls += 1;
        expect(wake).toHaveBeenCalledTimes(calls);
      }
    }
  });

  /** The pauses between the next few looks. */
  async function nextPauses(count: number): Promise<number[]> {
    const pauses: number[] = [];
    for (let done = 0; done < count; done++) {
      const before = clock.now();
      await clock.advanceToNext();
      pauses.push(clock.now() - before);
    }
    return pauses;
  }

  it.each(['delete', 'wal'])(
    'wakes once after a commit of another connection in %s mode, and not for what is open or undone',
    async (journal) => {
      database.exec(`pragma journal_mode = ${journal}`);
      const wake = vi.fn();
      poll.watch(wake);

      other.exec('begin immediate');
      write(other);
      await clock.advance(POLL_MS);
      other.exec('rollback');
      await clock.advance(POLL_MS);
      expect(wake).not.toHaveBeenCalled();

      write(other);
      await clock.advance(POLL_MS);
      expect(wake).toHaveBeenCalledTimes(1);
      await clock.advance(10 * POLL_MS);
      expect(wake).toHaveBeenCalledTimes(1);
    },
  );

  it('wakes after each change, also if whoever is woken reads at once', async () => {
    const wake = vi.fn(() => database.prepare('select * from things').all());
    poll.watch(wake);

    for (let count = 1; count <= 5; count++) {
      write(other);
      await clock.advance(POLL_MS);
      expect(wake).toHaveBeenCalledTimes(count);
    }
  });

  it('wakes after a write by somebody else on the same connection', async () => {
    const wake = vi.fn();
    poll.watch(wake);

    write(database);
    await clock.advance(POLL_MS);

    expect(wake).toHaveBeenCalledOnce();
  });

  it('wakes for a database in memory', async () => {
    const memory = new DatabaseSync(':memory:');
    new SqliteSession(memory).migrate(catalogSchema);
    const wake = vi.fn();
    new DataVersionPoll(memory, { pollMs: POLL_MS, clock }).watch(wake);

    write(memory);
    await clock.advance(POLL_MS);

    expect(wake).toHaveBeenCalledOnce();
  });

  it('misses no change right after the start, nor one while nobody watched before', async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const unwatch = poll.watch(first);
    write(other);
    unwatch();
    await clock.advance(POLL_MS);
    expect(first).not.toHaveBeenCalled();

    poll.watch(second);
    await clock.advance(POLL_MS);
    expect(second).not.toHaveBeenCalled();
    write(other);
    await clock.advance(POLL_MS);
    expect(second).toHaveBeenCalledOnce();
  });

  it('looks once for all, as long as somebody watches', async () => {
    const all = vi.spyOn(Object.getPrototypeOf(database.prepare('select 1')), 'all');
    const wakes = [vi.fn(), vi.fn(), vi.fn()];
    const unwatches = wakes.map((wake) => poll.watch(wake));
    expect(clock.pendingTimers).toBe(1);

    write(other);
    all.mockClear();
    await clock.advance(POLL_MS);
    expect(all).toHaveBeenCalledTimes(3);
    await clock.advance(POLL_MS);
    expect(all).toHaveBeenCalledTimes(5);
    all.mockRestore();
    for (const wake of wakes) expect(wake).toHaveBeenCalledOnce();

    const [first, ...rest] = unwatches;
    for (let times = 0; times < 3; times++) first?.();
    expect(clock.pendingTimers).toBe(1);
    for (const unwatch of rest) unwatch();
    expect(clock.pendingTimers).toBe(0);
  });

  it('goes on when one of those whom it wakes throws, and when one stops watching', async () => {
    const wake = vi.fn();
    poll.watch(() => {
      throw new Error('Not me.');
    });
    poll.watch(wake);
    const unwatch = poll.watch(() => unwatch());

    for (let count = 1; count <= 2; count++) {
      write(other);
      await clock.advance(POLL_MS);
      expect(wake).toHaveBeenCalledTimes(count);
    }
  });

  it('wakes when a file that was locked can be read again', async () => {
    database.exec('pragma busy_timeout = 0');
    const [early, late] = [vi.fn(), vi.fn()];
    poll.watch(early)();
    other.exec('begin exclusive');
    poll.watch(late);
    await clock.advance(100 * POLL_MS);
    expect(late).not.toHaveBeenCalled();

    other.exec('rollback');
    await clock.advance(1_000);

    expect(late).toHaveBeenCalledOnce();
    expect(early).not.toHaveBeenCalled();
  });

  it('looks less and less often at a connection that is closed, and wakes once it is open again', async () => {
    const wake = vi.fn();
    poll.watch(wake);

    database.close();
    expect(await nextPauses(10)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000]);
    wake.mockClear();

    database.open();
    expect(await nextPauses(3)).toEqual([1_000, 10, 10]);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('never looks more often after failures than without', async () => {
    const slow = new DataVersionPoll(database, { pollMs: 3_000, clock });
    database.close();

    slow.watch(() => undefined);

    expect(await nextPauses(3)).toEqual([3_000, 3_000, 3_000]);
  });

  it('wakes every second without a change, for those who could not read when there was one', async () => {
    const wake = vi.fn();
    poll.watch(wake);

    await clock.advance(999);
    expect(wake).not.toHaveBeenCalled();
    await clock.advance(2 * POLL_MS);
    expect(wake).toHaveBeenCalledTimes(1);
    await clock.advance(1_000);
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it('wakes once when it cannot look any more, so that whoever reads learns why', async () => {
    const wake = vi.fn();
    poll.watch(wake);

    database.close();
    await clock.advance(500);

    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('keeps no process alive', () => {
    const timers: unknown[] = [];
    const setTimer = (callback: () => void, delayMs: number) => {
      const timer = systemClock.setTimer(callback, delayMs);
      timers.push(timer);
      return timer;
    };

    new DataVersionPoll(database, { pollMs: 60_000, clock: { ...systemClock, setTimer } }).watch(() => {
      throw new Error('Never.');
    });

    expect(timers.map((timer) => (timer as NodeJS.Timeout).hasRef())).toEqual([false]);
    systemClock.clearTimer(timers[0]);
  });
});

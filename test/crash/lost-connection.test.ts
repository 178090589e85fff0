import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type PostgresAnswer,
  type PostgresPool,
  postgresLedger,
} from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { openPool } from '../postgres/open-pool.ts';
import { allEntries } from './all-entries.ts';
import { type CrashPlace, createCrashPlace } from './crash-place.ts';
import { callTool, createCrashRuntime } from './crash-runtime.ts';
import { readLines } from './lines-file.ts';

/** How long to look for what the server does by itself. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const terminateOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;
const ofBlocked = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

type Query = () => Promise<PostgresAnswer>;

describePostgres('a process whose connections to PostgreSQL are ended', (serverUrl) => {
  let place: CrashPlace;
  let admin: Pool;
  let pool: Pool;
  let dropped: unknown[];

  beforeEach(async () => {
    place = await createCrashPlace('PostgreSQL', serverUrl);
    const connectionString = await place.addStore('calls');
    admin = openPool({ connectionString });
    pool = openPool({ connectionString });
    dropped = [];
    pool.on('error', (error) => dropped.push(error));
  });

  afterEach(async () => {
    for (const each of [pool, admin]) await each.end();
    await place.remove();
  });

  async function start(on: PostgresPool) {
    const effectsFile = join(place.folder, 'effects');
    const faults: unknown[] = [];
    const ledger = await postgresLedger(on);
    const runtime = createCrashRuntime({ ledger, effectsFile, onFault: (error) => faults.push(error) });
    return { runtime, ledger, faults, effects: () => readLines(effectsFile) };
  }

  /**
   * The pool, with something that happens to statements on calls that begin with a word: to the first one, to all, or to all
   * that say that a call has ended well.
   */
  function failingPool(
    word: 'insert' | 'update',
    happen: (query: Query) => Promise<PostgresAnswer>,
    which: 'first' | 'always' | 'ended' = 'first',
  ) {
    let isDue = true;
    return {
      query: (text: string, values?: unknown[]) => {
        const isMeant = isDue && (which !== 'ended' || values?.includes('ok') === true);
        if (!isMeant || !text.startsWith(`${word} `) || !text.includes('toolcrib_calls')) {
          return pool.query(text, values);
        }
        isDue = which !== 'first';
        return happen(() => pool.query(text, values));
      },
      connect: () => pool.connect(),
    };
  }

  /** Ends the connection while the server works on the statement, which is undone. */
  async function cutOff(query: Query): Promise<PostgresAnswer> {
    const locker = await admin.connect();
    await locker.query('begin');
    await locker.query('lock table toolcrib_calls');
    const answer = query();
    // Looked at below, once the connection is gone.
    answer.catch(() => undefined);
    await vi.waitFor(
      async () => expect((await admin.query(`select pid ${ofBlocked}`)).rowCount).toBe(1),
      PATIENCE,
    );
    await admin.query(`select pg_terminate_backend(pid) ${ofBlocked}`);
    await expect(answer).rejects.toThrow();
    await locker.query('rollback');
    locker.release();
    return await answer;
  }

  /** Loses the answer to a statement that the server has carried out. */
  async function loseAnswer(query: Query): Promise<PostgresAnswer> {
    await query();
    throw new Error('Connection terminated unexpectedly');
  }

  it('goes on with new ones when none was in use', async () => {
    const { runtime, ledger, effects } = await start(pool);
    await admin.query(terminateOthers);
    await vi.waitFor(() => expect(dropped).toHaveLength(1), PATIENCE);

    const record = await callTool(runtime, 'write', 'key-1');

    expect([record.status, record.isRecorded, effects()]).toEqual(['ok', true, ['key-1']]);
    expect((await allEntries(ledger)).map(({ state }) => state)).toEqual(['ok']);
  });

  it('runs nothing while the start of a call cannot be written, and can repeat it', async () => {
    const { runtime, effects } = await start(failingPool('insert', cutOff, 'always'));

    const record = await callTool(runtime, 'write', 'key-1');

    expect([record.status, record.problem?.code, record.sideEffect, record.hasEnded]).toEqual([
      'failed',
      'E_LEDGER_FAILED',
      'none',
      false,
    ]);
    expect(effects()).toEqual([]);
  });

  it.each(['insert', 'update'] as const)(
    'tries again when an %s was cut off, or its answer lost',
    async (word) => {
      for (const [index, happen] of [cutOff, loseAnswer].entries()) {
        const { runtime, ledger, faults, effects } = await start(failingPool(word, happen));

        const record = await callTool(runtime, 'write', `key-${index}`);
        const again = await callTool(runtime, 'write', `key-${index}`);

        expect([record.status, record.isRecorded, faults]).toEqual(['ok', true, []]);
        expect((await ledger.get(record.invocationId))?.state).toBe('ok');
        expect([again.status, again.replayOf]).toEqual(['ok', record.invocationId]);
        expect(effects().filter((key) => key === `key-${index}`)).toHaveLength(1);
      }
    },
  );

  it('tells that the end of a call could not be written, and never runs it again', async () => {
    const { runtime, ledger, faults, effects } = await start(failingPool('update', cutOff, 'ended'));

    const record = await callTool(runtime, 'write', 'key-1');
    const early = await callTool(runtime, 'write', 'key-1');
    const report = await runtime.recover();
    const late = await callTool(runtime, 'write', 'key-1');

    expect([record.status, record.problem?.code, record.sideEffect]).toEqual([
      'failed',
      'E_CALL_NOT_RECORDED',
      'done',
    ]);
    expect([record.hasEnded, record.isRecorded, faults.length]).toEqual([false, false, 1]);
    expect([early.problem?.code, late.problem?.code]).toEqual(['E_CALL_IN_PROGRESS', 'E_OUTCOME_UNKNOWN']);
    expect(report.unknown).toEqual([record.invocationId]);
    expect((await ledger.get(record.invocationId))?.state).toBe('unknown');
    expect(effects()).toEqual(['key-1']);
  });
});

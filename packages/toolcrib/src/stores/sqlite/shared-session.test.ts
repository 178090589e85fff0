import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { openCatalog } from '../../catalog/index.ts';
import { describeLedger, type OpenLedger } from '../testkit/index.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import { sampleSpec } from '../testkit/sample-tool.ts';
import { type OpenSqliteDatabase, openSqlite, sqliteLedger, sqliteSession, sqliteStore } from './index.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

describeLedger('a ledger that shares its commits', openShared, { describe, it });

function openShared(): OpenLedger {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
  const databases: { close(): void }[] = [];
  const open = () => {
    const database = openSqlite(join(folder, 'calls.sqlite'));
    databases.push(database);
    return sqliteLedger(database, { session: sqliteSession(database) });
  };
  const close = () => {
    for (const database of databases) database.close();
    rmSync(folder, { recursive: true });
  };
  return { ledger: open(), reopen: open, close };
}

const insert = 'insert into notes (name) values (?)';
const names = (database: SqliteDatabase) => database.prepare('select name from notes order by rowid').all();

describe('sqliteSession', () => {
  let folder: string;
  let database: OpenSqliteDatabase;
  let other: OpenSqliteDatabase;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
    [database, other] = [openSqlite(join(folder, 'a.sqlite')), openSqlite(join(folder, 'a.sqlite'))];
    database.exec('create table notes (name text not null unique)');
  });

  afterEach(() => {
    for (const each of [database, other]) each.close();
    rmSync(folder, { recursive: true });
  });

  it('commits what is written at one moment once, and answers after that', async () => {
    const { watched, statements } = watch(database);
    const later: (() => void)[] = [];
    const session = sqliteSession(watched, { schedule: (flush) => later.push(flush) });

    const answers = Promise.all([
      session.run(insert, ['a']),
      session.write(`${insert} returning rowid as place, name`, ['b']),
      session.run('update notes set name = name || ?', ['!']),
    ]);
    const seenBefore = names(other);
    let isAnswered = false;
    void answers.then(() => {
      isAnswered = true;
    });
    await undefined;
    expect([seenBefore, later.length, isAnswered]).toEqual([[], 1, false]);
    for (const flush of later) flush();

    expect(await answers).toEqual([1, [{ place: 2, name: 'b' }], 2]);
    expect(names(other)).toEqual([{ name: 'a!' }, { name: 'b!' }]);
    expect(statements.filter((sql) => sql === 'commit')).toHaveLength(1);
  });

  it('lets a statement that fails do so alone', async () => {
    const session = sqliteSession(database);
    await session.run(insert, ['taken']);

    const outcomes = await Promise.allSettled([
      session.run(insert, ['a']),
      session.run(insert, ['taken']),
      session.run('insert into nowhere (name) values (?)', ['x']),
      session.run(insert, ['a']),
      session.run(insert, ['b']),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'E_STORE_FAILED', context: { reason: 'failed' } } });
    expect(names(other)).toEqual([{ name: 'taken' }, { name: 'a' }, { name: 'b' }]);
  });

  it('refuses all that wait while others keep the file locked, and goes on afterwards', async () => {
    database.exec('pragma busy_timeout = 0');
    const session = sqliteSession(database);
    const writeTwo = () => Promise.allSettled(['a', 'b'].map((name) => session.run(insert, [name])));

    other.exec('begin immediate');
    const refused = await writeTwo();
    other.exec('rollback');
    const written = await writeTwo();

    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: 'E_STORE_FAILED', context: { reason: 'busy' } } });
    }
    expect(written).toEqual([1, 1].map((value) => ({ status: 'fulfilled', value })));
  });

  it('refuses all of a commit that fails, and has written none of them', async () => {
    database.exec('pragma foreign_keys = on; create table parents (id integer primary key)');
    database.exec(
      'create table children (parent integer references parents (id) deferrable initially deferred)',
    );
    const session = sqliteSession(database);

    const outcomes = await Promise.allSettled([
      session.run(insert, ['a']),
      session.run('insert into children (parent) values (?)', [1]),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(names(database)).toEqual([]);
    expect(await session.run(insert, ['b'])).toBe(1);
  });

  it('writes what waits before the connection is closed, and rejects afterwards', async () => {
    const session = sqliteSession(database);

    const waiting = [session.run(insert, ['a']), session.run(insert, ['b'])];
    session.flush();
    database.close();

    expect(await Promise.all(waiting)).toEqual([1, 1]);
    expect(names(other)).toEqual([{ name: 'a' }, { name: 'b' }]);
    for (const ask of [() => session.run(insert, ['c']), () => session.all('select 1', [])]) {
      expect(await rejectionOf(ask())).toMatchObject({
        code: 'E_STORE_FAILED',
        context: { reason: 'unreachable' },
      });
    }
    database = openSqlite(join(folder, 'a.sqlite'));
  });

  it('shares its connection with a catalogue, whatever is asked for at the same time', async () => {
    const session = sqliteSession(database);
    const ledger = sqliteLedger(database, { session });
    const catalog = await openCatalog(sqliteStore(database));
    const rounds = Array.from({ length: 50 }, (_, index) => index);

    await Promise.all(
      rounds.flatMap((index) => [
        ledger.insert(sampleEntry({ invocationId: `call-${index}` })),
        catalog.register(sampleSpec({ name: `tool-${index}` })),
        session.run(insert, [`note-${index}`]),
      ]),
    );

    expect(catalog.list()).toHaveLength(50);
    expect(await ledger.find({ states: ['running'], limit: 100 })).toHaveLength(50);
    expect(names(other)).toHaveLength(50);
    await catalog.close();
  });

  it('makes the tables of a store once', async () => {
    const schema = { part: 'tests', migrations: ['create table tests (id integer primary key)'] };

    for (const each of [database, other]) await sqliteSession(each).migrate(schema);

    const tooOld = sqliteSession(other).migrate({ ...schema, migrations: [] });
    expect(await rejectionOf(tooOld)).toMatchObject({ code: 'E_STORE_TOO_NEW' });
    expect(other.prepare("select version from toolcrib_versions where part = 'tests'").all()).toEqual([
      { version: 1 },
    ]);
  });
});

/** The same connection, and every statement that was run on it. */
function watch(database: SqliteDatabase): { watched: SqliteDatabase; statements: readonly string[] } {
  const statements: string[] = [];
  const watched: SqliteDatabase = {
    exec: (sql) => {
      statements.push(sql);
      return database.exec(sql);
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        all: (...values) => {
          statements.push(sql);
          return statement.all(...values);
        },
        run: (...values) => {
          statements.push(sql);
          return statement.run(...values);
        },
      };
    },
  };
  return { watched, statements };
}

it('works with a database in memory', async () => {
  const database = new DatabaseSync(':memory:');
  const ledger = sqliteLedger(database, { session: sqliteSession(database) });

  expect(await Promise.all([ledger.insert(sampleEntry()), ledger.get('call-1')])).toMatchObject([
    { inserted: true },
    undefined,
  ]);
  expect(await ledger.get('call-1')).toMatchObject({ invocationId: 'call-1' });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOrThrow } from '../../../../../scripts/lib/run-command.ts';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { errorOf } from '../../../../../test/errors.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import { openSqlite, sqliteLedger, sqliteStore } from './index.ts';
import { ledgerSchema } from './migrations.ts';
import { SqliteSession } from './session.ts';

const PROCESSES = 4;
const KEYS = 25;

/** Inserts one entry for each key, as every process does, and prints how many were inserted. */
const inserter = `
import { openSqlite, sqliteLedger } from '${new URL('index.ts', import.meta.url)}';
import { sampleEntry } from '${new URL('../testkit/sample-entry.ts', import.meta.url)}';
const [path, name] = process.argv.slice(1);
const ledger = sqliteLedger(openSqlite(path));
let count = 0;
for (let key = 0; key < ${KEYS}; key++) {
  const entry = sampleEntry({ invocationId: name + '-' + key, idempotencyKey: 'key-' + key });
  if ((await ledger.insert(entry)).inserted) count++;
}
process.stdout.write(String(count));
`;

describe('the tables in SQLite', () => {
  it('are made once and kept', async () => {
    const database = openSqlite(':memory:');
    await sqliteLedger(database).insert(sampleEntry());
    const before = describeSchema(database);

    const again = sqliteLedger(database);

    expect(await again.get('call-1')).toEqual(sampleEntry());
    expect(describeSchema(database)).toEqual(before);
    expect(database.prepare('select * from toolcrib_versions').all()).toEqual([
      { part: 'ledger', version: 3 },
    ]);
  });

  it('are refused when they are newer, and left alone', () => {
    const database = openSqlite(':memory:');
    sqliteLedger(database);
    database.exec("update toolcrib_versions set version = 7 where part = 'ledger'");

    expect(errorOf(() => sqliteLedger(database))).toMatchObject({
      code: 'E_STORE_TOO_NEW',
      message:
        'The tables of the ledger have version 7, but this version of toolcrib knows them up to 3 only. Update toolcrib.',
      context: { part: 'ledger', storedVersion: 7, knownVersion: 3 },
    });
    database.exec("update toolcrib_versions set version = 3 where part = 'ledger'");
    sqliteLedger(database);
  });

  it('are refused part by part: those of catalogues may be newer than those of a ledger', () => {
    const database = openSqlite(':memory:');
    sqliteStore(database);
    sqliteLedger(database);
    const versions = 'select part, version from toolcrib_versions order by part';
    expect(database.prepare(versions).all()).toEqual([
      { part: 'catalog', version: 1 },
      { part: 'ledger', version: 3 },
    ]);
    database.exec("update toolcrib_versions set version = 7 where part = 'catalog'");
    const before = describeSchema(database);

    expect(errorOf(() => sqliteStore(database))).toMatchObject({
      code: 'E_STORE_TOO_NEW',
      context: { part: 'catalog', storedVersion: 7, knownVersion: 1 },
    });

    sqliteLedger(database);
    expect(describeSchema(database)).toEqual(before);
  });

  it('are brought forward script by script, with what they hold', () => {
    const database = openSqlite(':memory:');
    const first = "create table toolcrib_things (a text); insert into toolcrib_things values ('kept')";
    const second = "alter table toolcrib_things add column b text default 'new'";
    const session = new SqliteSession(database);

    for (const migrations of [[first], [first, second], [first, second]]) {
      session.migrate({ part: 'things', migrations });
    }

    expect(database.prepare('select * from toolcrib_things').all()).toEqual([{ a: 'kept', b: 'new' }]);
    expect(database.prepare('select * from toolcrib_versions').all()).toEqual([
      { part: 'things', version: 2 },
    ]);
  });

  it('of a ledger of the first version are brought forward, with what they hold', async () => {
    const database = openSqlite(':memory:');
    new SqliteSession(database).migrate({
      ...ledgerSchema,
      migrations: ledgerSchema.migrations.slice(0, 1),
    });
    database
      .prepare(
        `insert into toolcrib_calls (invocation_id, revision, state, tenant, caller_id, owner, entry)
         values ('call-1', 1, 'running', 'acme', 'ann', 'runtime-1', ?)`,
      )
      .run(JSON.stringify(sampleEntry()));

    const ledger = sqliteLedger(database);

    expect(await ledger.find({ states: ['running', 'ok'], callerId: 'ann', limit: 10 })).toEqual([
      sampleEntry(),
    ]);
  });

  it('are left as they were when they cannot be made', () => {
    const database = openSqlite(':memory:');
    database.exec('create table toolcrib_calls (something_else text)');
    const before = describeSchema(database);

    expect(() => sqliteLedger(database)).toThrow('already exists');

    expect(describeSchema(database)).toEqual(before);
    database.exec('drop table toolcrib_calls');
    sqliteLedger(database);
  });

  it('serve processes that open one new file at once and use the same keys', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'calls.sqlite');
      const names = Array.from({ length: PROCESSES }, (_, index) => `process-${index}`);

      const ends = await Promise.all(
        names.map((name) => runOrThrow('node', ['--input-type=module', '--eval', inserter, path, name])),
      );

      const counts = ends.map(({ stdout }) => Number(stdout));
      expect(counts.reduce((sum, count) => sum + count)).toBe(KEYS);
      const database = openSqlite(path);
      expect(await sqliteLedger(database).find({ states: ['running'], limit: 1_000 })).toHaveLength(KEYS);
      database.close();
    });
  });
});

function describeSchema(database: ReturnType<typeof openSqlite>): unknown[] {
  return database.prepare('select name, sql from sqlite_schema order by name').all();
}

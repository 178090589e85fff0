import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from 'toolcrib/stores/sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/test-database.ts';
import { openServiceDatabase } from './open-service-database.ts';
import { describeServiceStore, sampleEntry } from './service-store-suite.ts';

const forbidden = ["update toolcrib_audit set entry = '{}'", 'delete from toolcrib_audit'];

describeServiceStore('a service store in SQLite', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
  const [one, two] = [await openServiceDatabase({ dataFolder }), await openServiceDatabase({ dataFolder })];
  const close = async () => {
    for (const database of [one, two]) await database.close();
    await rm(dataFolder, { recursive: true });
  };
  return { store: one.store, other: two.store, close };
});

it('keeps audit entries in SQLite from everybody who can write to the file', async () => {
  await withTempFolder(async (dataFolder) => {
    const database = await openServiceDatabase({ dataFolder });
    await database.store.appendAudit('acme', 0, [sampleEntry()]);
    const file = openSqlite(database.place);

    for (const statement of forbidden) expect(() => file.exec(statement)).toThrow('never');

    expect(await database.store.auditEntries('acme', 0, 10)).toEqual([sampleEntry()]);
    file.close();
    await database.close();
  });
});

it('fills up uses per minute by the time that it is told, and believes a clock that was put back', async () => {
  const { store, close } = await openServiceDatabase({ dataFolder: ':memory:' });
  const start = Date.parse('2026-11-16T00:00:00.000Z');
  const take = async (ms: number, wanted = 1) =>
    (await store.takeUses('a', { perMinute: 2, needed: 1, wanted, now: start + ms })).taken;

  expect([await take(0, 2), await take(29_999), await take(30_000), await take(31_000)]).toEqual([
    2, 0, 1, 0,
  ]);
  expect([await take(10 * 365 * 86_400_000, 2), await take(10 * 365 * 86_400_000)]).toEqual([2, 0]);
  expect([await take(0), await take(29_999), await take(30_000)]).toEqual([0, 0, 1]);
  await close();
});

it('takes tenants from before there was a choice for such that may not run the code of the service', async () => {
  await withTempFolder(async (dataFolder) => {
    const database = await openServiceDatabase({ dataFolder });
    const file = openSqlite(database.place);
    for (const name of ['default', 'other']) {
      const record = JSON.stringify({ name, title: name, createdAt: '', createdBy: '' });
      file.prepare('insert into toolcrib_tenants (name, record) values (?, ?)').run(name, record);
    }

    const tenants = await database.store.listTenants({ limit: 10 });

    expect(tenants.map(({ name, hasHostTools }) => [name, hasHostTools])).toEqual([
      ['default', true],
      ['other', false],
    ]);
    expect(await database.store.getTenant('other')).toEqual(tenants[1]);
    file.close();
    await database.close();
  });
});

describePostgres('with a server', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  describeServiceStore('a service store in PostgreSQL', async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    const place = { databaseUrl: database.url };
    const [one, two] = [await openServiceDatabase(place), await openServiceDatabase(place)];
    const close = async () => {
      for (const each of [one, two]) await each.close();
    };
    return { store: one.store, other: two.store, close };
  });

  it('fills up uses per minute by the clock of the database, and forgets what is full', async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    const place = { databaseUrl: database.url };
    const [one, two] = [await openServiceDatabase(place), await openServiceDatabase(place)];
    const pass = (ms: number) =>
      database.pool.query(`update toolcrib_rates set filled_at = filled_at - (${ms})`);
    // The clock of a process does not matter.
    const take = async (wanted = 1) =>
      (await one.store.takeUses('a', { perMinute: 2, needed: 1, wanted, now: 7 })).taken;

    expect([await take(2), await take()]).toEqual([2, 0]);
    await pass(30_000);
    expect([await take(), await take()]).toEqual([1, 0]);
    await pass(-3_600_000);
    expect(await take()).toBe(0);
    await pass(30_000);
    expect([await take(), await take()]).toEqual([1, 0]);
    await pass(61_000);
    await two.store.takeUses('b', { perMinute: 2, needed: 1, wanted: 1, now: Date.now() });
    const { rows } = await database.pool.query('select counter from toolcrib_rates');
    expect(rows).toEqual([{ counter: 'b' }]);
    for (const each of [one, two]) await each.close();
  });

  it('keeps audit entries in PostgreSQL from the owner of the table', async () => {
    const { store, close } = await openServiceDatabase({ databaseUrl: database.url });
    await store.appendAudit('kept', 0, [sampleEntry({ tenant: 'kept' })]);

    for (const statement of [...forbidden, 'truncate toolcrib_audit']) {
      await expect(database.pool.query(statement)).rejects.toThrow('never');
    }

    expect(await store.auditEntries('kept', 0, 10)).toHaveLength(1);
    await close();
  });
});

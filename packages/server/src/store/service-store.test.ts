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

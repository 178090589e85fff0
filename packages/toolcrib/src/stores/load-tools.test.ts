import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { loadTools } from './load-tools.ts';
import { SqliteCatalogDatabase } from './sqlite/catalog-database.ts';
import { sqliteStore } from './sqlite/index.ts';
import { SqliteSession } from './sqlite/session.ts';
import { sampleSpec, toolOf, versionOf } from './testkit/sample-tool.ts';
import { TenantWriter } from './testkit/tenant-writer.ts';

const names = ['a', 'B', 'é', '😀', 'z', 'a.b', 'ab'];

async function openTenant() {
  const database = new DatabaseSync(':memory:');
  const writer = new TenantWriter(sqliteStore(database));
  const toVersions = (name: string) => ['1', '2'].map((version) => versionOf(sampleSpec({ name, version })));
  await writer.put(...names.map((name) => toolOf(toVersions(name))));
  const catalogs = new SqliteCatalogDatabase(new SqliteSession(database));
  const load = (atOnce: number) =>
    catalogs.transact({ tenant: 'acme', mode: 'read' }, () => loadTools('acme', atOnce));
  return { database, writer, load };
}

it.each([1, 2, 3, names.length, 100])('loads every tool, with its versions, %d at once', async (atOnce) => {
  const { writer, load } = await openTenant();

  expect(await load(atOnce)).toEqual(writer.tools);
});

it.each(names)('finds the versions of %s if their tool has gone, wherever a page ends', async (name) => {
  const { database, load } = await openTenant();
  database.prepare('delete from toolcrib_tools where name = ?').run(name);

  for (const atOnce of [1, 2, 3, names.length, 100]) {
    await expect(load(atOnce)).rejects.toMatchObject({ code: 'E_STORE_CORRUPT', context: { tool: name } });
  }
});

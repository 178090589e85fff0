import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { errorOf, rejectionOf } from '../../../../../test/errors.ts';
import type { CatalogStore, TenantChanges } from '../../catalog/index.ts';
import { describeCatalogStore, type OpenCatalogStore } from '../testkit/index.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import {
  SAMPLE_TIME,
  sampleDocument,
  sampleSpec,
  sampleTool,
  toolOf,
  versionOf,
} from '../testkit/sample-tool.ts';
import { TenantWriter } from '../testkit/tenant-writer.ts';
import { openSqlite, sqliteLedger, sqliteSession, sqliteStore } from './index.ts';

describeCatalogStore('a catalogue store in a SQLite file', openInFile, { describe, it });
describeCatalogStore('a catalogue store in a SQLite database in memory', openInMemory, { describe, it });
describeCatalogStore('a catalogue store with the session of its connection', openShared, { describe, it });

function openInMemory(): OpenCatalogStore {
  return { store: sqliteStore(new DatabaseSync(':memory:')) };
}

function openShared(): OpenCatalogStore {
  const database = new DatabaseSync(':memory:');
  return { store: sqliteStore(database, { session: sqliteSession(database) }) };
}

function openInFile(): OpenCatalogStore {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
  const databases: { close(): void }[] = [];
  const open = () => {
    const database = openSqlite(join(folder, 'tools.sqlite'));
    databases.push(database);
    return sqliteStore(database);
  };
  const close = () => {
    for (const database of databases) database.close();
    rmSync(folder, { recursive: true });
  };
  return { store: open(), reopen: open, close };
}

describe('sqliteStore', () => {
  it('refuses what is no connection', () => {
    expect(() => sqliteStore('tools.sqlite' as never)).toThrow('openSqlite()');
  });

  it('is durable in a file only', () => {
    const inFile = openInFile();

    expect(inFile.store.isDurable).toBe(true);
    expect(openInMemory().store.isDurable).toBe(false);
    inFile.close?.();
  });

  it('shares a connection with a ledger and another store', async () => {
    const database = new DatabaseSync(':memory:');
    const [store, ledger, other] = [sqliteStore(database), sqliteLedger(database), sqliteStore(database)];
    const writer = new TenantWriter(store);

    await Promise.all([
      writer.put(sampleTool()),
      ledger.insert(sampleEntry()),
      other.recordUses('acme', [{ name: 'refund_order', consumer: 'app', at: SAMPLE_TIME }]),
    ]);

    await writer.assertHeldBy(store, other);
    expect(await ledger.get('call-1')).toEqual(sampleEntry());
    expect(await store.uses('acme')).toHaveLength(1);
  });

  it('leaves the rows of earlier versions alone when there is a new one', async () => {
    const database = new DatabaseSync(':memory:');
    const writer = new TenantWriter(sqliteStore(database));
    const versions = ['1', '2', '3'].map((version) => versionOf(sampleSpec({ version })));
    const rows = () => database.prepare('select rowid, version from toolcrib_tool_versions').all();
    await writer.put(toolOf(versions.slice(0, 2)));
    const before = rows();

    await writer.put(toolOf(versions));

    expect(rows()).toEqual([...before, { rowid: 3, version: '3' }]);
  });

  it.each(['', 'a b', "'; drop table toolcrib_events; --", 'x'.repeat(65), 'a\n', 'é'])(
    'refuses the tenant %j',
    async (tenant) => {
      const { store } = openInMemory();

      expect(await rejectionOf(store.load(tenant))).toMatchObject({ code: 'E_INVALID_OPTION' });
      expect(errorOf(() => store.watch(tenant, () => undefined))).toMatchObject({
        code: 'E_INVALID_OPTION',
        context: { option: 'tenant' },
      });
    },
  );

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to poll every %d ms', (pollMs) => {
    expect(errorOf(() => sqliteStore(new DatabaseSync(':memory:'), { pollMs }))).toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option: 'pollMs' },
    });
  });
});

describe('sqliteStore, when somebody else has changed its tables', () => {
  it.each([
    "update toolcrib_tool_versions set spec = '{' where name = 'broken'",
    "update toolcrib_tool_versions set spec = 'null' where name = 'broken'",
    'update toolcrib_tool_versions set spec = \'{"name":"other","version":"1.0.0"}\' where name = \'broken\'',
    'update toolcrib_tool_versions set spec = \'{"name":"broken"}\' where name = \'broken\'',
    "update toolcrib_tool_versions set revision = 2 where name = 'broken'",
    "update toolcrib_tool_versions set revision = 0 where name = 'broken'",
    "update toolcrib_tool_versions set deprecation = '[]' where name = 'broken'",
    "delete from toolcrib_tool_versions where name = 'broken'",
    "delete from toolcrib_tools where name = 'broken'",
    "update toolcrib_tools set current = 0 where name = 'broken'",
    "update toolcrib_tools set current = 2 where name = 'broken'",
    "update toolcrib_tools set quarantine = 'yes' where name = 'broken'",
  ])('names tenant and tool: %s', async (sql) => {
    const { store, database } = await openBroken();
    database.exec(sql);

    for (const read of [store.load('acme'), store.changes('acme', 1)]) {
      expect(await rejectionOf(read)).toMatchObject({
        code: 'E_STORE_CORRUPT',
        message: expect.stringContaining('"broken" of tenant "acme" cannot be read'),
        context: { tenant: 'acme', tool: 'broken' },
      });
    }
    expect((await store.changes('acme', 2)).events).toEqual([]);
  });

  it.each([
    "update toolcrib_documents set document = '{' where key = 'broken'",
    "update toolcrib_documents set document = '' where key = 'broken'",
    "update toolcrib_documents set document = 'null' where key = 'broken'",
    "update toolcrib_documents set document = '[{}]' where key = 'broken'",
    "update toolcrib_documents set document = '\"text\"' where key = 'broken'",
  ])('names tenant and key of a document: %s', async (sql) => {
    const { store, database } = await openBroken();
    database.exec(sql);

    for (const read of [
      () => store.load('acme'),
      () => store.changes('acme', 1),
      () => store.change('acme', { known: 1, decide: neverAsked }),
    ]) {
      expect(await rejectionOf(read())).toMatchObject({
        code: 'E_STORE_CORRUPT',
        message: expect.stringContaining('document "broken" of tenant "acme" cannot be read'),
        context: { tenant: 'acme', key: 'broken' },
      });
    }
    expect((await store.changes('acme', 2)).documents.size).toBe(0);
  });

  it('names a key that is none', async () => {
    const { store, database } = await openBroken();
    database.exec("update toolcrib_documents set key = '\\' where key = 'broken'");

    expect(await rejectionOf(store.load('acme'))).toMatchObject({
      code: 'E_STORE_CORRUPT',
      context: { tenant: 'acme', key: '\\' },
    });
  });

  it.each([
    'delete from toolcrib_events where sequence = 2',
    "update toolcrib_events set event = '{' where sequence = 2",
    "update toolcrib_events set name = 'sound' where sequence = 2",
    'update toolcrib_events set sequence = 3 where sequence = 2',
    'update toolcrib_feeds set last_sequence = 3',
  ])('names tenant and event: %s', async (sql) => {
    const { store, database } = await openBroken();
    const sequence = sql.includes('feeds') ? 3 : 2;
    database.exec(sql);

    for (const read of [store.changes('acme', 1), store.change('acme', { known: 1, decide: neverAsked })]) {
      expect(await rejectionOf(read)).toMatchObject({
        code: 'E_STORE_CORRUPT',
        context: { tenant: 'acme', sequence },
      });
    }
  });

  it('says so when events are gone that were there before', async () => {
    const { store, database } = await openBroken();
    database.exec(
      'delete from toolcrib_events where sequence = 2; update toolcrib_feeds set last_sequence = 1',
    );

    for (const read of [store.changes('acme', 2), store.change('acme', { known: 2, decide: neverAsked })]) {
      expect(await rejectionOf(read)).toMatchObject({
        code: 'E_STORE_CORRUPT',
        context: { tenant: 'acme', sequence: 1, knownSequence: 2 },
      });
    }
  });

  it('names the tenant whose uses cannot be read', async () => {
    const { store, database } = await openBroken();
    await store.recordUses('acme', [{ name: 'sound', consumer: 'app', at: SAMPLE_TIME }]);
    database.exec("update toolcrib_deprecated_uses set consumer = '\\'");

    expect(await rejectionOf(store.uses('acme'))).toMatchObject({
      code: 'E_STORE_CORRUPT',
      context: { tenant: 'acme' },
    });
  });
});

describe('sqliteStore, when SQLite refuses', () => {
  it('waits for nobody else when the file is locked, and goes on afterwards', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'tools.sqlite');
      const [other, impatient] = [openSqlite(path), openSqlite(path)];
      impatient.exec('pragma busy_timeout = 0');
      const store = sqliteStore(impatient);
      const writer = new TenantWriter(store);

      other.exec('begin immediate');
      await expectRefusal(store, 'busy');
      other.exec('rollback');

      await writer.put(sampleTool());
      await writer.assertHeldBy(store);
      for (const database of [other, impatient]) database.close();
    });
  });

  it('changes nothing when there is no room left, and goes on when there is', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore(database);
    const writer = new TenantWriter(store);
    await writer.put(sampleTool());
    const large = Array.from({ length: 50 }, (_, index) =>
      sampleTool({ name: `tool-${index}`, description: 'x'.repeat(5_000) }),
    );

    database.exec('pragma max_page_count = 30');
    expect(await rejectionOf(writer.put(...large))).toMatchObject({
      code: 'E_STORE_FULL',
      context: { reason: 'full' },
    });
    await writer.assertHeldBy(store);
    database.exec('pragma max_page_count = 1000000');

    await writer.put(...large);
    await writer.assertHeldBy(store);
  });

  it('still reads what may not be written to', async () => {
    const database = new DatabaseSync(':memory:');
    const writer = new TenantWriter(sqliteStore(database));
    await writer.put(sampleTool());
    database.exec('pragma query_only = on');

    const store = sqliteStore(database);

    await expectRefusal(store, 'read-only');
    await writer.assertHeldBy(store);
  });

  it('rejects while the database is closed, and goes on once it is open again', async () => {
    await withTempFolder(async (folder) => {
      const database = new DatabaseSync(join(folder, 'tools.sqlite'));
      const store = sqliteStore(database);
      const writer = new TenantWriter(store);
      await writer.put(sampleTool());

      database.close();
      await expectRefusal(store, 'unreachable');
      database.open();

      await writer.put(sampleTool({ name: 'next' }));
      await writer.assertHeldBy(store);
      database.close();
    });
  });

  it('throws at once when the file is none of SQLite', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'tools.sqlite');
      writeFileSync(
        path,
        'This is a text, and long enough to be taken for the header of a database file.'.repeat(50),
      );
      const database = new DatabaseSync(path);

      expect(errorOf(() => sqliteStore(database))).toMatchObject({ code: 'E_STORE_CORRUPT' });
      database.close();
    });
  });

  it('leaves the transaction of somebody else alone', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore(database);
    database.exec("begin; insert into toolcrib_feeds values ('other', 7, 0)");

    await expectRefusal(store, 'failed');
    database.exec('commit');

    expect((await store.load('other')).sequence).toBe(7);
  });
});

/** A tool and a document that are sound and two that somebody is about to break, with one event each. */
async function openBroken(): Promise<{ store: CatalogStore; database: DatabaseSync }> {
  const database = new DatabaseSync(':memory:');
  const store = sqliteStore(database);
  const writer = new TenantWriter(store);
  for (const name of ['sound', 'broken']) {
    await writer.write({ tools: [[name, sampleTool({ name })]], documents: [[name, sampleDocument()]] });
  }
  return { store, database };
}

async function expectRefusal(store: CatalogStore, reason: string): Promise<void> {
  const change = store.change('acme', { known: 0, decide: neverAsked });
  const code = reason === 'read-only' ? 'E_STORE_READ_ONLY' : 'E_STORE_FAILED';
  expect(await rejectionOf(change)).toMatchObject({ code, context: { reason } });
}

function neverAsked(_missed: TenantChanges | undefined): never {
  throw new Error('Nobody should be asked to decide.');
}

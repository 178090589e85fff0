import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { openSqlite, sqliteStore } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { errorOf } from '../errors.ts';
import { toLines, viewOf } from './catalog-view.ts';
import { sampleSpec } from './sample-spec.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from './small-disk.ts';
import { type FileCatalog, openFileCatalog } from './sqlite-world.ts';
import { codeOf, refusalOf, secretSpec, toRefusal } from './store-refusal.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };

/** Too much for the room that is left in these tests. */
const batch = ['b', 'c', 'd', 'e'].map((name) => secretSpec(name));

describe('a catalogue in a SQLite file', () => {
  const open: FileCatalog[] = [];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
  });

  afterEach(async () => {
    for (const each of open.splice(0)) each.close();
    await rm(folder, { recursive: true });
  });

  /** A catalogue with one tool. */
  async function start(path = join(folder, 'tools.sqlite'), database?: DatabaseSync): Promise<FileCatalog> {
    const world = await openFileCatalog(path, database);
    open.push(world);
    if (world.catalog.sequence === 0) await world.catalog.register(sampleSpec('a'));
    return world;
  }

  /** Fails unless a change is refused and leaves everything as it was, for all who look. */
  async function expectRefused({ path, catalog }: FileCatalog, change: Promise<unknown>, reason: string) {
    const before = await viewOf(catalog);
    expect(await refusalOf(change)).toEqual({ code: codeOf(reason), reason });
    expect(await viewOf(catalog)).toEqual(before);
    const other = await openFileCatalog(path);
    expect(await viewOf(other.catalog)).toEqual(before);
    other.close();
  }

  /** Fails unless the change that was refused works now, and everybody is told of all events once. */
  async function expectRecovered({ path, catalog, seen }: FileCatalog, change: () => Promise<unknown>) {
    const before = catalog.sequence;
    await change();
    expect(catalog.sequence).toBeGreaterThan(before);
    const { events } = await viewOf(catalog);
    await vi.waitFor(() => expect(toLines(seen)).toEqual(events), PATIENCE);
    const other = await openFileCatalog(path);
    expect(await viewOf(other.catalog)).toEqual(await viewOf(catalog));
    other.close();
  }

  const publish = (catalog: ToolCatalog) => catalog.registerAll(batch);

  it('refuses changes while the file must not grow, and makes them afterwards', async () => {
    const world = await start();
    const { database, catalog } = world;
    database.exec('pragma max_page_count = 20');

    await expectRefused(world, publish(catalog), 'full');
    expect(await catalog.setEnabled('a', false)).toMatchObject({ enabled: false });

    database.exec('pragma max_page_count = 1000000');
    await expectRecovered(world, () => publish(catalog));
  });

  it('refuses changes while the disk is full, and makes them afterwards', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 21);
    try {
      const world = await start(join(disk.folder, 'tools.sqlite'));
      await disk.fill();

      await expectRefused(world, publish(world.catalog), 'full');
      await expectRefused(world, publish(world.catalog), 'full');

      await disk.free();
      await expectRecovered(world, () => publish(world.catalog));
    } finally {
      await disk.remove();
    }
  });

  it('refuses changes while its connection may only read, and makes them afterwards', async () => {
    const world = await start();
    world.database.exec('pragma query_only = on');

    await expectRefused(world, publish(world.catalog), 'read-only');

    world.database.exec('pragma query_only = off');
    await expectRecovered(world, () => publish(world.catalog));
  });

  it('can be read and followed on a connection that was opened for reading', async () => {
    const writer = await start();
    const reader = await start(writer.path, new DatabaseSync(writer.path, { readOnly: true }));

    await expectRefused(reader, publish(reader.catalog), 'read-only');
    await publish(writer.catalog);

    await vi.waitFor(() => expect(reader.seen).toHaveLength(writer.catalog.sequence), PATIENCE);
    expect(await viewOf(reader.catalog)).toEqual(await viewOf(writer.catalog));
  });

  it('says that it cannot make its tables on a connection that was opened for reading', () => {
    const path = join(folder, 'empty.sqlite');
    openSqlite(path).close();
    const database = new DatabaseSync(path, { readOnly: true });

    expect(toRefusal(errorOf(() => sqliteStore(database)))).toEqual({
      code: 'E_STORE_READ_ONLY',
      reason: 'read-only',
    });

    database.close();
  });

  it('refuses changes while another connection writes for too long, and makes them afterwards', async () => {
    const world = await start();
    const other = openSqlite(world.path);
    world.database.exec('pragma busy_timeout = 20');
    other.exec('begin immediate');

    await expectRefused(world, publish(world.catalog), 'busy');

    other.exec('rollback');
    other.close();
    await expectRecovered(world, () => publish(world.catalog));
  });

  it('cannot be opened while another connection has the file to itself, and can afterwards', async () => {
    const world = await start();
    const { path } = world;
    world.close();
    open.length = 0;
    const other = openSqlite(path);
    other.exec('pragma locking_mode = exclusive; begin exclusive; commit');
    const database = new DatabaseSync(path, { timeout: 20 });

    expect(toRefusal(errorOf(() => sqliteStore(database)))).toEqual({
      code: 'E_STORE_FAILED',
      reason: 'busy',
    });

    other.close();
    const again = await start(path, database);
    expect(again.catalog.get('a')).toBeDefined();
  });
});

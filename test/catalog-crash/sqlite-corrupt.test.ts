import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toLines, viewOf, viewTools } from './catalog-view.ts';
import { sampleSpec } from './sample-spec.ts';
import { openFileCatalog } from './sqlite-world.ts';
import { refusalOf, secretSpec } from './store-refusal.ts';

const PAGE = 4096;
const PATIENCE = { timeout: 60_000, interval: 5 };
const corrupt = { code: 'E_STORE_CORRUPT' };

/** What can happen to a file. */
const damages: readonly (readonly [name: string, damage: (bytes: Buffer) => Buffer])[] = [
  ['pages were overwritten', (bytes) => bytes.fill(7, 2 * PAGE, bytes.length / 2)],
  ['pages were emptied', (bytes) => bytes.fill(0, PAGE)],
  ['header was overwritten', (bytes) => bytes.fill(7, 0, PAGE)],
  ['second half is gone', (bytes) => bytes.subarray(0, bytes.length / 2)],
];

describe.each(damages)('a catalogue in a SQLite file whose %s', (_, damage) => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
    path = join(folder, 'tools.sqlite');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  /** An open catalogue whose file is damaged, with all that it was. */
  async function start() {
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = wal');
    const world = await openFileCatalog(path, database);
    const { catalog } = world;
    await catalog.registerAll(Array.from({ length: 40 }, (_, index) => secretSpec(`tool-${index}`)));
    await catalog.quarantine('tool-1', { reason: 'It leaks.' });
    await catalog.remove('tool-1');
    await catalog.deprecate('tool-2', { message: 'Use tool-3.' });
    const view = await viewOf(catalog);
    // All is in the file then, and nothing in memory.
    database.exec('pragma wal_checkpoint(truncate); pragma shrink_memory');
    const intact = readFileSync(path);
    write(damage(Buffer.from(intact)));
    return { ...world, database, view, intact };
  }

  /** Puts bytes into the file, which stays the same one for whoever has it open. */
  function write(bytes: Buffer): void {
    writeFileSync(path, bytes, { flag: 'r+' });
    truncateSync(path, bytes.length);
  }

  it('says so when it is opened', async () => {
    const { close } = await start();
    close();
    const database = new DatabaseSync(path);

    expect(await refusalOf(openFileCatalog(path, database))).toEqual(corrupt);

    database.close();
  });

  it('says so when it is asked for a change, and can still be read', async () => {
    const { catalog, view, close } = await start();

    const refusals = await Promise.all(
      [catalog.register(sampleSpec('new')), catalog.setEnabled('tool-3', false), catalog.events()].map(
        refusalOf,
      ),
    );

    expect(refusals).toEqual([corrupt, corrupt, corrupt]);
    expect(catalog.get('tool-3')).toMatchObject({ enabled: true });
    expect(view).toMatchObject(viewTools(catalog));
    close();
  });

  it('[C7] can be restored into a new file, to the byte', async () => {
    const { catalog, view, close } = await start();
    const next = await openFileCatalog(join(folder, 'next.sqlite'));

    await next.catalog.restore(catalog.snapshot());
    close();

    expect(view).toMatchObject(viewTools(next.catalog));
    await next.catalog.register(sampleSpec('new'));
    next.close();
  });

  it('goes on when the file is put back and its connection opened again', async () => {
    const { catalog, database, seen, view, intact, close } = await start();
    expect(await refusalOf(catalog.register(sampleSpec('new')))).toEqual(corrupt);

    database.close();
    write(intact);
    database.open();
    expect(await viewOf(catalog)).toEqual(view);
    await catalog.register(sampleSpec('new'));

    await vi.waitFor(() => expect(seen).toHaveLength(catalog.sequence), PATIENCE);
    expect(toLines(seen)).toEqual((await viewOf(catalog)).events);
    close();
  });
});

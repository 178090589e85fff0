import { openCatalog, type ToolSpec } from 'toolcrib/catalog';
import { type OpenPlace, openPlace } from '../lib/catalog-place.ts';
import { createEmptyPlace } from '../lib/empty-place.ts';
import { measureOneShots, type OneShot } from '../lib/one-shots.ts';
import {
  insertIntoPostgres,
  insertIntoSqlite,
  type RawTable,
  readPostgresTables,
  readSqliteTables,
} from '../lib/raw-tables.ts';
import { createSpecs } from '../lib/specs.ts';
import type { Sample } from '../lib/statistics.ts';

interface Input {
  /** Of PostgreSQL; without one it is SQLite. */
  readonly serverUrl?: string;
  readonly count: number;
  readonly rounds: number;
}

/** How many rows go into one statement. */
const ONE = 1;
const MANY = 1000;
/** More tools than that would take minutes. */
const MAX_ROW_BY_ROW = 10_000;

/** Registers many tools at once, and writes the same rows into the same tables by hand. */
export async function measure({ serverUrl, count, rounds }: Input): Promise<Sample[]> {
  const specs = createSpecs(count);
  const open = () => openEmpty(serverUrl);
  const tables = await createTables(await open(), specs);
  const shots = [createOurs(open, specs)];
  // On PostgreSQL every row is a way to the server and back.
  if (serverUrl === undefined || count <= MAX_ROW_BY_ROW) {
    shots.unshift(createRaw('row by row', open, (place) => insert(place, tables, ONE)));
  }
  if (serverUrl !== undefined) {
    shots.push(createRaw('many rows at once', open, (place) => insert(place, tables, MANY)));
  }
  return await measureOneShots(shots, rounds);
}

/** An open place that goes when it is closed. The tables are there, and empty. */
async function openEmpty(serverUrl: string | undefined): Promise<OpenPlace> {
  const { place, remove } = await createEmptyPlace(serverUrl);
  const opened = await openPlace(place);
  const close = async () => {
    await opened.close();
    await remove();
  };
  return { ...opened, close };
}

/** What a catalogue writes for these specs. */
async function createTables(place: OpenPlace, specs: readonly ToolSpec[]): Promise<readonly RawTable[]> {
  const catalog = await openCatalog(place.store);
  await catalog.registerAll(specs);
  catalog.close();
  const tables = await readTables(place);
  await place.close();
  return tables;
}

async function readTables(place: OpenPlace): Promise<readonly RawTable[]> {
  if (place.kind === 'SQLite') return readSqliteTables(place.database);
  return place.kind === 'PostgreSQL' ? await readPostgresTables(place.pool) : [];
}

async function insert(place: OpenPlace, tables: readonly RawTable[], rowsAtOnce: number): Promise<void> {
  if (place.kind === 'SQLite') insertIntoSqlite(place.database, tables);
  if (place.kind === 'PostgreSQL') await insertIntoPostgres(place.pool, tables, rowsAtOnce);
}

function createRaw(
  name: string,
  open: () => Promise<OpenPlace>,
  write: (place: OpenPlace) => unknown,
): OneShot {
  return {
    name,
    async prepare() {
      const place = await open();
      return { run: () => write(place), end: () => place.close() };
    },
  };
}

function createOurs(open: () => Promise<OpenPlace>, specs: readonly ToolSpec[]): OneShot {
  return {
    name: 'ours',
    async prepare() {
      const place = await open();
      const catalog = await openCatalog(place.store);
      const end = async () => {
        catalog.close();
        await place.close();
      };
      return { run: () => catalog.registerAll(specs), end };
    },
  };
}

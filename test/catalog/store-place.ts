import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogStore, memoryStore } from '../../packages/toolcrib/src/catalog/index.ts';
import { postgresStore } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { openSqlite, sqliteStore } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { createTestDatabase } from '../postgres/test-database.ts';

/** The stores, by the names that tests show. */
export type StoreKind = 'memory' | 'SQLite' | 'PostgreSQL';

/** Nothing here ends before it is read, and the disk would take most of the time. */
export const WITHOUT_DISK = '-c synchronous_commit=off';

/** Somewhere to keep catalogues, reached in two ways. */
export interface StorePlace {
  readonly kind: StoreKind;
  /** Both have the same tools: the second is opened as another process would, where there can be one. */
  readonly stores: readonly [CatalogStore, CatalogStore];
  remove(): Promise<void>;
}

export async function openMemoryPlace(): Promise<StorePlace> {
  const store = memoryStore();
  return { kind: 'memory', stores: [store, store], remove: async () => undefined };
}

/** A file of its own, read and written by two connections. */
export async function openSqlitePlace(): Promise<StorePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-catalog-'));
  const databases = [0, 1].map(() => {
    const database = openSqlite(join(folder, 'catalog.sqlite'));
    // As with `WITHOUT_DISK`.
    database.exec('pragma synchronous = off');
    return database;
  });
  const [first, second] = databases.map((database) => sqliteStore(database));
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const remove = async () => {
    for (const database of databases) database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { kind: 'SQLite', stores: [first, second], remove };
}

/** A database of its own, read and written through two pools. */
export async function openPostgresPlace(serverUrl: string): Promise<StorePlace> {
  const database = await createTestDatabase(serverUrl);
  const openPool = () => database.openPool({ max: 10, options: WITHOUT_DISK });
  return {
    kind: 'PostgreSQL',
    stores: [await postgresStore(openPool()), await postgresStore(openPool())],
    remove: database.drop,
  };
}

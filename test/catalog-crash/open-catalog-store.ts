import type { CatalogStore } from '../../packages/toolcrib/src/catalog/index.ts';
import { type PostgresPool, postgresStore } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import {
  openSqlite,
  type SqliteDatabase,
  sqliteStore,
} from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { openPool } from '../postgres/open-pool.ts';

/** A store, and the end of the connections that it uses. */
export interface OpenCatalogStore {
  readonly store: CatalogStore;
  close(): Promise<void>;
}

/** How a store is opened, beyond where it is. */
export interface StoreOptions {
  /** What the store gets instead of the connections. */
  watchDatabase?(database: SqliteDatabase): SqliteDatabase;
  watchPool?(pool: PostgresPool): PostgresPool;
}

/** So seldom that news from PostgreSQL come by notification, or by whatever the store does when it listens again. */
export const NEVER_MS = 3_600_000;

/** Opens the catalogues in a PostgreSQL database, given its URL, or in a SQLite file. */
export async function openCatalogStore(
  location: string,
  options: StoreOptions = {},
): Promise<OpenCatalogStore> {
  return location.startsWith('postgres:')
    ? await openPostgres(location, options)
    : openFile(location, options);
}

function openFile(path: string, { watchDatabase = same }: StoreOptions): OpenCatalogStore {
  const database = openSqlite(path);
  return { store: sqliteStore(watchDatabase(database)), close: async () => database.close() };
}

async function openPostgres(
  connectionString: string,
  { watchPool = same }: StoreOptions,
): Promise<OpenCatalogStore> {
  const pool = openPool({ connectionString, max: 4 });
  return { store: await postgresStore(watchPool(pool), { pollMs: NEVER_MS }), close: () => pool.end() };
}

function same<Value>(value: Value): Value {
  return value;
}

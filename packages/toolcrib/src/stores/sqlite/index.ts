export type { StoreSchema } from '../plan-migrations.ts';
export type { SqlRow, SqlSession, SqlValue, StoreSession } from '../sql-session.ts';
export { type SqliteStoreOptions, sqliteStore } from './catalog.ts';
export { type SqliteLedgerOptions, sqliteLedger } from './ledger.ts';
export { type OpenSqliteDatabase, openSqlite } from './open-sqlite.ts';
export { type SqliteSessionOptions, type SqliteStoreSession, sqliteSession } from './shared-session.ts';
export type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts';
export type { Schedule } from './write-queue.ts';

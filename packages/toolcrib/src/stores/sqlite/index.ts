export { type SqliteStoreOptions, sqliteStore } from './catalog.ts';
export { sqliteLedger } from './ledger.ts';
export { type OpenSqliteDatabase, openSqlite } from './open-sqlite.ts';
export type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts';

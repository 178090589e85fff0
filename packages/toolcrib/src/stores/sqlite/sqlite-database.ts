/** A prepared statement, as `node:sqlite` and `better-sqlite3` have it. */
export interface SqliteStatement {
  run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  all(...values: (string | number | null)[]): unknown[];
}

/**
 * A connection to SQLite: a `DatabaseSync` of `node:sqlite`, or a `Database` of `better-sqlite3`. It stays
 * the user's, who also closes it.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

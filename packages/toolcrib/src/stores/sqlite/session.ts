import type { StoreSchema } from '../plan-migrations.ts';
import {
  createVersions,
  planMigrations,
  readVersion,
  selectVersion,
  upsertVersion,
} from '../plan-migrations.ts';
import type { SqlRow, SqlSession, SqlValue } from '../sql-session.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts';

const selectVersionsTable = "select 1 from sqlite_schema where type = 'table' and name = 'toolcrib_versions'";

/** A connection to SQLite that keeps its prepared statements and answers at once. */
export class SqliteSession implements SqlSession {
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  all(sql: string, values: readonly SqlValue[]): readonly SqlRow[] {
    // Both drivers give one object for each row.
    return this.prepare(sql).all(...values) as SqlRow[];
  }

  run(sql: string, values: readonly SqlValue[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** A statement that is kept. */
  prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Whether what is written outlives the connection. */
  isFile(): boolean {
    return this.all('pragma database_list', []).some(({ name, file }) => name === 'main' && Boolean(file));
  }

  /** Brings the tables of a store up to date. Of several processes that do it at once, one does the work. */
  migrate(schema: StoreSchema): void {
    const isNew = this.all(selectVersionsTable, []).length === 0;
    if (!isNew && planMigrations(schema, this.#loadVersion(schema)).length === 0) return;
    this.#database.exec('begin immediate');
    try {
      this.#database.exec(createVersions);
      for (const script of planMigrations(schema, this.#loadVersion(schema))) this.#database.exec(script);
      this.run(upsertVersion, [schema.part, schema.migrations.length]);
      this.#database.exec('commit');
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Ends a transaction that has failed. */
  rollBack(): void {
    try {
      this.#database.exec('rollback');
    } catch {
      // After some failures, such as a full disk, SQLite has rolled back already; the first error counts.
    }
  }

  /** Lets every statement be prepared again. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  #loadVersion({ part }: StoreSchema): number {
    return readVersion(this.all(selectVersion, [part]));
  }
}

import type { Pool } from 'pg';
import type { SqliteDatabase } from 'toolcrib/stores/sqlite';

type Column = string | number | boolean | null;
/** A column, or the object that is written there as JSON. */
type Value = Column | object;

/** The rows of one table, to be written again by hand. What a person has as an object is one. */
export interface RawTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** What a catalogue writes when tools are registered. */
const writtenTables = ['toolcrib_feeds', 'toolcrib_tools', 'toolcrib_tool_versions', 'toolcrib_events'];
/** What a catalogue has to read when it is opened. */
const openedTables = ['toolcrib_tools', 'toolcrib_tool_versions', 'toolcrib_documents'];
const jsonColumns = ['spec', 'event'];
/** Of one statement in PostgreSQL, which takes 65,535 values at most. */
const ROWS_PER_STATEMENT = 1000;

/** Reads every row of a tenant's tools as the driver gives them. */
export function readSqliteRows(database: SqliteDatabase, tenant: string): unknown {
  return openedTables.map((name) => database.prepare(`select * from ${name} where tenant = ?`).all(tenant));
}

export async function readPostgresRows(pool: Pool, tenant: string): Promise<unknown> {
  const answers: unknown[] = [];
  for (const name of openedTables) {
    answers.push(await pool.query(`select * from ${name} where tenant = $1`, [tenant]));
  }
  return answers;
}

export function readSqliteTables(database: SqliteDatabase): RawTable[] {
  return writtenTables.map((name) => toTable(name, database.prepare(`select * from ${name}`).all()));
}

export async function readPostgresTables(pool: Pool): Promise<RawTable[]> {
  const tables: RawTable[] = [];
  for (const name of writtenTables) {
    tables.push(toTable(name, (await pool.query(`select * from ${name}`)).rows));
  }
  return tables;
}

function toTable(name: string, found: readonly unknown[]): RawTable {
  // Both drivers give an object for each row, with texts, numbers and booleans only.
  const rows = found as readonly Record<string, Column>[];
  const toValue = ([column, value]: [string, Column]): Value =>
    jsonColumns.includes(column) ? JSON.parse(String(value)) : value;
  return {
    name,
    columns: Object.keys(rows[0] ?? {}),
    rows: rows.map((row) => Object.entries(row).map(toValue)),
  };
}

function toColumn(value: Value): Column {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** All rows in one transaction, one statement a row. */
export function insertIntoSqlite(database: SqliteDatabase, tables: readonly RawTable[]): void {
  database.exec('begin immediate');
  for (const { name, columns, rows } of tables) {
    const marks = columns.map(() => '?').join();
    const insert = database.prepare(`insert into ${name} (${columns.join()}) values (${marks})`);
    // The columns of SQLite have no booleans.
    for (const row of rows) insert.run(...(row.map(toColumn) as (string | number | null)[]));
  }
  database.exec('commit');
}

/** All rows in one transaction, so many to a statement. */
export async function insertIntoPostgres(
  pool: Pool,
  tables: readonly RawTable[],
  rowsPerStatement: number = ROWS_PER_STATEMENT,
): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  for (const { name, columns, rows } of tables) {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const some = rows.slice(start, start + rowsPerStatement);
      const text = `insert into ${name} (${columns.join()}) values ${toMarks(some.length, columns.length)}`;
      await client.query({ name: `${name} ${some.length}`, text, values: some.flat().map(toColumn) });
    }
  }
  await client.query('commit');
  client.release();
}

/** `($1,$2),($3,$4)` */
function toMarks(rows: number, columns: number): string {
  const toRow = (row: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join()})`;
  return Array.from({ length: rows }, (_, row) => toRow(row)).join();
}

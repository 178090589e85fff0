import type { Ledger } from '../../runtime/index.ts';
import { SqlLedger } from '../sql-ledger.ts';
import { ledgerSchema } from './migrations.ts';
import { SqliteSession } from './session.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/**
 * A ledger in a SQLite database, in tables whose names start with `toolcrib_`; they are created or brought
 * up to date first. Several processes may use one file. It is durable unless the database is in memory.
 *
 * The connection must not be inside a transaction when the ledger is used. Give it a busy timeout, and
 * `synchronous = full` if calls must survive a power failure, or take it from `openSqlite`, which does both.
 *
 * @throws ToolcribError `E_STORE_TOO_NEW` when the tables were made by a newer version of this library.
 *
 * @example
 * ```ts
 * const ledger = sqliteLedger(openSqlite('calls.sqlite'));
 * ```
 */
export function sqliteLedger(database: SqliteDatabase): Ledger {
  const session = new SqliteSession(database);
  session.migrate(ledgerSchema);
  return new SqlLedger(session, { isDurable: session.isFile() });
}

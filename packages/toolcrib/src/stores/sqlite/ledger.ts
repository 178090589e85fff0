import { requireKnownOptions } from '../../index.ts';
import type { SearchableLedger } from '../../runtime/index.ts';
import { SqlLedger } from '../sql-ledger.ts';
import { ledgerSchema } from './migrations.ts';
import { SqliteSession } from './session.ts';
import type { SqliteStoreSession } from './shared-session.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Options of {@link sqliteLedger}. */
export interface SqliteLedgerOptions {
  /**
   * A session on the same connection, with which the ledger shares its commits: many calls of one moment then cost one
   * sync of the disk. What fails is then a ToolcribError `E_STORE_…` instead of what the driver threw.
   *
   * @default every write is a commit of its own
   */
  readonly session?: SqliteStoreSession | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof SqliteLedgerOptions>(['session']);

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
export function sqliteLedger(database: SqliteDatabase, options: SqliteLedgerOptions = {}): SearchableLedger {
  requireKnownOptions(options, optionNames);
  const session = new SqliteSession(database);
  session.migrate(ledgerSchema);
  return new SqlLedger(options.session ?? session, { isDurable: session.isFile() });
}

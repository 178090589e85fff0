import type { CatalogStore } from '../../catalog/index.ts';
import { ConfigError, requireKnownOptions } from '../../index.ts';
import { type Clock, systemClock } from '../../runtime/index.ts';
import { checkMilliseconds } from '../check-milliseconds.ts';
import { SqlCatalog } from '../sql-catalog.ts';
import { SqliteCatalogDatabase } from './catalog-database.ts';
import { DataVersionPoll } from './data-version-poll.ts';
import { toStoreError } from './failures.ts';
import { catalogSchema } from './migrations.ts';
import { SqliteSession } from './session.ts';
import { SharedSession, type SqliteStoreSession } from './shared-session.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /**
   * How often to look whether another process has changed something, in milliseconds, from 1. It is only done while a
   * catalogue is open, and reads no table.
   *
   * @default 10
   */
  readonly pollMs?: number | undefined;
  /**
   * What everything else on the connection writes with. Large changes, as of a restore, then let others have their turn, whose
   * writes wait for the end.
   *
   * @default a change holds the process up for as long as it takes
   */
  readonly session?: SqliteStoreSession | undefined;
  /** What waits between two looks. @default the clock of this machine */
  readonly clock?: Clock | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof SqliteStoreOptions>(['pollMs', 'session', 'clock']);

/**
 * Keeps catalogues in a SQLite database, in tables whose names start with `toolcrib_`; they are created or brought up
 * to date first. Several processes may use one file, and a ledger the same connection. It is durable unless the database
 * is in memory.
 *
 * The connection must not be inside a transaction when the store is used. Give it a busy timeout, and
 * `synchronous = full` if changes must survive a power failure, or take it from `openSqlite`, which does both. Changes
 * block the process as long as they take, as everything does with these drivers.
 *
 * @throws ToolcribError `E_STORE_TOO_NEW` when the tables were made by a newer version of this library, another `E_STORE_…`
 * as the methods of a store do; ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const catalog = await openCatalog(sqliteStore(openSqlite('tools.sqlite')));
 * ```
 */
export function sqliteStore(database: SqliteDatabase, options: SqliteStoreOptions = {}): CatalogStore {
  requireKnownOptions(options, optionNames);
  const { clock = systemClock, pollMs = 10 } = options;
  if (typeof database?.prepare !== 'function') {
    const message = 'The database must be a connection, such as openSqlite() gives.';
    throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'database' } });
  }
  const poll = new DataVersionPoll(database, { clock, pollMs: checkMilliseconds('pollMs', pollMs) });
  const session = new SqliteSession(database);
  try {
    session.migrate(catalogSchema);
    return new SqlCatalog({
      database: new SqliteCatalogDatabase(
        session,
        options.session instanceof SharedSession ? options.session : undefined,
      ),
      // A look at the database shows the changes of this connection too.
      signal: { watch: (_tenant, wake) => poll.watch(wake), announce: () => undefined },
      isDurable: session.isFile(),
    });
  } catch (error) {
    throw toStoreError(error);
  }
}

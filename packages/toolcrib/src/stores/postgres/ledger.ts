import { requireKnownOptions } from '../../index.ts';
import type { SearchableLedger } from '../../runtime/index.ts';
import { SqlLedger } from '../sql-ledger.ts';
import type { StoreSession } from '../sql-session.ts';
import { ledgerSchema } from './migrations.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { PostgresSession } from './session.ts';

/** Options of {@link postgresLedger}. */
export interface PostgresLedgerOptions {
  /**
   * A session on the same pool. What fails is then a ToolcribError `E_STORE_…` instead of what the pool rejected with.
   *
   * @default one of its own
   */
  readonly session?: StoreSession | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof PostgresLedgerOptions>(['session']);

/**
 * A durable ledger in a PostgreSQL database, in tables whose names start with `toolcrib_`; they are created
 * or brought up to date first, in the first schema of the search path. Any number of processes may use it.
 * The role that does so owns the tables, and may create tables, indexes and functions in that schema. Once the tables are up to
 * date, a role that may only read and write them is enough.
 *
 * It rejects with whatever the pool rejects with when the server cannot be reached, and with a ToolcribError
 * `E_STORE_TOO_NEW` when the tables were made by a newer version of this library.
 *
 * @example
 * ```ts
 * const ledger = await postgresLedger(new Pool({ connectionString }));
 * ```
 */
export async function postgresLedger(
  pool: PostgresPool,
  options: PostgresLedgerOptions = {},
): Promise<SearchableLedger> {
  requireKnownOptions(options, optionNames);
  const session = options.session ?? new PostgresSession(pool);
  await session.migrate(ledgerSchema);
  return new SqlLedger(session, { isDurable: true });
}

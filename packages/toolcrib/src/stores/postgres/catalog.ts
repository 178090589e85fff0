import type { CatalogStore } from '../../catalog/index.ts';
import { ConfigError, requireKnownOptions } from '../../index.ts';
import { type Clock, systemClock } from '../../runtime/index.ts';
import { checkMilliseconds } from '../check-milliseconds.ts';
import { SqlCatalog } from '../sql-catalog.ts';
import { PostgresCatalogDatabase } from './catalog-database.ts';
import { ChangeChannel } from './change-channel.ts';
import { toStoreError } from './failures.ts';
import { catalogSchema } from './migrations.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { PostgresSession } from './session.ts';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /**
   * How often to look for changes that nobody was notified of, in milliseconds, from 1. Notifications make changes known
   * at once; this is for those that are lost.
   *
   * @default 5_000
   */
  readonly pollMs?: number | undefined;
  /**
   * How long a change waits for others of the same tenant, in milliseconds, from 1; then it is `E_STORE_FAILED` with the
   * reason `busy`.
   *
   * @default 10_000
   */
  readonly lockTimeoutMs?: number | undefined;
  /** What waits between two looks. @default the clock of this machine */
  readonly clock?: Clock | undefined;
  /**
   * Told when changes of other processes are seen late, because the connection that listens was lost, or when one could
   * not be announced. What it throws is dropped.
   *
   * @default nothing
   */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof PostgresStoreOptions>([
  'pollMs',
  'lockTimeoutMs',
  'clock',
  'onFault',
]);

/**
 * Keeps catalogues in a PostgreSQL database, in tables whose names start with `toolcrib_`; they are created or brought up
 * to date first, in the first schema of the search path. Any number of processes may use it. Once the tables are up to
 * date, a role that may only read and write them is enough.
 *
 * Whoever is no superuser sees rows of a tenant only in a transaction that has named it, as `set local toolcrib.tenant`
 * does: policies of the tables stand behind the conditions of every statement.
 *
 * While a catalogue is open, one connection of the pool listens for changes, for all tenants of this store: make one store
 * per pool, whose pool needs room for two at least, and close the catalogues before the pool ends.
 * Statements are prepared by name: of PgBouncer it takes a version that passes those on, and changes of other processes
 * are seen as late as `pollMs` says where it does not pass on notifications.
 *
 * It rejects with a ToolcribError `E_STORE_TOO_NEW` when the tables were made by a newer version of this library, with
 * another `E_STORE_…` as the methods of a store do, and with a ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const catalog = await openCatalog(await postgresStore(new Pool({ connectionString })));
 * ```
 */
export async function postgresStore(
  pool: PostgresPool,
  options: PostgresStoreOptions = {},
): Promise<CatalogStore> {
  requireKnownOptions(options, optionNames);
  const { clock = systemClock, onFault = () => undefined, pollMs = 5_000, lockTimeoutMs = 10_000 } = options;
  assertPool(pool);
  checkMilliseconds('lockTimeoutMs', lockTimeoutMs);
  const signal = new ChangeChannel(pool, { clock, onFault, pollMs: checkMilliseconds('pollMs', pollMs) });
  try {
    await new PostgresSession(pool).migrate(catalogSchema);
  } catch (error) {
    throw toStoreError(error);
  }
  return new SqlCatalog({
    database: new PostgresCatalogDatabase(pool, { clock, lockTimeoutMs }),
    signal,
    isDurable: true,
  });
}

function assertPool(pool: PostgresPool): void {
  if (typeof pool?.connect === 'function' && typeof pool.query === 'function') return;
  throw new ConfigError('E_INVALID_OPTION', 'The pool must be a Pool of pg.', {
    context: { option: 'pool' },
  });
}

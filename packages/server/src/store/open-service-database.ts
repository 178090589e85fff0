import { ConfigError, requireKnownOptions } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import { systemClock } from 'toolcrib/runtime';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import type { ServiceDatabase } from './service-database.ts';

/** Where to keep everything: in a folder of this machine, or in PostgreSQL. */
export interface DatabasePlace {
  /** Created if need be, for its owner only. `:memory:` for one that lasts no longer than the process, as tests need it. */
  readonly dataFolder?: string | undefined;
  /** `postgres://user:password@host:port/name`. */
  readonly databaseUrl?: string | undefined;
}

/** Options of {@link openServiceDatabase}. */
export interface DatabaseOptions {
  /** @default the clock of this machine */
  readonly clock?: Clock | undefined;
  /** Told what went wrong behind a request, such as a connection that was lost while nobody used it. Must not throw. @default nothing */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

const placeNames: ReadonlySet<string> = new Set<keyof DatabasePlace>(['dataFolder', 'databaseUrl']);
const optionNames: ReadonlySet<string> = new Set<keyof DatabaseOptions>(['clock', 'onFault']);

/**
 * Opens the database of a service, and creates its tables or brings them up to date first. With a URL it is PostgreSQL;
 * otherwise it is a SQLite file `toolcrib.sqlite` in the data folder. Large results go into
 * PostgreSQL too, where every process of the service finds them; with SQLite into `artifacts` in the data folder.
 *
 * @throws ToolcribError `E_STORE_FAILED` if it cannot be reached, saying where it was looked for and why, without a
 * password; `E_STORE_REFUSED` for a wrong database name, user or password, or a right that is missing; `E_STORE_FULL`, `E_STORE_READ_ONLY`;
 * `E_STORE_TOO_NEW`, `E_STORE_CORRUPT`, `E_ARTIFACT_FAILED`; ConfigError `E_INVALID_OPTION`.
 */
export async function openServiceDatabase(
  place: DatabasePlace,
  options: DatabaseOptions = {},
): Promise<ServiceDatabase> {
  requireKnownOptions(place, placeNames);
  requireKnownOptions(options, optionNames);
  const { dataFolder, databaseUrl } = place;
  const { clock = systemClock, onFault = () => undefined } = options;
  const parts = { dataFolder, clock, onFault };
  if (databaseUrl !== undefined) {
    // The driver takes time to load, and most services are on SQLite.
    const { openPostgresDatabase } = await import('./open-postgres-database.ts');
    return await openPostgresDatabase(databaseUrl, parts);
  }
  if (dataFolder !== undefined && dataFolder !== '') return await openSqliteDatabase(dataFolder, parts);
  throw new ConfigError('E_INVALID_OPTION', 'A service needs a data folder, or the URL of a database.', {
    context: { option: 'dataFolder' },
  });
}

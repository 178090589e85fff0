import { ConfigError } from '../../index.ts';
import { toStoreError } from './failures.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** A connection that {@link openSqlite} has opened. */
export interface OpenSqliteDatabase extends SqliteDatabase {
  close(): void;
}

/** What is used of `node:sqlite`. */
interface SqliteModule {
  readonly DatabaseSync: new (path: string) => OpenSqliteDatabase;
}

/** What is used of the host, which may be no Node at all. */
interface Host {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

const MAX_JOURNAL_TRIES = 50;

/**
 * Opens a database file with Node's own SQLite, and creates it if need be. It is set up so that several
 * processes can use it, that a write waits up to five seconds for another, and that what was written
 * survives a power failure.
 *
 * @throws ConfigError `E_INVALID_OPTION` where Node has no SQLite of its own, which it has from 22.13 on.
 * @throws ToolcribError `E_STORE_…` when the file cannot be opened, such as `E_STORE_CORRUPT` or `E_STORE_READ_ONLY`.
 */
export function openSqlite(path: string): OpenSqliteDatabase {
  const { DatabaseSync } = loadModule();
  let database: OpenSqliteDatabase | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('pragma busy_timeout = 5000');
    useWriteAheadLog(database);
    database.exec('pragma synchronous = full');
  } catch (error) {
    database?.close();
    throw toStoreError(error);
  }
  return database;
}

/**
 * Two connections that open a new file at the same moment both want to change its journal. SQLite then fails at
 * once for one of them, whatever the busy timeout is. An empty write transaction does wait for the other one.
 */
function useWriteAheadLog(database: SqliteDatabase): void {
  for (let triesLeft = MAX_JOURNAL_TRIES; ; triesLeft--) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (triesLeft === 1 || toStoreError(error).context.reason !== 'busy') throw error;
    }
    database.exec('begin immediate');
    database.exec('commit');
  }
}

function loadModule(): SqliteModule {
  // The types of Node are not part of the library; what is missing is looked for below.
  const { process } = globalThis as Host;
  const module = process?.getBuiltinModule?.('node:sqlite');
  // Node documents the module; it is absent or whole.
  if (typeof module === 'object' && module !== null) return module as SqliteModule;
  throw new ConfigError(
    'E_INVALID_OPTION',
    'This host has no node:sqlite, which Node has from 22.13 on. Open the file with better-sqlite3 and give that database to the store.',
  );
}

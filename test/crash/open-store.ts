import type { Ledger } from '../../packages/toolcrib/src/runtime/index.ts';
import { postgresLedger } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { openSqlite, sqliteLedger, sqliteSession } from '../../packages/toolcrib/src/stores/sqlite/index.ts';
import { openPool } from '../postgres/open-pool.ts';

/** How a SQLite file is called whose ledger shares its commits. */
export const SHARED_ENDING = '.shared.sqlite';

/** A ledger, and the end of the connections that it uses. */
export interface OpenStore {
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Opens the ledger in a PostgreSQL database, given its URL, or in a SQLite file. */
export async function openStore(location: string): Promise<OpenStore> {
  return location.startsWith('postgres:') ? openPostgres(location) : openFile(location);
}

function openFile(path: string): OpenStore {
  const database = openSqlite(path);
  const options = path.endsWith(SHARED_ENDING) ? { session: sqliteSession(database) } : {};
  return { ledger: sqliteLedger(database, options), close: async () => database.close() };
}

async function openPostgres(connectionString: string): Promise<OpenStore> {
  const pool = openPool({ connectionString, max: 4 });
  return { ledger: await postgresLedger(pool), close: () => pool.end() };
}

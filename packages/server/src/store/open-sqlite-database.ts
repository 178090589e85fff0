import { mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Clock, memoryArtifactStore } from 'toolcrib/runtime';
import { fileArtifactStore } from 'toolcrib/stores/files';
import {
  type OpenSqliteDatabase,
  openSqlite,
  sqliteLedger,
  sqliteSession,
  sqliteStore,
} from 'toolcrib/stores/sqlite';
import { createServiceStore } from './create-service-store.ts';
import { cannotOpen, type DatabaseParts } from './database-parts.ts';
import type { ServiceDatabase } from './service-database.ts';
import { sqliteSchema } from './service-schemas.ts';
import { sqliteDialect } from './service-statements.ts';
import { createWriteCheck } from './write-check.ts';

/** Only its owner may look into the folder and the file; the folder may have been there before, for others too. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** The folder that is none. */
const IN_MEMORY = ':memory:';

/** @throws ToolcribError, as `openServiceDatabase` says. */
export async function openSqliteDatabase(
  dataFolder: string,
  { clock }: DatabaseParts,
): Promise<ServiceDatabase> {
  const isInMemory = dataFolder === IN_MEMORY;
  const folder = resolve(dataFolder);
  const place = isInMemory ? IN_MEMORY : join(folder, 'toolcrib.sqlite');
  let database: OpenSqliteDatabase | undefined;
  try {
    if (!isInMemory) await prepareFile(folder, place);
    const artifacts = isInMemory ? memoryArtifactStore() : fileArtifactStore(join(folder, 'artifacts'));
    database = openSqlite(place);
    return { kind: 'sqlite', place, artifacts, ...(await assemble(database, clock)) };
  } catch (error) {
    database?.close();
    throw cannotOpen(place, error);
  }
}

/** Makes the file if need be. Those that SQLite puts beside it get the same mode. */
async function prepareFile(folder: string, place: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await (await open(place, 'a', FILE_MODE)).close();
}

async function assemble(
  database: OpenSqliteDatabase,
  clock: Clock,
): Promise<Omit<ServiceDatabase, 'kind' | 'place' | 'artifacts'>> {
  // One session for all, so that the end of a call and its audit entry are one commit.
  const session = sqliteSession(database);
  await session.migrate(sqliteSchema);
  const { session: watched, check } = createWriteCheck(session);
  return {
    catalogs: sqliteStore(database, { clock, session }),
    ledger: sqliteLedger(database, { session: { ...watched, flush: () => session.flush() } }),
    store: createServiceStore(watched, sqliteDialect),
    pruneArtifacts: async () => 0,
    async ping() {
      await session.all('select count(*) from toolcrib_versions', []);
    },
    checkWrites: check,
    async close() {
      session.flush();
      database.close();
    },
  };
}

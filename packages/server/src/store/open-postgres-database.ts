import { Pool } from 'pg';
import { ConfigError } from 'toolcrib';
import {
  postgresArtifactStore,
  postgresLedger,
  postgresSession,
  postgresStore,
} from 'toolcrib/stores/postgres';
import { createServiceStore } from './create-service-store.ts';
import { cannotOpen, type DatabaseParts } from './database-parts.ts';
import type { ServiceDatabase } from './service-database.ts';
import { postgresSchema } from './service-schemas.ts';
import { postgresDialect } from './service-statements.ts';
import { createWriteCheck } from './write-check.ts';

/** One listens for changes; the others are for calls, changes and looks. */
const MAX_CONNECTIONS = 20;

/** How long to wait for a connection, for a statement on the server, and for an answer from a server that has gone silent. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 20_000;

/** @throws ToolcribError, as `openServiceDatabase` says. */
export async function openPostgresDatabase(url: string, parts: DatabaseParts): Promise<ServiceDatabase> {
  const place = toPlace(url);
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'toolcrib',
  });
  // Without a listener the process ends when the server drops a connection that nobody uses.
  pool.on('error', parts.onFault);
  try {
    await migrate(url, parts);
    return await assemble(pool, { ...parts, place });
  } catch (error) {
    await pool.end();
    throw cannotOpen(place, error);
  }
}

/** Brings the tables up to date, however long that takes: to fill the index of a large one can need minutes. */
async function migrate(url: string, { onFault }: DatabaseParts): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: 0,
    application_name: 'toolcrib',
  });
  pool.on('error', onFault);
  try {
    const session = postgresSession(pool);
    await session.migrate(postgresSchema);
    await postgresLedger(pool, { session });
  } finally {
    await pool.end();
  }
}

async function assemble(
  pool: Pool,
  { place, clock, onFault }: DatabaseParts & { readonly place: string },
): Promise<ServiceDatabase> {
  const { session, check } = createWriteCheck(postgresSession(pool));
  const artifacts = await postgresArtifactStore(pool, { clock });
  return {
    kind: 'postgres',
    place,
    catalogs: await postgresStore(pool, { clock, onFault }),
    ledger: await postgresLedger(pool, { session }),
    store: createServiceStore(session, postgresDialect),
    artifacts,
    pruneArtifacts: (putBefore, limit) => artifacts.prune(putBefore, limit),
    async ping() {
      await session.all('select 1', []);
    },
    checkWrites: check,
    async close() {
      await pool.end();
    },
  };
}

/** Host, port and name, which tell a database from others without telling how to get in. */
function toPlace(url: string): string {
  const isPostgres = /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url);
  if (!isPostgres) {
    const message = 'The URL of a database must be like postgres://user:password@host:5432/name.';
    throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'databaseUrl' } });
  }
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${host || searchParams.get('host') || 'localhost'}${pathname}`;
}

import {
  createVersions,
  planMigrations,
  readVersion,
  type StoreSchema,
  selectVersion,
  upsertVersion,
} from '../plan-migrations.ts';
import type { SqlRow, SqlSession, SqlValue } from '../sql-session.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';
import { toNumbered } from './to-numbered.ts';

const selectVersionsTable = "select to_regclass('toolcrib_versions') is not null as present";
const lockMigrations = "select pg_advisory_xact_lock(hashtextextended('toolcrib migrations', 0))";

/** New tables are made beside those that are there, whatever comes before them in the search path. */
const stayBesideVersions = `select set_config('search_path', quote_ident(nspname) || ', ' || current_setting('search_path'), true)
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relname = 'toolcrib_versions' and pg_table_is_visible(pg_class.oid)`;

type Queryable = Pick<PostgresPool, 'query'>;

/** A pool of connections to PostgreSQL; statements of one session may run at the same time. */
export class PostgresSession implements SqlSession {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async all(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return (await this.#pool.query(toNumbered(sql), [...values])).rows;
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<number> {
    return (await this.#pool.query(toNumbered(sql), [...values])).rowCount ?? 0;
  }

  /** Brings the tables of a store up to date. Of several processes that do it at once, one does the work. */
  async migrate(schema: StoreSchema): Promise<void> {
    const isNew = (await this.all(selectVersionsTable, []))[0]?.present !== true;
    if (!isNew && planMigrations(schema, await loadVersion(this.#pool, schema)).length === 0) return;
    const client = await this.#pool.connect();
    let isBroken = true;
    // Without a listener, a connection that is lost would end the process.
    client.on('error', ignore);
    try {
      await migrateInTransaction(client, schema);
      isBroken = false;
    } finally {
      // Closing a connection also rolls back what it had begun.
      client.release(isBroken);
      client.removeListener('error', ignore);
    }
  }
}

async function migrateInTransaction(client: PostgresClient, schema: StoreSchema): Promise<void> {
  await client.query('begin isolation level read committed');
  await client.query(lockMigrations);
  await client.query(stayBesideVersions);
  // First of all, because a look at the catalog may still show it as it was before the lock was waited for.
  await client.query(createVersions);
  const version = await loadVersion(client, schema);
  for (const script of planMigrations(schema, version)) await client.query(script);
  await client.query(toNumbered(upsertVersion), [schema.part, schema.migrations.length]);
  await client.query('commit');
}

async function loadVersion(database: Queryable, { part }: StoreSchema): Promise<number> {
  return readVersion((await database.query(toNumbered(selectVersion), [part])).rows);
}

function ignore(): void {
  // The statement under way fails, and says so.
}

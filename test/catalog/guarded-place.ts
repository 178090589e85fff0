import { Client } from 'pg';
import { postgresStore } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { rewritePool } from './rewrite-pool.ts';
import { type StorePlace, WITHOUT_DISK } from './store-place.ts';

export const catalogTables: readonly string[] = [
  'toolcrib_feeds',
  'toolcrib_tools',
  'toolcrib_tool_versions',
  'toolcrib_documents',
  'toolcrib_events',
  'toolcrib_deprecated_uses',
];

/** `tenant = $1` and `tenant = 'acme'`, with or without the name of a table, but not the setting. */
const condition = /(?<![\w.])(?!toolcrib\.)(?:\w+\.)?tenant = (\$\d+|'[^']*')/g;

/**
 * A statement that does not ask whose rows it is about any more. Its value stays, so that its number does.
 *
 * @throws Error when a condition is left, in words that are not known here.
 */
export function removeTenantFilter(sql: string): string {
  const removed = sql.replace(condition, (_match, value: string) =>
    value.startsWith('$') ? `(${value}::text is not null)` : 'true',
  );
  if (/(?<!set local toolcrib\.)\btenant\s*(?:=|<|>|like|in\b|is\b)/i.test(removed)) throw new Error(removed);
  return removed;
}

/** A database for a role that only may read and write the tables. */
export interface GuardedDatabase {
  readonly database: TestDatabase;
  readonly role: string;
  remove(): Promise<void>;
}

/** Makes the tables, as their owner, and a role for everybody else. */
export async function createGuardedDatabase(serverUrl: string): Promise<GuardedDatabase> {
  const database = await createTestDatabase(serverUrl);
  const { pool } = database;
  const [{ name }] = (await pool.query('select current_database() as name')).rows;
  const role = `${name}_role`;
  await postgresStore(pool);
  await pool.query(`create role ${role}`);
  await pool.query(`grant select on toolcrib_versions to ${role}`);
  await pool.query(`grant select, insert, update, delete on ${catalogTables.join()} to ${role}`);
  const remove = async () => {
    await pool.query(`drop owned by ${role}`);
    await database.drop();
    await dropRole(serverUrl, role);
  };
  return { database, role, remove };
}

/** Stores that forget to ask for the tenant, in a database that knows whose rows are whose. */
export async function openUnfilteredPlace(guarded: GuardedDatabase): Promise<StorePlace> {
  const { database, role, remove } = guarded;
  const openPool = () => database.openPool({ max: 10, options: `${WITHOUT_DISK} -c role=${role}` });
  const openStore = () => postgresStore(rewritePool(openPool(), removeTenantFilter), { pollMs: 500 });
  return { kind: 'PostgreSQL', stores: [await openStore(), await openStore()], remove };
}

async function dropRole(connectionString: string, role: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`drop role ${role}`);
  await client.end();
}

import { randomBytes } from 'node:crypto';
import { Client, type Pool, type PoolConfig } from 'pg';
import { openPool } from './open-pool.ts';

/** A new database for one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Another pool, with connections of its own. */
  openPool(options?: PoolConfig): Pool;
  /** Ends every pool that is still open, then removes the database. */
  drop(): Promise<void>;
}

/** Creates an empty database on a server. `drop` it in the end. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `toolcrib_test_${randomBytes(6).toString('hex')}`;
  await runOnce(serverUrl, `create database ${name}`);
  const url = withDatabase(serverUrl, name);
  const pools: Pool[] = [];
  const openOther = (options: PoolConfig = {}): Pool => {
    const pool = openPool({ connectionString: url, ...options });
    pools.push(pool);
    return pool;
  };
  const drop = async (): Promise<void> => {
    for (const pool of pools) if (!pool.ended) await pool.end();
    await runOnce(serverUrl, `drop database ${name} with (force)`);
  };
  return { url, pool: openOther(), openPool: openOther, drop };
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The URL of another database of the same server. */
function withDatabase(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(\w+:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`);
}

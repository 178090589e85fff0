import { Pool, type PoolConfig } from 'pg';

/**
 * A pool for tests. A connection that nobody uses may be ended by the server at any time, also after
 * `end()` has answered, when its database is dropped; without a listener that would end the process.
 * Whoever uses such a connection gets the error.
 */
export function openPool(options: PoolConfig): Pool {
  const pool = new Pool(options);
  pool.on('error', () => undefined);
  return pool;
}

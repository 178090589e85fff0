import type { Pool } from 'pg';
import type { Side } from './round-robin.ts';

/** As the bare rows of SQLite: one before the call, and the same after it. */
export async function createRawPostgres(name: string, pool: Pool, entry: string): Promise<Side> {
  await pool.query('create table calls (id text primary key, entry text not null)');
  const run = async () => {
    const id = crypto.randomUUID();
    await pool.query({
      name: 'raw insert',
      text: 'insert into calls (id, entry) values ($1, $2)',
      values: [id, entry],
    });
    await pool.query({
      name: 'raw update',
      text: 'update calls set entry = $1 where id = $2',
      values: [entry, id],
    });
  };
  return { name, isAsync: true, run };
}

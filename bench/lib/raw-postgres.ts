import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import type { Side } from './round-robin.ts';

/** A schema of its own on a server, gone when it is closed. */
export interface OpenPostgres {
  readonly pool: Pool;
  close(): Promise<void>;
}

export async function openPostgres(connectionString: string): Promise<OpenPostgres> {
  const schema = `toolcrib_bench_${randomBytes(6).toString('hex')}`;
  const pool = new Pool({ connectionString, options: `-c search_path=${schema}` });
  await pool.query(`create schema ${schema}`);
  return {
    pool,
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}

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

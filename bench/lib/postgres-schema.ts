import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A schema of its own on a server. */
export interface PostgresSchema {
  /** Whoever connects with this works in the schema. */
  readonly url: string;
  drop(): Promise<void>;
}

export async function createPostgresSchema(serverUrl: string): Promise<PostgresSchema> {
  const name = `toolcrib_bench_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `create schema ${name}`);
  const url = new URL(serverUrl);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => runStatement(serverUrl, `drop schema ${name} cascade`) };
}

async function runStatement(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

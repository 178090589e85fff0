import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Runs a statement on a connection of its own, and gives its rows. */
export async function runSql(location: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  return location.startsWith('postgres:') ? await runOnServer(location, sql) : runInFile(location, sql);
}

async function runOnServer(connectionString: string, sql: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function runInFile(path: string, sql: string) {
  const database = new DatabaseSync(path);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

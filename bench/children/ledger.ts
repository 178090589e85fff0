import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createToolRegistry, jsonSchema } from 'toolcrib';
import { createRuntime, type Ledger, memoryLedger } from 'toolcrib/runtime';
import { postgresLedger } from 'toolcrib/stores/postgres';
import { openSqlite, sqliteLedger } from 'toolcrib/stores/sqlite';
import { createArguments, createDefinition } from '../lib/definitions.ts';
import { createTool } from '../lib/ours.ts';
import { createPostgresSchema } from '../lib/postgres-schema.ts';
import { createRawPostgres } from '../lib/raw-postgres.ts';
import { createRawSqlite } from '../lib/raw-sqlite.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { getWallTime } from '../lib/wall-time.ts';

interface Input {
  readonly effort: Effort;
  readonly postgresUrl: string | undefined;
}

/** One call with each ledger, beside the two bare transactions of the same driver, by the clock. */
export async function measure({ effort, postgresUrl }: Input): Promise<Sample[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-bench-'));
  const sqlite = openSqlite(join(folder, 'calls.sqlite'));
  const rawSqlite = openSqlite(join(folder, 'raw.sqlite'));
  const schema = postgresUrl === undefined ? undefined : await createPostgresSchema(postgresUrl);
  const pool = schema && new Pool({ connectionString: schema.url });
  try {
    const entry = await createEntry();
    const sides: Side[] = [
      createCall('memory', memoryLedger()),
      createRawSqlite('raw SQLite', rawSqlite, entry),
      createCall('SQLite', sqliteLedger(sqlite)),
    ];
    if (pool !== undefined) {
      sides.push(await createRawPostgres('raw PostgreSQL', pool, entry));
      sides.push(createCall('PostgreSQL', await postgresLedger(pool)));
    }
    return await measureRoundRobin(sides, effort, getWallTime);
  } finally {
    sqlite.close();
    rawSqlite.close();
    await pool?.end();
    await schema?.drop();
    await rm(folder, { recursive: true });
  }
}

function createCall(name: string, ledger: Ledger): Side {
  const definition = createDefinition(0);
  const tool = createTool(definition, jsonSchema(definition.json));
  const runtime = createRuntime({ resolver: createToolRegistry([tool]), ledger });
  const request = { tool: tool.name, args: createArguments(0) };
  return { name, isAsync: true, run: () => runtime.call(request) };
}

/** What the ledger keeps of such a call, as text. */
async function createEntry(): Promise<string> {
  const ledger = memoryLedger();
  const side = createCall('sample', ledger);
  await side.run(0);
  const [entry] = await ledger.find({ states: ['ok'], limit: 1 });
  if (entry === undefined) throw new Error('The call was not written down.');
  return JSON.stringify(entry);
}

import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { createRandomIds } from '../../../packages/toolcrib/src/runtime/random-ids.ts';

/** How many calls, and when the first one was made; they are a second apart. */
export interface FillOptions {
  readonly rows: number;
  readonly start: number;
}

const BATCH = 5_000;

interface FilledRow {
  readonly id: string;
  readonly state: string;
  readonly caller: string;
  readonly tool: string;
  readonly time: number;
  readonly entry: string;
  readonly sequence: number;
  readonly audit: string;
}

/** Fills the tables of a database with calls that have ended, and the audit log of `default` with as many entries. */
export async function fillSqlite(path: string, options: FillOptions): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = off');
  const call = database.prepare(
    `insert into toolcrib_calls (invocation_id, revision, state, tenant, caller_id, owner, ended_at, entry, tool_name)
     values (?, 2, ?, 'default', ?, 'bench', ?, ?, ?)`,
  );
  const audit = database.prepare('insert into toolcrib_audit (tenant, sequence, entry) values (?, ?, ?)');
  for (const rows of batches(options)) {
    database.exec('begin');
    for (const row of rows) {
      call.run(row.id, row.state, row.caller, row.time, row.entry, row.tool);
      audit.run('default', row.sequence, row.audit);
    }
    database.exec('commit');
  }
  database.close();
}

/** The same in PostgreSQL. */
export async function fillPostgres(url: string, options: FillOptions): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query('set synchronous_commit = off');
  for (const rows of batches(options)) {
    const text = JSON.stringify(rows);
    await pool.query(
      `insert into toolcrib_calls (invocation_id, revision, state, tenant, caller_id, owner, ended_at, entry, tool_name)
       select id, 2, state, 'default', caller, 'bench', time, entry, tool from json_to_recordset($1::json)
         as row (id text, state text, caller text, tool text, time double precision, entry text)`,
      [text],
    );
    await pool.query(
      `insert into toolcrib_audit (tenant, sequence, entry)
       select 'default', sequence, audit from json_to_recordset($1::json) as row (sequence bigint, audit text)`,
      [text],
    );
  }
  await pool.query('vacuum analyze toolcrib_calls');
  await pool.query('vacuum analyze toolcrib_audit');
  await pool.end();
}

function* batches({ rows, start }: FillOptions): Generator<readonly FilledRow[]> {
  let now = start;
  const nextId = createRandomIds({ now: () => now });
  for (let from = 0; from < rows; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, rows - from) }, (_, index) => {
      now = start + (from + index) * 1_000;
      return toRow(nextId(), from + index, { rows, time: now });
    });
  }
}

/** Of each ten tools and callers one has most calls; `tool-1` is never called by `key:2`. */
function toRow(
  id: string,
  index: number,
  { rows, time }: { readonly rows: number; readonly time: number },
): FilledRow {
  const rarely = Math.max(2, Math.floor(rows / 100));
  const [isRare, isLost] = [index % rarely === 1, index % (rarely * 10) === 7];
  const tool = isRare ? 'tool-rare' : `tool-${index % 2 === 0 ? 1 : 2 + (index % 18)}`;
  const caller = isRare ? 'key:rare' : `key:${index % 2 === 0 ? 1 : index % 4 === 1 ? 2 : 3 + (index % 40)}`;
  const state = isLost ? 'timed_out' : index % 100 === 50 ? 'failed' : 'ok';
  const at = new Date(time).toISOString();
  const outcome = {
    ...{ sideEffect: 'none', isTrusted: false, endedAt: time + 5, waitedMs: 0, ranMs: 4.5 },
    code: state === 'ok' ? null : 'E_TOOL_FAILED',
    message: state === 'ok' ? null : 'It has failed.',
    issues: [],
    result: state === 'ok' ? { kind: 'text', text: 'done '.repeat(20) } : null,
  };
  const entry = JSON.stringify({
    ...{ invocationId: id, revision: 2, state, tenant: 'default', callerId: caller, scopes: ['*'] },
    ...{ toolName: tool, toolVersion: '1.0.0', toolDigest: `sha256/v1:${'0'.repeat(64)}`, effect: 'read' },
    ...{
      authorityDigest: `sha256/v1:${'0'.repeat(64)}`,
      args: null,
      contentDigest: null,
      idempotencyKey: null,
    },
    ...{ providerCallId: null, origin: 'tenant', owner: 'bench', acceptedAt: time, leaseUntil: null },
    ...{ timeoutMs: 30_000, gates: [], outcome, abandoned: null, reverts: null, revertedBy: null },
  });
  const hash = `sha256:${'0'.repeat(64)}`;
  const audit = JSON.stringify({
    ...{
      tenant: 'default',
      sequence: index + 1,
      id,
      at,
      action: 'tool-call-end',
      actor: caller,
      subject: tool,
    },
    ...{ outcome: state === 'ok' ? 'ok' : 'failed', invocationId: id, previous: hash, hash },
    details: { status: state, version: '1.0.0', sideEffect: 'none', ranMs: 4.5 },
  });
  return { id, state, caller, tool, time: time + 5, entry, sequence: index + 1, audit };
}

import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePostgres } from '../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/test-database.ts';
import {
  type LedgerEntry,
  type LedgerSearch,
  type LedgerState,
  memoryLedger,
  type SearchableLedger,
} from '../runtime/index.ts';
import { postgresLedger } from './postgres/index.ts';
import { ledgerSchema as postgresSchema } from './postgres/migrations.ts';
import type { PostgresPool } from './postgres/postgres-pool.ts';
import { PostgresSession } from './postgres/session.ts';
import { sqliteLedger } from './sqlite/index.ts';
import { ledgerSchema as sqliteSchema } from './sqlite/migrations.ts';
import { SqliteSession } from './sqlite/session.ts';
import { endedAt, sampleEntry } from './testkit/sample-entry.ts';

const states: readonly LedgerState[] = [
  ...(['waiting', 'running', 'unknown', 'ok', 'invalid_args', 'unknown_tool'] as const),
  ...(['denied', 'timed_out', 'aborted', 'invalid_result', 'failed'] as const),
];
const [tenants, callers] = [
  ['acme', 'other', `${'t'.repeat(200)}1`, `${'t'.repeat(200)}2`],
  ['ann', 'bob', 'c\u0000\ud800'],
];
const tools = ['echo', 'say "hi" \\ \u0000\ud800 ä', `${'x'.repeat(3_000)}1`, `${'x'.repeat(3_000)}2`];

/** Calls in which every combination occurs, most of them of one kind. */
const entries: readonly LedgerEntry[] = Array.from({ length: 600 }, (_, index) => {
  const pick = <Value>(values: readonly Value[], step: number): Value =>
    values[index % 3 === 0 ? Math.floor(index / step) % values.length : 0] as Value;
  const state = index % 3 === 0 ? (states[Math.floor(index / 5) % states.length] as LedgerState) : 'ok';
  return sampleEntry({
    invocationId: `call-${String(index).padStart(4, '0')}`,
    tenant: pick(tenants, 7),
    callerId: pick(callers, 11),
    toolName: pick(tools, 13),
    ...(states.indexOf(state) < 3 ? { state } : endedAt(index, state)),
  });
});

const searches: readonly Partial<LedgerSearch>[] = tenants.flatMap((tenant) =>
  [undefined, ...tools].flatMap((toolName) =>
    [undefined, ...callers].flatMap((callerId) =>
      [states, states.slice(0, 3), states.slice(3), ...states.map((state) => [state])].map((wanted) => ({
        ...{ tenant, toolName, callerId, states: wanted },
      })),
    ),
  ),
);

async function fill(ledger: SearchableLedger): Promise<SearchableLedger> {
  for (const entry of entries) await ledger.insert(entry);
  return ledger;
}

/** Every id that a search finds, page by page, and how many pages that were. */
async function searchAll(ledger: SearchableLedger, search: Partial<LedgerSearch>) {
  const ids: string[] = [];
  let before: string | undefined;
  for (let pages = 1; ; pages++) {
    const bounds = { states, tenant: 'acme', limit: 1_000, maxBytes: 1e9, maxLookedAt: 100_000 };
    const found = await ledger.search({ ...bounds, ...search, before: before ?? search.before });
    ids.push(...found.entries.map(({ invocationId }) => invocationId));
    if (found.next === undefined) return { ids, pages };
    expect(before === undefined || found.next < before).toBe(true);
    before = found.next;
  }
}

function expected({ tenant, toolName, callerId, states: wanted, from, before }: Partial<LedgerSearch>) {
  return entries
    .filter(
      (entry) =>
        entry.tenant === tenant &&
        (wanted ?? states).includes(entry.state) &&
        (toolName === undefined || entry.toolName === toolName) &&
        (callerId === undefined || entry.callerId === callerId) &&
        (from === undefined || entry.invocationId >= from) &&
        (before === undefined || entry.invocationId < before),
    )
    .map(({ invocationId }) => invocationId)
    .toReversed();
}

function describeSearch(open: () => Promise<SearchableLedger>): void {
  let ledger: SearchableLedger;

  beforeAll(async () => {
    ledger = await fill(await open());
  });

  it('finds the calls that fit every condition, the newest first', async () => {
    for (const search of searches) {
      expect((await searchAll(ledger, search)).ids, JSON.stringify(search)).toEqual(expected(search));
    }
  });

  it('finds the same calls in small pages that look at few entries and read few bytes', async () => {
    const bounds = { limit: 7, maxLookedAt: 25, maxBytes: 5_000, from: 'call-0050', before: 'call-0551' };
    for (const search of searches.filter((_, index) => index % 5 === 0)) {
      const wanted = { ...search, ...bounds };
      expect((await searchAll(ledger, wanted)).ids, JSON.stringify(search)).toEqual(expected(wanted));
    }
  });

  it('counts the calls that wait, by tenant', async () => {
    const waiting = entries.filter(({ state }) => state === 'waiting');
    const counts = Object.groupBy(waiting, ({ tenant }) => tenant);

    expect(Object.fromEntries(await ledger.countWaiting())).toEqual(
      Object.fromEntries(Object.entries(counts).map(([tenant, found = []]) => [tenant, found.length])),
    );
  });
}

/** A database in SQLite with the statements of a kind that were prepared in it, and how it would run one. */
function watchStatements(isWatched: (sql: string) => boolean = () => true) {
  const database = new DatabaseSync(':memory:');
  const statements: string[] = [];
  const watched = {
    exec: (sql: string) => database.exec(sql),
    prepare: (sql: string) => {
      if (isWatched(sql)) statements.push(sql);
      return database.prepare(sql);
    },
  };
  const explain = (sql: string) => {
    const values = Array.from(sql.matchAll(/\?/g), () => '1');
    return database
      .prepare(`explain query plan ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail));
  };
  return { watched: watched as DatabaseSync, statements, explain };
}

describe('searching a ledger in memory', () => {
  describeSearch(async () => memoryLedger());
});

describe('searching a ledger in SQLite', () => {
  describeSearch(async () => sqliteLedger(new DatabaseSync(':memory:')));

  it('stops after so many entries, and says where to continue', async () => {
    const ledger = await fill(sqliteLedger(new DatabaseSync(':memory:')));
    const search = { tenant: 'acme', states, limit: 100, maxBytes: 1e9, maxLookedAt: 50 };
    const rare = { ...search, toolName: 'echo', callerId: 'ann', states: ['ok', 'failed'] } as const;

    const nothing = await ledger.search({ ...rare, states: ['aborted', 'failed'] });
    const found = await ledger.search(rare);

    expect(nothing.entries.length).toBeLessThan(10);
    expect(nothing.next).toBe(found.next);
    expect(found.entries.length).toBeLessThanOrEqual(50);
  });

  it('follows the index that leads to the fewest calls', async () => {
    const { watched, statements, explain } = watchStatements((sql) => sql.includes('octet_length'));
    const ledger = await fill(sqliteLedger(watched));
    const indexOf = async (search: Partial<LedgerSearch>) => {
      const bounds = { tenant: 'acme', limit: 5, maxBytes: 1e9, maxLookedAt: 100, before: 'call-0599' };
      await ledger.search({ states: states.slice(3), ...bounds, ...search });
      const steps = explain(statements.at(-1) ?? '');
      expect(steps).toHaveLength(1);
      return steps[0]?.match(/INDEX (\w+)/)?.[1];
    };

    expect(await indexOf({})).toBe('toolcrib_calls_by_tenant');
    expect(await indexOf({ states })).toBe('toolcrib_calls_by_tenant');
    expect(await indexOf({ toolName: 'echo' })).toBe('toolcrib_calls_by_tool');
    expect(await indexOf({ callerId: 'ann' })).toBe('toolcrib_calls_by_caller');
    expect(await indexOf({ callerId: 'ann', toolName: 'nothing' })).toBe('toolcrib_calls_by_tool');
    expect(await indexOf({ callerId: 'nobody', toolName: 'echo' })).toBe('toolcrib_calls_by_caller');
    expect(await indexOf({ states: ['failed'], toolName: 'echo' })).toBe('toolcrib_calls_not_ok');
    expect(await indexOf({ states: ['running'] })).toBe('toolcrib_calls_not_ended');
  });

  it('follows no index of all calls of a tenant for a filter, also between two times', async () => {
    const { watched, statements, explain } = watchStatements((sql) => sql.includes('order by'));
    const ledger = await fill(sqliteLedger(watched));
    const between = { from: 'call-0100', before: 'call-0500' };
    const bounds = { tenant: 'acme', limit: 5, maxBytes: 1e9, maxLookedAt: 100, ...between };
    const indexesOf = async (search: Partial<LedgerSearch>) => {
      statements.length = 0;
      await ledger.search({ states: states.slice(3), ...bounds, ...search });
      const searches = statements.filter((sql) => !sql.includes('invocation_id in ('));
      return searches.map((sql) =>
        explain(sql)
          .map((step) => step.match(/INDEX toolcrib_calls_(\w+)/)?.[1])
          .join(),
      );
    };

    expect(await indexesOf({})).toEqual(['by_tenant', 'by_tenant']);
    expect(await indexesOf({ callerId: 'ann' })).toEqual(['by_caller', 'by_caller']);
    expect(await indexesOf({ toolName: 'echo' })).toEqual(['by_tool', 'by_tool']);
    expect(await indexesOf({ states: ['failed'] })).toEqual(['not_ok', 'not_ok']);
  });

  it('counts the calls that wait by the index of those that have not ended', async () => {
    const { watched, statements, explain } = watchStatements();
    await sqliteLedger(watched).countWaiting();

    const [step] = explain(statements.at(-1) ?? '');
    expect(step).toMatch(/INDEX toolcrib_calls_not_ended/);
  });

  it('finds the tool of calls that an earlier version wrote', async () => {
    const database = new DatabaseSync(':memory:');
    const session = new SqliteSession(database);
    session.migrate({ ...sqliteSchema, migrations: sqliteSchema.migrations.slice(0, 2) });
    for (const entry of oldEntries) session.run(insertOld, oldRow(entry));

    const ledger = sqliteLedger(database);

    await expectOldFound(ledger);
  });
});

describePostgres('searching a ledger in PostgreSQL', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  describeSearch(async () => await postgresLedger(database.pool));

  it('reads no calls of other tenants, although theirs are newer', async () => {
    const other = await createTestDatabase(serverUrl);
    const asked: [sql: string, values: unknown[]][] = [];
    const query = (sql: string, values: unknown[] = []) => {
      asked.push([sql, values]);
      return other.pool.query(sql, values);
    };
    const ledger = await fill(
      await postgresLedger({ query, connect: () => other.pool.connect() } as PostgresPool),
    );
    await other.pool.query(`insert into toolcrib_calls
      (invocation_id, revision, state, tenant, caller_id, owner, ended_at, entry, tool_name)
      select name || lpad(number::text, 6, '0'), revision, state, name, caller_id, owner, ended_at, entry, tool_name
      from toolcrib_calls, unnest(array['acme', 'newer']) name, generate_series(1, 20000) number
      where invocation_id = 'call-0001'`);
    await other.pool.query('analyze');
    const plansOf = async (ask: () => unknown): Promise<readonly string[]> => {
      asked.length = 0;
      await ask();
      // What was found is loaded by its ids.
      const searches = asked.filter(([sql]) => !sql.includes('invocation_id in ('));
      const explained = searches.map(([sql, values]) => other.pool.query(`explain ${sql}`, values));
      return (await Promise.all(explained)).map(({ rows }) => JSON.stringify(rows));
    };
    const search = { tenant: 'acme', limit: 5, maxBytes: 1e9, maxLookedAt: 1_000, states: states.slice(3) };
    const ofAnn = { tenant: 'acme', callerId: 'ann', states, newestFirst: true, limit: 5 };

    const plans = [
      ...(await plansOf(() => ledger.search(search))),
      ...(await plansOf(() => ledger.search({ ...search, states }))),
      ...(await plansOf(() => ledger.search({ ...search, states: ['ok'] }))),
      ...(await plansOf(() => ledger.search({ ...search, toolName: 'echo' }))),
      ...(await plansOf(() => ledger.search({ ...search, callerId: 'ann' }))),
      ...(await plansOf(() => ledger.find(ofAnn))),
    ];
    await other.drop();

    expect(plans.length).toBeGreaterThan(8);
    for (const plan of plans) expect(plan).toMatch(/Index Scan.+ toolcrib_calls_by_(tenant|tool|caller) /);
  });

  it('finds the tool of calls that an earlier version wrote', async () => {
    const other = await createTestDatabase(serverUrl);
    const session = new PostgresSession(other.pool);
    await session.migrate({ ...postgresSchema, migrations: postgresSchema.migrations.slice(0, 2) });
    for (const entry of oldEntries) await session.run(insertOld, oldRow(entry));

    const ledger = await postgresLedger(other.pool);

    await expectOldFound(ledger);
    await other.drop();
  });
});

const oldEntries = entries.slice(0, 120);

async function expectOldFound(ledger: SearchableLedger): Promise<void> {
  const found = tools.map(async (toolName) => {
    const pages = tenants.map(async (tenant) => (await searchAll(ledger, { tenant, toolName })).ids);
    return (await Promise.all(pages)).flat().toSorted();
  });
  const wanted = tools.map((toolName) => oldEntries.filter((entry) => entry.toolName === toolName));
  expect(await Promise.all(found)).toEqual(wanted.map((calls) => calls.map((call) => call.invocationId)));
}

const insertOld = `insert into toolcrib_calls (invocation_id, revision, state, tenant, caller_id, owner, ended_at, entry)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

function oldRow(entry: LedgerEntry) {
  const { invocationId, revision, state, tenant, callerId, owner, outcome } = entry;
  const caller = JSON.stringify(callerId).slice(1, -1);
  return [
    ...[invocationId, revision, state, tenant, caller, owner],
    outcome?.endedAt ?? null,
    JSON.stringify(entry),
  ];
}

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import { sampleTool } from '../testkit/sample-tool.ts';
import { TenantWriter } from '../testkit/tenant-writer.ts';
import { postgresLedger, postgresStore } from './index.ts';
import { PostgresSession } from './session.ts';

const CONNECTIONS = 8;

describePostgres('the tables in PostgreSQL', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  beforeEach(async () => {
    await database.pool.query(
      'drop schema public cascade; create schema public; grant usage on schema public to public',
    );
  });

  afterAll(async () => {
    await database.drop();
  });

  it('are made once and kept', async () => {
    await (await postgresLedger(database.pool)).insert(sampleEntry());

    const again = await postgresLedger(database.pool);

    expect(await again.get('call-1')).toEqual(sampleEntry());
    expect((await database.pool.query('select * from toolcrib_versions')).rows).toEqual([
      { part: 'ledger', version: 3 },
    ]);
  });

  it('are refused when they are newer, and left alone', async () => {
    await postgresLedger(database.pool);
    await database.pool.query("update toolcrib_versions set version = 7 where part = 'ledger'");

    expect(await rejectionOf(postgresLedger(database.pool))).toMatchObject({
      code: 'E_STORE_TOO_NEW',
      context: { part: 'ledger', storedVersion: 7, knownVersion: 3 },
    });
    await database.pool.query("update toolcrib_versions set version = 3 where part = 'ledger'");
    await postgresLedger(database.pool);
  });

  it('are refused part by part: those of catalogues may be newer than those of a ledger', async () => {
    await Promise.all([postgresStore(database.pool), postgresLedger(database.pool)]);
    const { rows } = await database.pool.query('select part, version from toolcrib_versions order by part');
    expect(rows).toEqual([
      { part: 'catalog', version: 1 },
      { part: 'ledger', version: 3 },
    ]);
    await database.pool.query("update toolcrib_versions set version = 7 where part = 'catalog'");

    expect(await rejectionOf(postgresStore(database.pool))).toMatchObject({
      code: 'E_STORE_TOO_NEW',
      context: { part: 'catalog', storedVersion: 7, knownVersion: 1 },
    });
    await postgresLedger(database.pool);
  });

  it('of catalogues are enough once they are made, for a role that may make none', async () => {
    await postgresStore(database.pool);
    const role = `toolcrib_writer_${process.pid}`;
    await database.pool.query(`create role ${role}`);
    await database.pool.query(
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    const store = await postgresStore(database.openPool({ options: `-c role=${role}` }));
    const writer = new TenantWriter(store);

    await writer.put(sampleTool(), sampleTool({ name: 'next' }));
    await writer.remove('next');

    await writer.assertHeldBy(store);
    await database.pool.query(`drop owned by ${role}`);
    await database.pool.query(`drop role ${role}`);
  });

  it('are brought forward script by script, with what they hold', async () => {
    const first = "create table toolcrib_things (a text); insert into toolcrib_things values ('kept')";
    const second = "alter table toolcrib_things add column b text default 'new'";
    const session = new PostgresSession(database.pool);

    for (const migrations of [[first], [first, second], [first, second]]) {
      await session.migrate({ part: 'things', migrations });
    }

    expect(await session.all('select * from toolcrib_things', [])).toEqual([{ a: 'kept', b: 'new' }]);
    expect(await session.all('select * from toolcrib_versions', [])).toEqual([
      { part: 'things', version: 2 },
    ]);
  });

  it('have the tool of a call that a process of an earlier version writes after they were brought forward', async () => {
    const ledger = await postgresLedger(database.pool);
    const entry = sampleEntry({ toolName: 'say "hi"', args: { toolName: 'other' } });

    await database.pool.query(
      `insert into toolcrib_calls (invocation_id, revision, state, tenant, caller_id, owner, entry)
       values ($1, 1, 'running', $2, 'ann', 'runtime-1', $3)`,
      [entry.invocationId, entry.tenant, JSON.stringify(entry)],
    );

    const search = { tenant: entry.tenant, toolName: entry.toolName, states: [entry.state] } as const;
    const { entries } = await ledger.search({ ...search, limit: 10, maxBytes: 65_536, maxLookedAt: 10 });
    expect(entries).toEqual([entry]);
  });

  it('are left as they were when they cannot be made', async () => {
    await database.pool.query('create table toolcrib_calls (something_else text)');

    await expect(postgresLedger(database.pool)).rejects.toThrow('already exists');

    const { rows } = await database.pool.query("select to_regclass('toolcrib_versions') as versions");
    expect(rows).toEqual([{ versions: null }]);
    await database.pool.query('drop table toolcrib_calls');
    await postgresLedger(database.pool);
  });

  it('serve connections that make them at once and use the same key', async () => {
    const pools = Array.from({ length: CONNECTIONS }, () => database.openPool({ max: 1 }));

    const outcomes = await Promise.all(
      pools.map(async (pool, index) => {
        const ledger = await postgresLedger(pool);
        return await ledger.insert(sampleEntry({ invocationId: `call-${index}`, idempotencyKey: 'key-1' }));
      }),
    );

    expect(outcomes.filter(({ inserted }) => inserted)).toHaveLength(1);
  });

  it.each(['repeatable read', 'serializable'])(
    'serve connections that make them at once where %s is the default',
    async (isolation) => {
      const options = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
      const pools = Array.from({ length: CONNECTIONS }, () => database.openPool({ max: 1, options }));

      const stores = await Promise.all(pools.map((pool) => postgresStore(pool)));

      expect(stores).toHaveLength(CONNECTIONS);
    },
  );

  it('are made beside those that are there, whatever comes before them in the search path', async () => {
    await (await postgresLedger(database.pool)).insert(sampleEntry());
    await database.pool.query('create schema in_front');
    const pool = database.openPool({ max: 1, options: '-c search_path=in_front,public' });

    await postgresStore(pool);

    expect(await (await postgresLedger(pool)).get('call-1')).toEqual(sampleEntry());
    const { rows } = await pool.query("select to_regclass('in_front.toolcrib_feeds') as feeds");
    expect(rows).toEqual([{ feeds: null }]);
    await database.pool.query('drop schema in_front');
  });

  it('are enough once they are made, for a role that may make none', async () => {
    await postgresLedger(database.pool);
    const pool = database.openPool({ max: 1 });
    const role = `toolcrib_reader_${process.pid}`;
    await pool.query(`create role ${role}`);
    await pool.query(`grant select, insert, update, delete on toolcrib_calls, toolcrib_versions to ${role}`);
    await pool.query(`set role ${role}`);

    const ledger = await postgresLedger(pool);

    expect(await ledger.insert(sampleEntry())).toEqual({ inserted: true });
    await pool.query('reset role');
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
  });
});

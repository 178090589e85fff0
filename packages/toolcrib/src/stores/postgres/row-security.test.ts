import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import { SAMPLE_TIME, sampleDocument, sampleTool } from '../testkit/sample-tool.ts';
import { TenantWriter } from '../testkit/tenant-writer.ts';
import { postgresStore } from './index.ts';

const tables = [
  'toolcrib_feeds',
  'toolcrib_tools',
  'toolcrib_tool_versions',
  'toolcrib_documents',
  'toolcrib_events',
  'toolcrib_deprecated_uses',
];

describePostgres('the tables of catalogues, for their owner who is no superuser', (serverUrl) => {
  let database: TestDatabase;
  let pool: Pool;
  const role = `toolcrib_owner_${process.pid}`;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
    await database.pool.query(`create role ${role}; grant create, usage on schema public to ${role}`);
    pool = database.openPool({ options: `-c role=${role}` });
    const store = await postgresStore(pool);
    for (const tenant of ['ann', 'bob', 'eve']) {
      const writer = new TenantWriter(store, tenant);
      const name = `of-${tenant}`;
      await writer.write({
        tools: [[name, sampleTool({ name })]],
        documents: [['shared', sampleDocument()]],
      });
      await store.recordUses(tenant, [{ name, consumer: 'app', at: SAMPLE_TIME }]);
      await writer.assertHeldBy(store);
    }
  });

  afterAll(async () => {
    await pool.end();
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
    await database.drop();
  });

  /** What a statement says inside a transaction that was set up in some way. */
  async function ask(setUp: string, sql: string): Promise<readonly unknown[]> {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${setUp}`);
      return (await client.query(sql)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it.each(tables)('show rows of one tenant only: %s', async (table) => {
    const count = `select count(*)::integer as count, min(tenant) as tenant from ${table}`;

    expect(await ask("set local toolcrib.tenant = 'bob'", count)).toEqual([{ count: 1, tenant: 'bob' }]);
    expect((await database.pool.query(count)).rows).toEqual([{ count: 3, tenant: 'ann' }]);
  });

  it.each(tables)('show nothing to whoever does not say whose rows: %s', async (table) => {
    for (const setUp of ['', "set local toolcrib.tenant = ''", "set local toolcrib.tenant = 'nobody'"]) {
      expect(await ask(setUp, `select * from ${table}`)).toEqual([]);
    }
  });

  it('take no rows for another tenant, and for nobody none', async () => {
    const insert = (tenant: string) => `insert into toolcrib_feeds values ('${tenant}', 1, 0)`;

    for (const [setUp, sql] of [
      ["set local toolcrib.tenant = 'bob'", insert('new')],
      ["set local toolcrib.tenant = 'bob'", "update toolcrib_feeds set tenant = 'new'"],
      ['', insert('new')],
      ["set local toolcrib.tenant = ''", insert('')],
    ] as const) {
      await expect(ask(setUp, sql)).rejects.toThrow('row-level security');
    }
    const changed = "update toolcrib_feeds set last_sequence = 9 where tenant = 'ann' returning *";
    expect(await ask("set local toolcrib.tenant = 'bob'", changed)).toEqual([]);
  });

  it('forget whose rows they are for at the end of the transaction', async () => {
    const single = database.openPool({ max: 1, options: `-c role=${role}` });
    await (await postgresStore(single)).load('ann');

    expect((await single.query('select * from toolcrib_feeds')).rows).toEqual([]);
  });
});

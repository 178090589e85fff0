import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import type { CatalogStore, TenantChanges } from '../../catalog/index.ts';
import { describeCatalogStore, type OpenCatalogStore } from '../testkit/index.ts';
import { SAMPLE_TIME, sampleDocument, sampleTool } from '../testkit/sample-tool.ts';
import { TenantWriter } from '../testkit/tenant-writer.ts';
import { postgresStore } from './index.ts';

describePostgres('with a server', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  async function openEmpty(): Promise<OpenCatalogStore> {
    await database.pool.query('drop schema public cascade; create schema public');
    const other = database.openPool();
    const close = () => other.end();
    return { store: await postgresStore(database.pool), reopen: () => postgresStore(other), close };
  }

  describeCatalogStore('a catalogue store in PostgreSQL', openEmpty, { describe, it });

  it('names tenant and tool of what cannot be read', async () => {
    const { store } = await openEmpty();
    await new TenantWriter(store).put(sampleTool());
    await database.pool.query("update toolcrib_tool_versions set spec = '{'");

    expect(await rejectionOf(store.load('acme'))).toMatchObject({
      code: 'E_STORE_CORRUPT',
      context: { tenant: 'acme', tool: 'refund_order' },
    });
  });

  it('names tenant and key of a document that cannot be read', async () => {
    const { store } = await openEmpty();
    await new TenantWriter(store).putDocuments(['broken', sampleDocument()]);
    await database.pool.query("update toolcrib_documents set document = '[]'");

    for (const read of [() => store.load('acme'), () => store.changes('acme', 0)]) {
      expect(await rejectionOf(read())).toMatchObject({
        code: 'E_STORE_CORRUPT',
        context: { tenant: 'acme', key: 'broken' },
      });
    }
  });

  it.each(['', "'; drop table toolcrib_events; --", 'x'.repeat(65)])(
    'refuses the tenant %j',
    async (tenant) => {
      const { store } = await openEmpty();

      expect(await rejectionOf(store.load(tenant))).toMatchObject({
        code: 'E_INVALID_OPTION',
        context: { option: 'tenant' },
      });
    },
  );

  it('needs one connection of the pool at a time, and gives it back whatever happens', async () => {
    await openEmpty();
    const pool = database.openPool({ max: 1 });
    const store = await postgresStore(pool);
    const writer = new TenantWriter(store);
    const use = { name: 'refund_order', consumer: 'app', at: SAMPLE_TIME };

    await Promise.all([writer.put(sampleTool()), store.recordUses('acme', [use]), store.load('acme')]);
    await expect(store.change('acme', { known: 1, decide: neverAsked })).rejects.toThrow('asked to decide');
    await store.change('acme', { known: 1, decide: () => undefined });
    await expect(store.recordUses('acme', [{ ...use, at: '\u0000' }])).rejects.toThrow('refused a statement');

    await writer.assertHeldBy(store);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it('does not depend on how the database isolates transactions by default', async () => {
    await openEmpty();
    const options = '-c default_transaction_isolation=serializable';
    const stores = await Promise.all(
      [1, 2, 3].map(() => postgresStore(database.openPool({ max: 1, options }))),
    );
    const writers = stores.map((store, index) => new TenantWriter(store, `tenant-${index}`));

    await Promise.all(
      writers.map(async (writer) => {
        for (let change = 0; change < 5; change++) await writer.put(sampleTool({ name: `tool-${change}` }));
      }),
    );

    for (const writer of writers) await writer.assertHeldBy(...stores);
  });

  it('says that it was busy when another change takes too long', async () => {
    const { store } = await openEmpty();
    const writer = new TenantWriter(store);
    await writer.put(sampleTool());
    const impatient = await postgresStore(database.openPool(), { lockTimeoutMs: 10 });
    const other = await database.pool.connect();

    await other.query("begin; update toolcrib_feeds set last_sequence = 7 where tenant = 'acme'");
    await expectRefusal(impatient, 'busy');
    await impatient.load('acme');
    await other.query('rollback');
    other.release();

    writer.store = impatient;
    await writer.put(sampleTool({ name: 'next' }));
    await writer.assertHeldBy(store, impatient);
  });

  it('takes another connection when one has forgotten its statements', async () => {
    await openEmpty();
    const pool = database.openPool({ max: 1 });
    const store = await postgresStore(pool);
    const writer = new TenantWriter(store);
    await writer.put(sampleTool());
    await pool.query('discard all');

    const forgotten = writer.put(sampleTool({ name: 'refused' }));
    expect(await rejectionOf(forgotten)).toMatchObject({
      code: 'E_STORE_FAILED',
      context: { reason: 'failed' },
    });

    await writer.put(sampleTool({ name: 'next' }));
    await writer.assertHeldBy(store);
  });

  it('still reads what may not be written to', async () => {
    const { store } = await openEmpty();
    const writer = new TenantWriter(store);
    await writer.put(sampleTool());

    const reader = await postgresStore(database.openPool({ options: '-c default_transaction_read_only=on' }));

    await expectRefusal(reader, 'read-only');
    await writer.assertHeldBy(reader);
  });

  it('rejects once the pool has ended', async () => {
    const pool = database.openPool();
    const store = await postgresStore(pool);
    await pool.end();

    await expectRefusal(store, 'unreachable');
  });
});

it('rejects when no server can be reached', async () => {
  const pool = new Pool({ host: '/nowhere', user: 'ann', password: 'secret' });

  const error = await rejectionOf(postgresStore(pool));

  expect(error).toMatchObject({
    code: 'E_STORE_FAILED',
    context: { reason: 'unreachable' },
    cause: { code: 'ENOENT' },
  });
  expect(JSON.stringify(error)).not.toMatch(/secret|nowhere/);
  await pool.end();
});

it('rejects what is no pool', async () => {
  await expect(postgresStore('postgres://localhost' as never)).rejects.toMatchObject({
    code: 'E_INVALID_OPTION',
    context: { option: 'pool' },
  });
});

it('rejects when it is to poll without a pause', async () => {
  expect(await rejectionOf(postgresStore(new Pool(), { pollMs: 0 }))).toMatchObject({
    code: 'E_INVALID_OPTION',
    context: { option: 'pollMs' },
  });
});

async function expectRefusal(store: CatalogStore, reason: string): Promise<void> {
  const change = store.change('acme', { known: 0, decide: neverAsked });
  const code = reason === 'read-only' ? 'E_STORE_READ_ONLY' : 'E_STORE_FAILED';
  expect(await rejectionOf(change)).toMatchObject({ code, context: { reason } });
}

function neverAsked(_missed: TenantChanges | undefined): never {
  throw new Error('Nobody should be asked to decide.');
}

import type { Pool, QueryResult } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CatalogStore, openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { postgresStore } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { sampleDocument } from '../../packages/toolcrib/src/stores/testkit/sample-tool.ts';
import { draftOf, TenantWriter } from '../../packages/toolcrib/src/stores/testkit/tenant-writer.ts';
import { rejectionOf } from '../errors.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import type { PlannedStep } from './any-operation.ts';
import { assertAlone } from './assert-alone.ts';
import {
  catalogTables,
  createGuardedDatabase,
  type GuardedDatabase,
  openUnfilteredPlace,
  removeTenantFilter,
} from './guarded-place.ts';
import { observeTenant } from './observe-tenant.ts';
import type { Operation } from './operation.ts';
import { rewritePool } from './rewrite-pool.ts';

const RUNS = 40;
/** What PostgreSQL says to whoever is not allowed to. */
const NOT_ALLOWED = { code: '42501' };

const spec = { name: 'refund', version: '1.0.0', inputSchema: { type: 'object' }, outputSchema: {} };

describePostgres('PostgreSQL, for a store that forgets whose rows it wants', (serverUrl) => {
  let guarded: GuardedDatabase;
  /** Of somebody who is no superuser. */
  let pool: Pool;
  let tenants = 0;

  beforeAll(async () => {
    guarded = await createGuardedDatabase(serverUrl);
    pool = guarded.database.openPool({ options: `-c role=${guarded.role}` });
  });

  afterAll(async () => {
    await guarded.remove();
  });

  it('shows a tenant, to the byte, what it would see if nobody else were there', async () => {
    const place = await openUnfilteredPlace(guarded);

    await assertAlone({ place, nextTenant, numRuns: RUNS });
  });

  it('shows a tenant its own documents only', async () => {
    const { stores } = await openUnfilteredPlace(guarded);
    const writers = stores.map((store) => new TenantWriter(store, nextTenant()));

    for (const writer of writers) await putDocuments(writer);
    for (const writer of writers) await writer.putDocuments([`of-${writer.tenant}`, undefined]);

    for (const writer of writers) await writer.assertHeldBy(...stores);
  });

  it('does so without any help of the store, whose conditions are gone', () => {
    const setting = "set local toolcrib.tenant = 'x'";

    expect(
      [
        `begin; ${setting}; select a from t where tenant = 'x' for update`,
        'delete from t as old using u where old.tenant = $1 and old.name = $2',
        'select a from t where tenant = $12',
      ].map(removeTenantFilter),
    ).toEqual([
      `begin; ${setting}; select a from t where true for update`,
      'delete from t as old using u where ($1::text is not null) and old.name = $2',
      'select a from t where ($12::text is not null)',
    ]);
  });

  it('lets nobody count, change, take over or add rows of another tenant', async () => {
    const [ann, bob] = [nextTenant(), nextTenant()];
    const store = await postgresStore(pool);
    for (const tenant of [ann, bob]) await fill(store, tenant);

    for (const table of catalogTables) {
      const run = (tenant: string, sql: string) => runFor({ pool, tenant }, sql);
      expect((await run(bob, `select distinct tenant from ${table}`)).rows).toEqual([{ tenant: bob }]);
      expect((await run('', `select * from ${table}`)).rows).toEqual([]);
      expect((await run(bob, `update ${table} set tenant = tenant where tenant = '${ann}'`)).rowCount).toBe(
        0,
      );
      expect((await run(bob, `delete from ${table} where tenant = '${ann}'`)).rowCount).toBe(0);
      await expect(run(bob, `update ${table} set tenant = '${ann}'`)).rejects.toMatchObject(NOT_ALLOWED);
      await expect(run(bob, `truncate ${table}`)).rejects.toMatchObject(NOT_ALLOWED);
      const columns = `tenant, ${await columnsOf(pool, table)}`;
      const copy = `insert into ${table} (${columns}) select 'x-' || ${columns} from ${table}`;
      await expect(run(bob, copy)).rejects.toMatchObject(NOT_ALLOWED);
    }
  });

  it('refuses what a store writes for another tenant, of whom nothing has changed', async () => {
    const [ann, bob] = [nextTenant(), nextTenant()];
    const store = await postgresStore(pool);
    await fill(store, ann);
    const before = await viewOf(store, ann);
    const sayBob = (sql: string) => sql.replace(/(set local toolcrib\.tenant = )'[^']*'/, `$1'${bob}'`);
    const confused = await openCatalog(await postgresStore(rewritePool(pool, sayBob)), { tenant: ann });

    const failure = await rejectionOf(confused.register({ ...spec, name: 'stray' }));
    confused.close();

    expect(failure).toMatchObject({ code: 'E_STORE_FAILED', context: { reason: 'failed' } });
    expect(failure.cause).toMatchObject(NOT_ALLOWED);
    expect(await viewOf(store, ann)).toBe(before);
    expect(JSON.parse(await viewOf(store, bob))).toMatchObject({ sequence: 0, events: [] });
  });

  function nextTenant(): string {
    tenants += 1;
    return `tenant-${tenants}`;
  }
});

describePostgres(
  'PostgreSQL without its policies, for a store that forgets whose rows it wants',
  (serverUrl) => {
    it('shows a tenant what is not its own, which the comparison finds', async () => {
      const guarded = await createGuardedDatabase(serverUrl);
      try {
        for (const table of catalogTables) {
          await guarded.database.pool.query(`alter table ${table} disable row level security`);
        }
        const place = await openUnfilteredPlace(guarded);
        const own = [stepOf({ kind: 'list', options: undefined }), stepOf({ kind: 'snapshot' })];
        const others = [[stepOf({ kind: 'register', spec })]];

        const alone = await observeTenant({ place, tenant: 'bob-1', other: 'ann-1' }, { own, others: [] });
        const crowded = await observeTenant({ place, tenant: 'bob-2', other: 'ann-2' }, { own, others });

        expect(alone).not.toContain('refund');
        expect(crowded).toContain('refund');
      } finally {
        await guarded.remove();
      }
    });

    it('shows a tenant the documents of others, if it is their table that has none', async () => {
      const guarded = await createGuardedDatabase(serverUrl);
      try {
        await guarded.database.pool.query('alter table toolcrib_documents disable row level security');
        const { stores } = await openUnfilteredPlace(guarded);
        const writers = ['ann', 'bob'].map((tenant) => new TenantWriter(stores[0], tenant));
        for (const writer of writers) await putDocuments(writer);

        for (const writer of writers) await expect(writer.assertHeldBy(stores[1])).rejects.toThrow('of-');
      } finally {
        await guarded.remove();
      }
    });
  },
);

function stepOf(operation: Operation): PlannedStep {
  return { step: { kind: 'operation', operation }, who: 0, by: undefined, reason: undefined };
}

/** Leaves rows in every table. */
async function fill(store: CatalogStore, tenant: string): Promise<void> {
  const catalog = await openCatalog(store, { tenant });
  await catalog.register(spec);
  await catalog.deprecate(spec.name, { message: 'Old.' });
  await catalog.resolve(spec.name, { version: spec.version, consumer: 'bot' });
  catalog.close();
  const events = [draftOf('')];
  const documents = [{ key: 'shared', after: Object.freeze({ of: tenant }) }];
  await store.change(tenant, { known: catalog.sequence, decide: () => ({ tools: [], documents, events }) });
}

/** A document that every tenant has, and one that no other has. */
async function putDocuments(writer: TenantWriter): Promise<void> {
  const document = sampleDocument({ of: writer.tenant });
  await writer.putDocuments(['shared', document], [`of-${writer.tenant}`, document]);
}

async function viewOf(store: CatalogStore, tenant: string): Promise<string> {
  const catalog = await openCatalog(store, { tenant });
  const [events, uses] = [await catalog.events(), await catalog.deprecatedUses()];
  catalog.close();
  return JSON.stringify({ sequence: catalog.sequence, snapshot: catalog.snapshot(), events, uses });
}

/** Runs a statement for a tenant, and takes it back. */
async function runFor(
  { pool, tenant }: { readonly pool: Pool; readonly tenant: string },
  sql: string,
): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local toolcrib.tenant = '${tenant}'`);
    return await client.query(sql);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The columns of a table besides that of the tenant. */
async function columnsOf(pool: Pool, table: string): Promise<string> {
  const { fields } = await pool.query(`select * from ${table} limit 0`);
  return fields
    .map(({ name }) => name)
    .filter((name) => name !== 'tenant')
    .join();
}

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { interceptQueries } from '../../../../../test/catalog-crash/intercept-queries.ts';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import type { CatalogStore } from '../../catalog/index.ts';
import { sampleTool } from '../testkit/sample-tool.ts';
import { TenantWriter } from '../testkit/tenant-writer.ts';
import { postgresStore } from './index.ts';

describePostgres('a catalogue store in PostgreSQL that gets no answer', (serverUrl) => {
  let database: TestDatabase;
  let store: CatalogStore;
  let writer: TenantWriter;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  beforeEach(async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    store = await postgresStore(database.pool);
    writer = new TenantWriter(store);
    await writer.put(sampleTool());
  });

  afterAll(async () => {
    await database.drop();
  });

  /**
   * A store with one connection at a time. The first statement of some kind is not sent, or its answer is lost; the
   * connection is still there, in whatever state.
   */
  async function openUnlucky(what: 'statement' | 'answer', words: RegExp): Promise<CatalogStore> {
    let isLost = false;
    const pool = interceptQueries(database.openPool({ max: 1 }), async (sql, ask) => {
      if (isLost || !words.test(sql)) return await ask();
      isLost = true;
      if (what === 'answer') await ask();
      throw new Error('Query read timeout');
    });
    return await postgresStore(pool);
  }

  it.each([
    ['statement', /^begin/],
    ['answer', /^begin/],
    ['statement', /toolcrib_events/],
    ['answer', /toolcrib_events/],
  ] as const)('has changed nothing when the %s %s was lost, and goes on', async (what, words) => {
    const unlucky = await openUnlucky(what, words);
    writer.store = unlucky;

    const error = await rejectionOf(writer.put(sampleTool({ name: 'next' })));

    expect(error).toMatchObject({ code: 'E_STORE_FAILED', context: { reason: 'unreachable' } });
    expect(error.context).not.toHaveProperty('isOutcomeUnknown');
    await writer.assertHeldBy(store, unlucky);
    await writer.put(sampleTool({ name: 'next' }));
    await writer.assertHeldBy(store, unlucky);
  });

  it.each([
    ['statement', 1],
    ['answer', 2],
  ] as const)('does not know what has happened when the %s commit was lost', async (what, sequence) => {
    const unlucky = await openUnlucky(what, /^commit$/);
    writer.store = unlucky;

    const error = await rejectionOf(writer.put(sampleTool({ name: 'next' })));

    expect(error).toMatchObject({
      code: 'E_STORE_FAILED',
      context: { reason: 'unreachable', isOutcomeUnknown: true },
    });
    expect((await unlucky.load('acme')).sequence).toBe(sequence);
  });

  it('knows that nothing has changed at the end of a read', async () => {
    const unlucky = await openUnlucky('statement', /^commit$/);

    const error = await rejectionOf(unlucky.load('acme'));

    expect(error.context).toEqual({ reason: 'unreachable' });
    await writer.assertHeldBy(unlucky);
  });
});

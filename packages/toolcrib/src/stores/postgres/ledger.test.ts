import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import { describeLedger, type OpenLedger } from '../testkit/index.ts';
import { sampleEntry } from '../testkit/sample-entry.ts';
import { postgresLedger, postgresSession } from './index.ts';

describePostgres('with a server', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  async function openEmpty(): Promise<OpenLedger> {
    await database.pool.query('drop table if exists toolcrib_calls, toolcrib_versions');
    const reopen = () => postgresLedger(database.openPool());
    return { ledger: await postgresLedger(database.pool), reopen };
  }

  describeLedger('a ledger in PostgreSQL', openEmpty, { describe, it });

  it('names the invocation whose stored entry cannot be read', async () => {
    const { ledger } = await openEmpty();
    await ledger.insert(sampleEntry({ invocationId: 'call-1' }));
    await database.pool.query("update toolcrib_calls set entry = '{'");

    expect(await rejectionOf(Promise.resolve(ledger.get('call-1')))).toMatchObject({
      code: 'E_LEDGER_FAILED',
      context: { invocationId: 'call-1' },
    });
  });

  it('rejects once the pool has ended', async () => {
    const pool = database.openPool();
    const ledger = await postgresLedger(pool);
    await pool.end();

    await expect(ledger.insert(sampleEntry())).rejects.toThrow('pool');
  });

  it('rejects with an error of ours if it has a session', async () => {
    const pool = database.openPool();
    const ledger = await postgresLedger(pool, { session: postgresSession(pool) });
    await ledger.insert(sampleEntry({ invocationId: 'in a session' }));
    expect(await ledger.get('in a session')).toMatchObject({ invocationId: 'in a session' });
    await pool.end();

    const refused = Promise.resolve(ledger.insert(sampleEntry()));
    expect(await rejectionOf(refused)).toMatchObject({ context: { reason: 'unreachable' } });
  });
});

it('rejects when no server can be reached', async () => {
  const pool = new Pool({ host: '/nowhere' });

  await expect(postgresLedger(pool)).rejects.toMatchObject({ code: 'ENOENT' });
  await pool.end();
});

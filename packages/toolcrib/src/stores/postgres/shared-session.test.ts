import { afterAll, beforeAll, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { describePostgres } from '../../../../../test/postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/postgres/test-database.ts';
import { postgresSession } from './index.ts';

describePostgres('postgresSession', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  it('makes tables once, writes to them and reads them', async () => {
    const schema = { part: 'tests', migrations: ['create table notes (id int primary key, name text)'] };
    const [session, other] = [postgresSession(database.pool), postgresSession(database.openPool())];
    await Promise.all([session.migrate(schema), other.migrate(schema)]);

    expect(await session.run('insert into notes values (?, ?), (2, null)', [1, 'a'])).toBe(2);
    expect(await other.write('update notes set name = ? where id = ? returning id', ['b', 2])).toEqual([
      { id: 2 },
    ]);
    expect(await session.all('select name from notes order by id', [])).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
    const tooOld = session.migrate({ ...schema, migrations: [] });
    expect(await rejectionOf(tooOld)).toMatchObject({ code: 'E_STORE_TOO_NEW' });
  });

  it('rejects with errors of ours', async () => {
    const pool = database.openPool();
    const session = postgresSession(pool);

    expect(await rejectionOf(session.run('insert into nowhere values (?)', [1]))).toMatchObject({
      code: 'E_STORE_FAILED',
      context: { reason: 'failed' },
    });
    await pool.end();
    const asks = [() => session.all('select 1', []), () => session.migrate({ part: 'x', migrations: [] })];
    for (const ask of asks) {
      expect(await rejectionOf(Promise.resolve<unknown>(ask()))).toMatchObject({
        context: { reason: 'unreachable' },
      });
    }
  });
});

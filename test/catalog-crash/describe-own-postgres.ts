import { afterAll, beforeAll, describe } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { type PostgresPower, type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';

const HINT = 'needs a server that the tests start, and TEST_PG_URL names another';

/** A server that a suite may do with as it likes, and an empty database there. */
export interface OwnPostgres {
  readonly database: TestDatabase;
  readonly power: PostgresPower;
}

/** A suite with a server of its own, which is there when its tests run. Where there can be none it is skipped. */
export function describeOwnPostgres(name: string, run: (own: () => OwnPostgres) => void): void {
  if (process.env.TEST_PG_URL) {
    describe.skip(`${name} (skipped: ${HINT})`, () => run(missing));
    return;
  }
  describePostgres(name, () => {
    let server: RunningPostgres | undefined;
    let own: OwnPostgres | undefined;

    beforeAll(async () => {
      server = await startPostgres({ fsync: false });
      if (server?.power === undefined) return;
      own = { database: await createTestDatabase(server.url), power: server.power };
    });

    afterAll(async () => {
      await own?.database.drop();
      await server?.stop();
    });

    run(() => own ?? missing());
  });
}

function missing(): never {
  throw new Error('There is no server.');
}

import { POSTGRES_HINT, startPostgres } from '../../test/postgres/start-postgres.ts';

/** What a row says where there is no PostgreSQL. */
export const NO_POSTGRES_NOTE = `PostgreSQL is left out: ${POSTGRES_HINT}.`;

/**
 * Gives the address of a PostgreSQL: the one of `TEST_PG_URL`, or one that is started for this purpose and waits for the
 * disk; undefined where there is none.
 */
export async function withPostgres<Value>(use: (url: string | undefined) => Promise<Value>): Promise<Value> {
  const server = await startPostgres();
  try {
    return await use(server?.url);
  } finally {
    await server?.stop();
  }
}

import type { StoreSchema } from '../plan-migrations.ts';
import type { SqlRow, SqlValue, StoreSession } from '../sql-session.ts';
import { toStoreError } from './failures.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { PostgresSession } from './session.ts';

/**
 * A pool for tables of one's own. Statements of one session may run at the same time.
 *
 * @example
 * ```ts
 * const session = postgresSession(new Pool({ connectionString }));
 * ```
 */
export function postgresSession(pool: PostgresPool): StoreSession {
  return new SharedSession(new PostgresSession(pool));
}

class SharedSession implements StoreSession {
  readonly #session: PostgresSession;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  all(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return attempt(this.#session.all(sql, values));
  }

  run(sql: string, values: readonly SqlValue[]): Promise<number> {
    return attempt(this.#session.run(sql, values));
  }

  write(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return attempt(this.#session.all(sql, values));
  }

  migrate(schema: StoreSchema): Promise<void> {
    return attempt(this.#session.migrate(schema));
  }
}

async function attempt<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw toStoreError(error);
  }
}

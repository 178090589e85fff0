import { ToolcribError } from '../../index.ts';
import type { CatalogDatabase, CatalogSteps, FeedStart, TransactionScope } from '../catalog-steps.ts';
import { CatalogTransaction, type TransactionLimits } from './catalog-transaction.ts';
import { toStoreError } from './failures.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';

/** The tables of catalogues in PostgreSQL. Each transaction has a connection of the pool to itself. */
export class PostgresCatalogDatabase implements CatalogDatabase {
  readonly #pool: PostgresPool;
  readonly #limits: TransactionLimits;

  constructor(pool: PostgresPool, limits: TransactionLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  async transact<Result>(
    scope: TransactionScope,
    begin: (feed: FeedStart) => CatalogSteps<Result>,
  ): Promise<Result> {
    const client = await this.#connect();
    let isBroken = false;
    // Without a listener, a connection that is lost between two statements would end the process.
    client.on('error', ignore);
    try {
      return await take(new CatalogTransaction(client, scope, this.#limits), scope, begin);
    } catch (error) {
      isBroken = !(await rollBack(client, error));
      throw error;
    } finally {
      client.release(isBroken);
      client.removeListener('error', ignore);
    }
  }

  async #connect(): Promise<PostgresClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toStoreError(error);
    }
  }
}

function ignore(): void {
  // The next statement on the connection fails, and says so.
}

async function take<Result>(
  transaction: CatalogTransaction,
  { mode }: TransactionScope,
  begin: (feed: FeedStart) => CatalogSteps<Result>,
): Promise<Result> {
  const steps = begin(await transaction.begin());
  let next = steps.next();
  while (!next.done) next = steps.next(await transaction.perform(next.value));
  await transaction.end(mode === 'change' && next.value === undefined ? 'rollback' : 'commit');
  return next.value;
}

/** What says nothing good of a connection. */
const doubtfulReasons: readonly unknown[] = ['unreachable', 'failed'];

/** Whether the connection can be used again. */
async function rollBack(client: PostgresClient, error: unknown): Promise<boolean> {
  // What was refused may be refused for ever on this connection, as a statement that it has forgotten.
  const isDoubtful = error instanceof ToolcribError && doubtfulReasons.includes(error.context.reason);
  if (isDoubtful) return false;
  try {
    await client.query('rollback');
    return true;
  } catch {
    // The first error is the one that counts.
    return false;
  }
}

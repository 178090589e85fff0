import type { Clock } from '../../runtime/index.ts';
import {
  type CatalogStep,
  type FeedStart,
  type ToolSelectStep,
  type TransactionScope,
  toolSelects,
} from '../catalog-steps.ts';
import type { CatalogWrite } from '../catalog-write.ts';
import type { SqlRow } from '../sql-session.ts';
import { toStatements } from './catalog-statements.ts';
import { isConnectionLost, toStoreError } from './failures.ts';
import { inTime } from './in-time.ts';
import type { PostgresAnswer, PostgresClient } from './postgres-pool.ts';
import { toNumbered } from './to-numbered.ts';

/** Whatever the database has as its default: changes wait for one another, and a reader stays at one moment. */
const isolation = {
  read: 'isolation level repeatable read, read only',
  change: 'isolation level read committed',
  count: 'isolation level read committed',
} as const;

/** How long a transaction waits, and by which clock. */
export interface TransactionLimits {
  readonly clock: Clock;
  /** For those who change the same tenant. */
  readonly lockTimeoutMs: number;
}

/** When the server ends a transaction in which nothing happens, as that of a process that was suspended. */
const MAX_IDLE_MS = 60_000;

/**
 * Takes the next number of a tenant, and reads the event with the number that is known. Kept by the server: to plan it takes
 * longer than a way to the server and back.
 */
const claim = {
  name: 'toolcrib_catalog_claim',
  text: `with feed as (
      update toolcrib_feeds set last_sequence = last_sequence + 1 where tenant = $1
      returning last_sequence, document_sequence
    )
    select feed.last_sequence, feed.document_sequence, event.sequence, event.name, event.event from feed
    left join toolcrib_events as event on event.tenant = $1 and event.sequence = $2`,
};

/** A transaction on one connection. Whatever it rejects with is a ToolcribError. */
export class CatalogTransaction {
  readonly #client: PostgresClient;
  readonly #scope: TransactionScope;
  readonly #limits: TransactionLimits;
  /** What the row of the tenant says now, within a change. */
  #claimed: number | undefined;

  constructor(client: PostgresClient, scope: TransactionScope, limits: TransactionLimits) {
    this.#client = client;
    this.#scope = scope;
    this.#limits = limits;
  }

  /**
   * Begins, says to the policies of the tables whose rows may be seen, and reads the number of the last event. A change takes
   * the next number at once: that keeps others out, and most changes need just one.
   *
   * A tenant is checked before it gets here, so that it can stand in a statement.
   */
  async begin(): Promise<FeedStart> {
    const { tenant, mode, known = 0 } = this.#scope;
    const setUp = `begin ${isolation[mode]}; set local toolcrib.tenant = '${tenant}'`;
    if (mode !== 'change') {
      const select = `select last_sequence, document_sequence from toolcrib_feeds where tenant = '${tenant}'`;
      const feed = await this.#queryLast(`${setUp}; ${select}`);
      const documentSequence = Number(feed?.document_sequence ?? 0);
      return { sequence: Number(feed?.last_sequence ?? 0), documentSequence, known: undefined };
    }
    const create = `insert into toolcrib_feeds (tenant, last_sequence, document_sequence)
      values ('${tenant}', 0, 0) on conflict do nothing`;
    await this.#queryLast(`${setUp}; ${this.#setPatience()}`);
    let feed = await this.#claim(known);
    if (feed === undefined) {
      await attempt(this.#client.query(create));
      feed = await this.#claim(known);
    }
    this.#claimed = Number(feed?.last_sequence);
    return {
      sequence: this.#claimed - 1,
      documentSequence: Number(feed?.document_sequence),
      known: typeof feed?.event === 'string' ? feed : undefined,
    };
  }

  async perform(step: CatalogStep): Promise<readonly SqlRow[]> {
    if ('sql' in step) return await this.#query(step.sql, step.values);
    if ('select' in step) return await this.#select(step);
    if ('pause' in step) {
      await step.pause();
      return [];
    }
    const needed = step.writes.filter((write) => !this.#isClaimed(write));
    for (const statement of toStatements(this.#scope.tenant, needed)) {
      await attempt(this.#client.query(statement));
    }
    return [];
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    try {
      await this.#client.query(how);
    } catch (error) {
      const isCommit = how === 'commit' && this.#scope.mode !== 'read';
      throw toStoreError(error, { isOutcomeUnknown: isCommit && isConnectionLost(error) });
    }
  }

  async #claim(known: number): Promise<SqlRow | undefined> {
    const values = [this.#scope.tenant, known];
    return (await attempt(this.#client.query({ ...claim, values }))).rows[0];
  }

  #isClaimed({ kind, rows }: CatalogWrite): boolean {
    const [sequence, documentSequence] = rows[0] ?? [];
    return kind === 'set-sequence' && sequence === this.#claimed && documentSequence === null;
  }

  async #select({ select, names }: ToolSelectStep): Promise<readonly SqlRow[]> {
    const { tenant } = this.#scope;
    const sql = toolSelects[select];
    return await this.#query(`${sql} and name = any(?)`, [tenant, names]);
  }

  async #query(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    return (await attempt(this.#client.query(toNumbered(sql), [...values]))).rows;
  }

  #setPatience(): string {
    const { lockTimeoutMs } = this.#limits;
    return `set local lock_timeout = ${lockTimeoutMs}; set local idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`;
  }

  /**
   * The row of the last of some statements without values. They come first on a connection, and so find out whether
   * anybody is still there.
   */
  async #queryLast(sql: string): Promise<SqlRow | undefined> {
    // Several statements have several answers, which the type of a query does not tell.
    const asked = inTime(this.#client.query(sql), this.#limits.clock);
    const answers = (await attempt(asked)) as unknown as readonly PostgresAnswer[];
    return answers.at(-1)?.rows[0];
  }
}

async function attempt<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw toStoreError(error);
  }
}

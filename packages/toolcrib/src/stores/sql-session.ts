import type { Awaitable } from '../runtime/index.ts';
import type { StoreSchema } from './plan-migrations.ts';

/** What a statement is given. */
export type SqlValue = string | number | null;

/** What a query answers, by column. */
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * One database, as the shared SQL sees it. Every `?` of a statement stands for the next value, and each
 * statement is a transaction of its own.
 */
export interface SqlSession {
  all(sql: string, values: readonly SqlValue[]): Awaitable<readonly SqlRow[]>;
  /** Answers how many rows were changed. */
  run(sql: string, values: readonly SqlValue[]): Awaitable<number>;
}

/**
 * One database, for tables of one's own beside those of Toolcrib. Every `?` of a statement stands for the next value, so
 * that no text in it may have one, and each statement takes effect as a whole or not at all.
 *
 * Its methods reject with a ToolcribError: `E_STORE_FAILED` with `context.reason` when the database cannot be used or
 * refuses the statement, `E_STORE_FULL`, `E_STORE_READ_ONLY` or `E_STORE_REFUSED` if it is one of these reasons, and
 * `E_STORE_CORRUPT` when it is damaged. What the driver said is in `cause`.
 *
 * INVARIANT: what a statement wrote is committed when it has answered.
 * INVARIANT: a query sees everything that has answered before it was asked.
 */
export interface StoreSession extends SqlSession {
  all(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  run(sql: string, values: readonly SqlValue[]): Promise<number>;
  /** Runs a statement that writes, and gives the rows of its `returning`. */
  write(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /**
   * Brings the tables of a store up to date. Of several processes that do it at once, one does the work. Rejects with
   * `E_STORE_TOO_NEW` when they were made by a newer version.
   */
  migrate(schema: StoreSchema): Promise<void>;
}

import type { Awaitable } from '../runtime/index.ts';

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

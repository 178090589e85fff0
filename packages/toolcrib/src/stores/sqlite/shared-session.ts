import { requireKnownOptions } from '../../index.ts';
import type { StoreSchema } from '../plan-migrations.ts';
import type { SqlRow, SqlValue, StoreSession } from '../sql-session.ts';
import { toStoreError } from './failures.ts';
import { SqliteSession } from './session.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { type Schedule, WriteQueue } from './write-queue.ts';

/** A connection whose users share their commits. Made by {@link sqliteSession}. */
export interface SqliteStoreSession extends StoreSession {
  /** Writes what waits to be written, now. To be called before the connection is closed. */
  flush(): void;
}

/** Options of {@link sqliteSession}. */
export interface SqliteSessionOptions {
  /**
   * Calls back when no more writes are to be expected for now.
   *
   * @default after the events that are at hand, as `setImmediate` does
   */
  readonly schedule?: Schedule | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof SqliteSessionOptions>(['schedule']);

/**
 * Lets several users of a connection write together: whatever is written while the process handles the events at hand is
 * one transaction, which costs one sync of the disk instead of one for each statement. A statement that fails does so
 * alone, and every promise resolves only after its commit, so that nothing that was answered is ever lost.
 *
 * A catalogue may use the same connection: its transactions and those of the session never overlap. Queries see what is
 * committed, not what waits.
 *
 * @example
 * ```ts
 * const database = openSqlite('toolcrib.sqlite');
 * const ledger = sqliteLedger(database, { session: sqliteSession(database) });
 * ```
 */
export function sqliteSession(
  database: SqliteDatabase,
  options: SqliteSessionOptions = {},
): SqliteStoreSession {
  requireKnownOptions(options, optionNames);
  return new SharedSession(new SqliteSession(database), options.schedule ?? afterEvents);
}

/** A transaction that lets others have their turn, and whose writes theirs must not become part of. */
interface LongTransaction {
  readonly end: Promise<void>;
  isCut: boolean;
}

/** @internal */
export class SharedSession implements SqliteStoreSession {
  readonly #session: SqliteSession;
  readonly #queue: WriteQueue;
  #long: LongTransaction | undefined;

  constructor(session: SqliteSession, schedule: Schedule) {
    this.#session = session;
    this.#queue = new WriteQueue(session, schedule);
  }

  async all(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return attempt(this.#session, () => this.#session.all(sql, values));
  }

  run(sql: string, values: readonly SqlValue[]): Promise<number> {
    return this.#queue.add((session) => session.run(sql, values));
  }

  write(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#queue.add((session) => session.all(sql, values));
  }

  async migrate(schema: StoreSchema): Promise<void> {
    while (this.#long !== undefined) await this.#long.end;
    attempt(this.#session, () => this.#session.migrate(schema));
  }

  /** A long transaction is given up: what has been answered counts, and it has not. */
  flush(): void {
    if (this.#long !== undefined) {
      this.#session.rollBack();
      this.#long.isCut = true;
      this.#queue.release();
    }
    this.#queue.flush();
  }

  /** Resolves when no transaction is open that spans several turns of the event loop. */
  get longTransaction(): Promise<void> | undefined {
    return this.#long?.end;
  }

  /** Writes of others wait until the function that it answers is called. Reads do not: they see what is written so far. */
  beginLong(): { readonly isCut: () => boolean; readonly end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const long: LongTransaction = { end: promise, isCut: false };
    this.#long = long;
    this.#queue.hold();
    return {
      isCut: () => long.isCut,
      end: () => {
        this.#long = undefined;
        this.#queue.release();
        resolve();
      },
    };
  }
}

function attempt<Answer>(session: SqliteSession, ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    // Those of a connection that was closed do not work again when it is opened again.
    session.forgetStatements();
    throw toStoreError(error);
  }
}

/** What is used of the host, which may be no Node at all. */
interface Host {
  setImmediate?(callback: () => void): unknown;
}

function afterEvents(flush: () => void): void {
  // The types of Node are not part of the library.
  const { setImmediate } = globalThis as Host;
  if (setImmediate === undefined) setTimeout(flush, 0);
  else setImmediate(flush);
}

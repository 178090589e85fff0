import type { Clock } from '../../runtime/index.ts';
import { setBackgroundTimer } from '../background-timer.ts';
import { Watchers } from '../watchers.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts';

/** The longest pause after polls that failed, unless every pause is longer. */
const MAX_PAUSE_MS = 1_000;

/** How long nobody is left asleep, for those who were woken and then could not read. */
const MAX_SLEEP_MS = 1_000;

/** How often to look, and by which clock. */
export interface DataVersionPollOptions {
  readonly pollMs: number;
  readonly clock: Clock;
}

/** Two numbers of a connection, of which one changes by commits of others and one by its own writes, and what catalogues say. */
interface Statements {
  readonly dataVersion: SqliteStatement;
  readonly totalChanges: SqliteStatement;
  readonly feeds: SqliteStatement;
}

/** Every change of a catalogue raises one of its numbers. */
const selectFeeds = `select count(*) || ' ' || sum(last_sequence) || ' ' || sum(document_sequence) as feeds
  from toolcrib_feeds`;

/**
 * Looks from time to time whether catalogues of a database have changed, by whomever, for as long as somebody watches. It
 * compares two counters, and reads a table only if they have changed: calls that are written to the same file wake nobody.
 * Writes of the store itself count as well: another store may use its connection.
 *
 * While the file is locked against readers, which it never is in WAL mode, a look blocks as long as the busy timeout
 * of the connection says.
 */
export class DataVersionPoll {
  readonly #database: SqliteDatabase;
  readonly #options: DataVersionPollOptions;
  readonly #watchers = new Watchers();
  #statements: Statements | undefined;
  /** The counters at the last look. */
  #version: string | undefined;
  /** What the last look has shown; undefined if it failed, and then everybody is woken by the next one that does not. */
  #seen: string | undefined;
  #failures = 0;
  #wokenAt = 0;
  #timer: unknown;

  constructor(database: SqliteDatabase, options: DataVersionPollOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Calls back soon after every change that is committed after this call, until the function that it answers is
   * called. What was committed before does not wake: read the database after this call, not before.
   */
  watch(wake: () => void): () => void {
    const remove = this.#watchers.add(wake);
    if (this.#watchers.size === 1) this.#start();
    return () => {
      remove();
      if (this.#watchers.size === 0) this.#stop();
    };
  }

  #start(): void {
    this.#wokenAt = this.#options.clock.elapsed();
    this.#look();
    this.#setTimer();
  }

  #stop(): void {
    this.#options.clock.clearTimer(this.#timer);
    this.#failures = 0;
  }

  #poll(): void {
    const before = this.#seen;
    this.#look();
    this.#setTimer();
    const now = this.#options.clock.elapsed();
    // The first look that fails wakes too: whoever reads then learns why.
    const isDue = this.#seen !== undefined && now - this.#wokenAt >= MAX_SLEEP_MS;
    if (this.#seen === before && !isDue) return;
    this.#wokenAt = now;
    this.#watchers.wakeAll();
  }

  #setTimer(): void {
    const { clock, pollMs } = this.#options;
    const pauseMs = Math.max(pollMs, Math.min(pollMs * 2 ** this.#failures, MAX_PAUSE_MS));
    this.#timer = setBackgroundTimer(clock, () => this.#poll(), pauseMs);
  }

  #look(): void {
    try {
      this.#statements ??= this.#prepare();
      const { dataVersion, totalChanges, feeds } = this.#statements;
      const version = `${read(dataVersion, 'data_version')}/${read(totalChanges, 'total_changes')}`;
      if (version !== this.#version) this.#seen = String(read(feeds, 'feeds'));
      this.#version = version;
      this.#failures = 0;
    } catch {
      // Whoever reads or writes gets the error. Statements do not survive that a connection is closed and opened again.
      this.#statements = undefined;
      this.#version = undefined;
      this.#seen = undefined;
      this.#failures += 1;
    }
  }

  #prepare(): Statements {
    return {
      dataVersion: this.#database.prepare('pragma data_version'),
      totalChanges: this.#database.prepare('select total_changes() as total_changes'),
      feeds: this.#database.prepare(selectFeeds),
    };
  }
}

function read(statement: SqliteStatement, column: string): unknown {
  // Both drivers give one object for each row.
  return (statement.all() as Record<string, unknown>[])[0]?.[column];
}

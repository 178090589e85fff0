import { toStoreError } from './failures.ts';
import type { SqliteSession } from './session.ts';

/** Calls back later, once. */
export type Schedule = (callback: () => void) => void;

/** A statement that waits for its turn, and whoever waits for its answer. */
interface Waiting {
  perform(session: SqliteSession): unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Collects writes and commits them together. Everything happens without a pause between begin and commit, so that nobody
 * else on the connection can come in between.
 */
export class WriteQueue {
  readonly #session: SqliteSession;
  readonly #schedule: Schedule;
  #waiting: Waiting[] = [];
  #isHeld = false;

  constructor(session: SqliteSession, schedule: Schedule) {
    this.#session = session;
    this.#schedule = schedule;
  }

  /** Resolves with what the statement answered, after its commit. */
  add<Answer>(perform: (session: SqliteSession) => Answer): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      // Whoever waits is given the answer of the very statement that came with it.
      this.#waiting.push({ perform, resolve: resolve as Waiting['resolve'], reject });
      if (this.#waiting.length === 1) this.#schedule(() => this.flush());
    });
  }

  /** Lets writes wait until `release`: there is a transaction on the connection that they must not get into. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    if (this.#waiting.length > 0) this.#schedule(() => this.flush());
  }

  /** Writes what waits, unless it is held. Does not throw. */
  flush(): void {
    if (this.#isHeld) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 1) this.#writeTogether(waiting);
    else for (const only of waiting) this.#writeAlone(only);
  }

  #writeTogether(waiting: readonly Waiting[]): void {
    let answers: readonly unknown[];
    let isEach = false;
    try {
      this.#session.run('begin immediate', []);
      isEach = true;
      answers = waiting.map(({ perform }) => perform(this.#session));
      isEach = false;
      this.#session.run('commit', []);
    } catch (error) {
      this.#session.rollBack();
      this.#session.forgetStatements();
      // Which of them cannot be written shows when each is tried on its own; to begin and to commit concerns all.
      if (isEach) for (const each of waiting) this.#writeAlone(each);
      else for (const { reject } of waiting) reject(toStoreError(error));
      return;
    }
    for (const [index, { resolve }] of waiting.entries()) resolve(answers[index]);
  }

  #writeAlone({ perform, resolve, reject }: Waiting): void {
    try {
      resolve(perform(this.#session));
    } catch (error) {
      this.#session.forgetStatements();
      reject(toStoreError(error));
    }
  }
}

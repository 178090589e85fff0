import type { Clock } from 'toolcrib/runtime';

/** What a probe is made of. */
export interface WriteProbeParts {
  readonly clock: Clock;
  /** Writes a little; rejects if that does not work. */
  readonly checkWrites: () => Promise<void>;
  /** Told when writing begins to fail, once until it works again. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

/** How long an answer counts. Readiness is public, so that anybody can ask at any rate. */
const KEEP_MS = 5_000;
/** Whoever waits for the service to recover asks often. */
const KEEP_FAILURE_MS = 1_000;
/** Writes can wait behind a long transaction, which is no failure: until one has failed, the last answer counts. */
const TIMEOUT_MS = 1_500;

/** Tells whether the database can be written: it tries when it is asked, but not often, and once for all who ask. */
export class WriteProbe {
  readonly #parts: WriteProbeParts;
  #running: Promise<void> | undefined;
  #endedAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: WriteProbeParts) {
    this.#parts = parts;
  }

  /** Rejects with why the database cannot be written. Answers in time, also where the database does not. */
  async check(): Promise<void> {
    if (this.#isDue()) this.#running ??= this.#run();
    if (this.#running !== undefined) await this.#waitFor(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #isDue(): boolean {
    const keepMs = this.#failure === undefined ? KEEP_MS : KEEP_FAILURE_MS;
    return this.#parts.clock.elapsed() - this.#endedAt >= keepMs;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { checkWrites, clock, onFault } = this.#parts;
    try {
      await checkWrites();
      this.#failure = undefined;
    } catch (error) {
      if (this.#failure === undefined) onFault(error);
      this.#failure = { error };
    }
    this.#endedAt = clock.elapsed();
    this.#running = undefined;
  }

  #waitFor(running: Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    return new Promise((resolve) => {
      const timer = clock.setTimer(resolve, TIMEOUT_MS);
      void running.then(() => {
        clock.clearTimer(timer);
        resolve();
      });
    });
  }
}

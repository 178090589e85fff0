import type { Clock } from 'toolcrib/runtime';

/** What a watch is made of. */
export interface AuditWatchParts {
  readonly clock: Clock;
  readonly pollMs: number;
  /** The number of the last entry, by whichever process. */
  readonly loadSequence: () => Promise<number>;
  /** Told of what a watcher throws, and when looking begins to fail. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

/** Wakes those who wait for a log to get longer. It looks at the log only while somebody does. */
export class AuditWatch {
  readonly #parts: AuditWatchParts;
  readonly #watchers = new Set<() => void>();
  /** The last number that everybody was woken for; undefined if none ever was, and then the first look wakes all. */
  #seen: number | undefined;
  /** Another object for each round of looking, so that one that was ended does not go on. */
  #round: { timer: unknown } | undefined;
  #isFailing = false;

  constructor(parts: AuditWatchParts) {
    this.#parts = parts;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  watch(wake: () => void): () => void {
    // The same function may watch twice.
    const watcher = () => wake();
    this.#watchers.add(watcher);
    if (this.#round === undefined) this.#begin();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#end();
    };
  }

  /** The log is at least so long. */
  see(sequence: number): void {
    if (this.#seen !== undefined && sequence <= this.#seen) return;
    this.#seen = sequence;
    for (const watcher of [...this.#watchers]) {
      try {
        watcher();
      } catch (error) {
        this.#parts.onFault(error);
      }
    }
  }

  close(): void {
    this.#watchers.clear();
    this.#end();
  }

  #begin(): void {
    const round = { timer: undefined as unknown };
    this.#round = round;
    this.#schedule(round);
  }

  #end(): void {
    this.#parts.clock.clearTimer(this.#round?.timer);
    this.#round = undefined;
  }

  #schedule(round: { timer: unknown }): void {
    round.timer = this.#parts.clock.setTimer(() => void this.#look(round), this.#parts.pollMs);
  }

  async #look(round: { timer: unknown }): Promise<void> {
    try {
      this.see(await this.#parts.loadSequence());
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#parts.onFault(error);
      this.#isFailing = true;
    }
    if (this.#round === round) this.#schedule(round);
  }
}

/** The time that a search has, and how far it came if that was not enough. */
export class SearchTime {
  readonly #startedAt = performance.now();
  readonly #maxMs: number;
  #stoppedAt: number | undefined;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** The last line that was searched; undefined if there was time for all of them. */
  get stoppedAt(): number | undefined {
    return this.#stoppedAt;
  }

  /** Whether a part of the time, by default all of it, is over. */
  isOver(part = 1): boolean {
    return performance.now() - this.#startedAt >= this.#maxMs * part;
  }

  stopAt(line: number): void {
    this.#stoppedAt = line;
  }
}

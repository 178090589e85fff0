/** What one use takes. In these units a bucket gains as much in a millisecond as it allows uses per minute. */
const COST = 60_000;

/** Allows so many uses at once, and as many again over a minute. Times are milliseconds of one clock. */
export class TokenBucket {
  readonly perMinute: number;
  #level: number;
  #filledAt: number;

  constructor(perMinute: number, now: number) {
    this.perMinute = perMinute;
    this.#level = perMinute * COST;
    this.#filledAt = now;
  }

  /** Takes one and answers 0, or takes none and answers after how many milliseconds there will be one. */
  take(now: number): number {
    const gained = Math.max(0, now - this.#filledAt) * this.perMinute;
    this.#level = Math.min(this.perMinute * COST, this.#level + gained);
    this.#filledAt = now;
    if (this.#level < COST) return Math.ceil((COST - this.#level) / this.perMinute);
    this.#level -= COST;
    return 0;
  }
}

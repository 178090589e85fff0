import { USE_PARTS } from '../store/service-store.ts';

/** Allows so many uses at once, and as many again over a minute. Times are milliseconds of one clock. */
export class TokenBucket {
  readonly perMinute: number;
  #level: number;
  #filledAt: number;

  constructor(perMinute: number, now: number) {
    this.perMinute = perMinute;
    this.#level = perMinute * USE_PARTS;
    this.#filledAt = now;
  }

  /** Takes so many and answers 0, or takes none and answers after how many milliseconds there will be as many. */
  take(now: number, count = 1): number {
    const gained = Math.max(0, now - this.#filledAt) * this.perMinute;
    this.#level = Math.min(this.perMinute * USE_PARTS, this.#level + gained);
    this.#filledAt = now;
    const cost = count * USE_PARTS;
    if (this.#level < cost) return Math.ceil((cost - this.#level) / this.perMinute);
    this.#level -= cost;
    return 0;
  }
}

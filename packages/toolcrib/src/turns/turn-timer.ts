import type { Clock } from '../runtime/clock.ts';

/** Wakes somebody when the first of two times has come: the end of the turn, and the end of what it waits for. */
export class TurnTimer {
  readonly #clock: Clock;
  readonly #onTime: (which: 'turn' | 'wait') => void;
  readonly #turnTimeoutMs: number;
  readonly #turnEndsAt: number;
  #waitEndsAt = Number.POSITIVE_INFINITY;
  #timer: { readonly handle: unknown; readonly firesAt: number } | undefined;

  constructor(clock: Clock, timeoutMs: number, onTime: (which: 'turn' | 'wait') => void) {
    this.#clock = clock;
    this.#onTime = onTime;
    this.#turnTimeoutMs = timeoutMs;
    const now = clock.elapsed();
    this.#turnEndsAt = now + timeoutMs;
    this.#arm(now);
  }

  /** From now on there is something that may take so long. */
  startWait(timeoutMs: number): void {
    // It would end after the turn itself.
    if (timeoutMs >= this.#turnTimeoutMs) return;
    const now = this.#clock.elapsed();
    this.#waitEndsAt = now + timeoutMs;
    this.#arm(now);
  }

  /** A timer that was set stays; it finds nothing to do when it fires. */
  endWait(): void {
    this.#waitEndsAt = Number.POSITIVE_INFINITY;
  }

  stop(): void {
    if (this.#timer !== undefined) this.#clock.clearTimer(this.#timer.handle);
    this.#timer = undefined;
  }

  #arm(now: number): void {
    const firesAt = Math.min(this.#turnEndsAt, this.#waitEndsAt);
    if (firesAt === Number.POSITIVE_INFINITY) return;
    if (this.#timer !== undefined) {
      // One that fires earlier sets the next one.
      if (this.#timer.firesAt <= firesAt) return;
      this.#clock.clearTimer(this.#timer.handle);
    }
    // Longer ones fire at once in some environments.
    const delayMs = Math.min(Math.max(0, firesAt - now), MAX_DELAY_MS);
    this.#timer = { firesAt, handle: this.#clock.setTimer(() => this.#fire(), delayMs) };
  }

  #fire(): void {
    this.#timer = undefined;
    const now = this.#clock.elapsed();
    if (now >= this.#turnEndsAt) this.#onTime('turn');
    else if (now >= this.#waitEndsAt) this.#onTime('wait');
    else this.#arm(now);
  }
}

const MAX_DELAY_MS = 2_147_483_647;

import type { Clock } from './clock.ts';

/**
 * A deadline that can be paused: only the time between `start` and `stop` that is not paused counts.
 * `onExpiry` is called at most once, and never after `stop`.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #onExpiry: () => void;
  /** As of the last time that it began or ceased to run. */
  #remainingMs: number;
  #state: 'new' | 'started' | 'over' = 'new';
  #pauses = 0;
  /** Present exactly while time counts. */
  #run: { readonly since: number; readonly timer: unknown } | undefined;

  constructor(clock: Clock, timeoutMs: number, onExpiry: () => void) {
    this.#clock = clock;
    this.#remainingMs = timeoutMs;
    this.#onExpiry = onExpiry;
  }

  /** How much time is left; after `stop`, how much there was. */
  get remainingMs(): number {
    const spentMs = this.#run === undefined ? 0 : this.#clock.elapsed() - this.#run.since;
    return Math.max(0, this.#remainingMs - spentMs);
  }

  /** Only the first call counts. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#runIfAllowed();
  }

  /** Pauses nest: two of them need two of `resume`. */
  pause(): void {
    this.#pauses += 1;
    this.#halt();
  }

  /** Takes back one pause. Without one it does nothing. */
  resume(): void {
    if (this.#pauses === 0) return;
    this.#pauses -= 1;
    this.#runIfAllowed();
  }

  /** Ends it for good and clears its timer. */
  stop(): void {
    this.#state = 'over';
    this.#halt();
  }

  #runIfAllowed(): void {
    if (this.#state !== 'started' || this.#pauses > 0) return;
    const timer = this.#clock.setTimer(() => this.#expire(), this.#remainingMs);
    this.#run = { since: this.#clock.elapsed(), timer };
  }

  #halt(): void {
    if (this.#run === undefined) return;
    this.#clock.clearTimer(this.#run.timer);
    this.#remainingMs = this.remainingMs;
    this.#run = undefined;
  }

  #expire(): void {
    this.#run = undefined;
    this.#remainingMs = 0;
    this.#state = 'over';
    this.#onExpiry();
  }
}

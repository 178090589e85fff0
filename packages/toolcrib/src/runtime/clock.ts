/**
 * Time, as the runtime sees it.
 *
 * INVARIANT: `now` is in milliseconds since 1970, as all machines that share a ledger have it.
 * INVARIANT: `elapsed` is in milliseconds from any start, may have a fraction, and never goes back.
 * INVARIANT: a timer fires once, not before its time, and never after it was cleared.
 */
export interface Clock {
  now(): number;
  elapsed(): number;
  /** Calls back after some milliseconds; the answer is for `clearTimer`. */
  setTimer(callback: () => void, delayMs: number): unknown;
  clearTimer(timer: unknown): void;
}

/** The time of this machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs),
  clearTimer: (timer: unknown) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
});

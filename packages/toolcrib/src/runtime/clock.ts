/**
 * Time, as the runtime sees it.
 *
 * INVARIANT: `now` never goes back; it is in milliseconds since 1970 and may have a fraction.
 * INVARIANT: a timer fires once, not before its time, and never after it was cleared.
 */
export interface Clock {
  now(): number;
  /** Calls back after some milliseconds; the answer is for `clearTimer`. */
  setTimer(callback: () => void, delayMs: number): unknown;
  clearTimer(timer: unknown): void;
}

const origin = performance.timeOrigin;

/** The time of this machine. */
export const systemClock: Clock = Object.freeze({
  now: () => origin + performance.now(),
  setTimer: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs),
  clearTimer: (timer: unknown) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
});

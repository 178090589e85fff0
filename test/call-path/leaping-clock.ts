import type { Clock } from '../../packages/toolcrib/src/runtime/index.ts';

/** Time that does not go by itself. */
export interface LeapingClock extends Clock {
  /** Lets some time pass, with all timers that are due by then. */
  leap(ms: number): void;
}

/** Shorter timers are for whoever tries again: they fire at once, and their time has passed then. */
const SHORT_MS = 1_000;

export function createLeapingClock(start: number): LeapingClock {
  let time = start;
  const timers = new Map<object, { readonly due: number; readonly callback: () => void }>();
  return {
    now: () => time,
    elapsed: () => time,
    setTimer: (callback, delayMs) => {
      const timer = {};
      timers.set(timer, { due: time + delayMs, callback });
      if (delayMs < SHORT_MS) {
        setImmediate(() => {
          if (!timers.delete(timer)) return;
          time += delayMs;
          callback();
        });
      }
      return timer;
    },
    clearTimer: (timer) => void timers.delete(timer as object),
    leap(ms) {
      time += ms;
      for (const [timer, { due, callback }] of [...timers]) {
        if (due <= time && timers.delete(timer)) callback();
      }
    },
  };
}

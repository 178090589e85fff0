import { type Clock, systemClock } from 'toolcrib/runtime';

/**
 * Time that goes by a number of times as fast: what a request may wait for by right, such as thirty seconds for a call to
 * end, takes a moment of the test.
 */
export function createFastClock(factor: number): Clock {
  const [now, elapsed] = [systemClock.now(), systemClock.elapsed()];
  return {
    now: () => Math.floor(now + (systemClock.elapsed() - elapsed) * factor),
    elapsed: () => elapsed + (systemClock.elapsed() - elapsed) * factor,
    // One millisecond more, as timers may fire a moment early.
    setTimer: (callback, delayMs) => systemClock.setTimer(callback, Math.ceil(delayMs / factor) + 1),
    clearTimer: systemClock.clearTimer,
  };
}

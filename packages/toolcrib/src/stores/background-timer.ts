import type { Clock } from '../runtime/index.ts';

/** Sets a timer that does not keep a Node process alive by itself; the answer is for `clock.clearTimer`. */
export function setBackgroundTimer(clock: Clock, callback: () => void, delayMs: number): unknown {
  const timer = clock.setTimer(callback, delayMs);
  const isNodeTimer = typeof timer === 'object' && timer !== null && 'unref' in timer;
  if (isNodeTimer && typeof timer.unref === 'function') timer.unref();
  return timer;
}

import type { Clock } from 'toolcrib/runtime';

/** Resolves after some milliseconds, or as soon as the signal is aborted. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clock.clearTimer(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.setTimer(finish, delayMs);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

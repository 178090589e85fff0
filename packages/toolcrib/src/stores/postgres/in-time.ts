import type { Clock } from '../../runtime/index.ts';
import { setBackgroundTimer } from '../background-timer.ts';

/** How long the server may take for a statement that does almost nothing. */
export const ANSWER_TIMEOUT_MS = 5_000;

/**
 * What a promise answers; rejects if it takes too long. A connection whose other side is gone without a word fails by
 * itself after many minutes only.
 */
export function inTime<Value>(
  promise: Promise<Value>,
  clock: Clock,
  limitMs = ANSWER_TIMEOUT_MS,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`The server has not answered for ${limitMs} ms.`));
    const timer = setBackgroundTimer(clock, expire, limitMs);
    promise.then(resolve, reject).finally(() => clock.clearTimer(timer));
  });
}

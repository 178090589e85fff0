import type { Clock } from '../../runtime/index.ts';
import { setBackgroundTimer } from '../background-timer.ts';

/** How long the server may take for a statement that does almost nothing. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * What a promise answers; rejects if it takes too long. A connection whose other side is gone without a word fails by
 * itself after many minutes only.
 */
export function inTime<Value>(promise: Promise<Value>, clock: Clock): Promise<Value> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`The server has not answered for ${ANSWER_TIMEOUT_MS} ms.`));
    const timer = setBackgroundTimer(clock, expire, ANSWER_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clock.clearTimer(timer));
  });
}

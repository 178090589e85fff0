import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import type { Ending } from './ending.ts';
import { aborted, timedOut } from './problems.ts';

/** What a promise gave, or how the call ends because nobody waits for it any more. */
export type Bounded<Value> = { readonly value: Value } | { readonly ending: Ending };

/**
 * Waits for something that is asked on the way to the handler, such as a policy or an asynchronous schema,
 * for no longer than the call may take. Rejects as the promise does.
 */
export function bounded<Value>(
  parts: RuntimeParts,
  call: Call,
  promise: Promise<Value>,
): Promise<Bounded<Value>> {
  const { clock } = parts;
  const { signal } = call;
  return new Promise((resolve, reject) => {
    const stop = (ending: Ending) => {
      cleanUp();
      resolve({ ending });
    };
    const onAbort = () => stop(aborted(call, { reason: signal?.reason, sideEffect: 'none' }));
    const timer = clock.setTimer(() => stop(timedOut(call, { sideEffect: 'none' })), timeoutOf(parts, call));
    const cleanUp = () => {
      clock.clearTimer(timer);
      if (call.stopWaiting === onAbort) call.stopWaiting = undefined;
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted) {
      // Nobody waits for it any more, and it may fail.
      promise.catch(() => undefined);
      return onAbort();
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    call.stopWaiting = onAbort;
    promise.then(
      (value) => {
        cleanUp();
        resolve({ value });
      },
      (error) => {
        cleanUp();
        reject(error);
      },
    );
  });
}

/** The deadline of a call: the tool's own or the default, shortened by whoever asks. */
export function timeoutOf(parts: RuntimeParts, call: Call): number {
  const own = call.tool?.timeoutMs ?? parts.limits.timeoutMs;
  return call.timeoutMs === undefined ? own : Math.min(own, call.timeoutMs);
}

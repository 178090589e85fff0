/** Waits for a promise, but no longer than until a signal is aborted; then it rejects with the reason. */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    // What it gives after the abort, or fails with, is for nobody.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

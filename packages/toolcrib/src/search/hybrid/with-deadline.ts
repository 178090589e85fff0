import type { Clock } from '../../runtime/clock.ts';

/** How long work may take. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** That of whoever wants the work done. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Does work with a signal that is aborted when the given one is, with its reason, or when the time is over. It is up to the
 * work to end then. Nothing is left of timer and listener once it has ended.
 */
export async function withDeadline<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal }: TimeLimit,
): Promise<Value> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  const onExpiry = () => {
    const message = `A search got no vectors within ${timeoutMs} ms.`;
    controller.abort(new DOMException(message, 'TimeoutError'));
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = clock.setTimer(onExpiry, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clock.clearTimer(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

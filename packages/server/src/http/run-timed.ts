import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';

/** How long work may take, and what else ends it. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told of work that fails after its time. */
  readonly onLateFailure: (error: unknown) => void;
}

/**
 * What the work answers, unless the time is up before. Its signal is then aborted; work that goes on nevertheless runs to
 * its end, with whatever it has to write down.
 *
 * @throws ToolcribError `E_REQUEST_TIMED_OUT`.
 */
export function runTimed<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal, onLateFailure }: TimeLimit,
): Promise<Value> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return new Promise<Value>((resolve, reject) => {
    let isLate = false;
    const timer = clock.setTimer(() => {
      isLate = true;
      const error = timedOut(timeoutMs);
      controller.abort(error);
      reject(error);
    }, timeoutMs);
    work(controller.signal)
      .finally(() => {
        clock.clearTimer(timer);
        signal.removeEventListener('abort', onAbort);
      })
      .then(resolve, (error) => {
        if (!isLate) reject(error);
        // That its time was up is told already.
        else if (error !== controller.signal.reason) onLateFailure(error);
      });
  });
}

function timedOut(timeoutMs: number): ToolcribError {
  return new ToolcribError(
    'E_REQUEST_TIMED_OUT',
    `The request took longer than ${timeoutMs} ms. If it was a change, look whether it was made before you repeat it.`,
    { context: { timeoutMs } },
  );
}

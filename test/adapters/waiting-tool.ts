import { deferred, tool } from '../runtime.ts';

/** A tool called `wait` that runs until it is aborted, and what is known of its runs. */
export function createWaitingTool() {
  const started = deferred<void>();
  const reasons: unknown[] = [];
  const wait = tool('wait', (_args, { signal }) => {
    started.resolve();
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason);
      });
    });
  });
  return { wait, started: started.promise, reasons };
}

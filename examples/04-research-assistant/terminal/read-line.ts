import { createInterface } from 'node:readline';

/** How a line is read. */
export interface ReadLineOptions {
  readonly prompt: string;
  /** Ends the reading when the line is not wanted any more. */
  readonly signal?: AbortSignal;
  /** What Ctrl-C does, besides ending the reading: while a line is read the terminal sends no signals. */
  readonly onInterrupt?: () => void;
}

/** One line that somebody types; undefined if they leave with Ctrl-C or Ctrl-D, or nobody waits any more. */
export function readLine({ prompt, signal, onInterrupt }: ReadLineOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stdout, prompt });
    const stop = () => reader.close();
    signal?.addEventListener('abort', stop, { once: true });
    reader.once('SIGINT', () => {
      onInterrupt?.();
      stop();
    });
    reader.once('close', () => {
      signal?.removeEventListener('abort', stop);
      resolve(undefined);
    });
    reader.once('line', (line) => {
      resolve(line);
      stop();
    });
    reader.prompt();
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** A process of this folder. */
export interface RunningChild {
  readonly process: ChildProcess;
  readonly ended: Promise<ChildEnd>;
}

/** No process of a test lives longer, whatever becomes of the test. */
const MAX_LIFE_MS = 100_000;

/** Starts a script with options, which it gets as JSON. */
export function startChild(path: string, options: unknown): RunningChild {
  const child = spawn(process.execPath, [path, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: MAX_LIFE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }));
  return { process: child, ended };
}

/** Starts a script and waits for its end. */
export function runChild(path: string, options: unknown): Promise<ChildEnd> {
  return startChild(path, options).ended;
}

/** Works on all items, on some of them at a time. */
export async function forEachLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, workOn));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../scripts/lib/repository.ts';

/** A service in a process of its own, as somebody starts it on a terminal. */
export interface ServeProcess {
  /** All that it has printed for people so far. */
  readonly printed: () => string;
  /** All that it has logged so far, from `error` on. */
  readonly logged: () => string;
  readonly pid: number | undefined;
  /** Closes the other end of what it prints and logs to. */
  readonly stopReading: () => void;
  /** Sends a signal and waits for the end; gives the exit code, or null for one that was killed. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

const main = join(root, 'packages/server/src/cli/main.ts');

/**
 * Starts it, and waits until it says that it is running. Rejects with what it printed if it ends before. It does not outlive
 * the test.
 */
export async function startServe(args: readonly string[], cwd: string): Promise<ServeProcess> {
  const child = spawn(process.execPath, [main, 'serve', ...args], {
    cwd,
    // Nothing of the machine that the test runs on.
    env: { PATH: process.env.PATH, TOOLCRIB_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('Ctrl+C')) resolve();
    });
    child.once('error', reject);
    void exit.then((code) => reject(new Error(`It ended with ${code}.\n${stdout}\n${stderr}`)));
  });
  return {
    printed: () => stdout,
    logged: () => stderr,
    pid: child.pid,
    stopReading() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    stop(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

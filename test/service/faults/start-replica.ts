import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { root } from '../../../scripts/lib/repository.ts';

const main = join(root, 'packages/server/src/cli/main.ts');
const toolsModule = join(import.meta.dirname, 'fault-tools.ts');

/** Where a service keeps what outlives it. */
export interface ReplicaPlace {
  /** For the data folder, unless there is a database, and for what the tools write. */
  readonly folder: string;
  /** PostgreSQL instead of a file. */
  readonly databaseUrl?: string | undefined;
  /** More of the command line. @default none */
  readonly flags?: readonly string[] | undefined;
}

/** The real service in a process of its own, with the tools of `fault-tools.ts`. */
export interface Replica {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Only of the first start on a database. */
  readonly adminKey: string | null;
  readonly agentKey: string | null;
  /** What it has logged as an error. */
  readonly logged: () => string;
  /** Sends a signal and waits for the end; gives the exit code, or null if it was killed. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Where the tools of a place write what took effect. */
export function effectsFileOf({ folder }: ReplicaPlace): string {
  return join(folder, 'effects');
}

/** Starts a service and waits until it takes requests. It does not outlive the test. */
export async function startReplica(place: ReplicaPlace): Promise<Replica> {
  const { folder, databaseUrl, flags = [] } = place;
  const args = ['serve', '--port', '0', '--json', '--no-examples', '--tools', toolsModule, ...flags];
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    // Nothing of the machine that the test runs on.
    env: {
      PATH: process.env.PATH,
      TOOLCRIB_LOG: 'error',
      FAULT_EFFECTS: effectsFileOf(place),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const logged = collect(child);
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const { url, adminKey, agentKey } = await readStart(child, exit, logged);
  return {
    ...{ url, adminKey, agentKey, logged },
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    stop(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

type StartLine = Pick<Replica, 'url' | 'adminKey' | 'agentKey'>;

async function readStart(
  { stdout }: ChildProcess,
  exit: Promise<number | null>,
  logged: () => string,
): Promise<StartLine> {
  if (stdout === null) throw new Error('The process has no pipes.');
  const line = once(createInterface({ input: stdout }), 'line').then(([text]) => JSON.parse(text));
  const ended = exit.then((code) => Promise.reject(new Error(`It ended with ${code}.\n${logged()}`)));
  return await Promise.race([line, ended]);
}

function collect({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

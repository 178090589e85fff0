import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverFolder } from '../../../scripts/lib/repository.ts';
import { getWallTime } from '../wall-time.ts';
import type { Usage } from './probe.ts';

/** The servers that are compared; all but ours are files of `servers/`. */
export type ServerKind = 'ours' | 'floor' | 'hono' | 'sdk-v1' | 'sdk-v2';

export interface ServerOptions {
  readonly kind: ServerKind;
  /** How many tools it has. @default 0 */
  readonly count?: number;
  /** Where it may write. */
  readonly folder: string;
  /** PostgreSQL instead of a file, for ours. */
  readonly databaseUrl?: string;
}

/** A server in a process of its own. */
export interface BenchServer {
  readonly kind: ServerKind;
  readonly port: number;
  /** Of ours, on a database where there were none. */
  readonly adminKey: string | null;
  readonly agentKey: string | null;
  /** From the start of the process until it took requests, in nanoseconds by the clock. */
  readonly startNs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const probe = join(import.meta.dirname, 'probe.ts');
const toolModule = join(import.meta.dirname, 'bench-tools.ts');

/** Starts a server, and waits until it takes requests. Rejects with what it printed if it ends before. */
export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const { kind, count = 0, folder, databaseUrl } = options;
  const { file, args } = commandOf(kind);
  const startedAt = getWallTime();
  const child = fork(file, args, {
    cwd: folder,
    execArgv: ['--no-warnings', '--import', probe],
    // Nothing of the machine that could set anything.
    env: {
      PATH: process.env.PATH,
      TOOLCRIB_LOG: 'error',
      // What is compiled is kept there from one start to the next, as it is at home.
      XDG_CACHE_HOME: folder,
      BENCH_TOOLS: String(count),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { url, adminKey = null, agentKey = null } = await readStart(child);
  const startNs = getWallTime() - startedAt;
  const closed = once(child, 'close');
  return {
    kind,
    port: Number(new URL(url).port),
    ...{ adminKey, agentKey, startNs },
    async usage() {
      const answer = once(child, 'message');
      child.send('usage');
      // What probe.ts sends.
      return (await answer)[0] as Usage;
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

function commandOf(kind: ServerKind): { readonly file: string; readonly args: string[] } {
  if (kind !== 'ours') return { file: join(import.meta.dirname, `servers/${kind}.ts`), args: [] };
  const file = join(serverFolder, 'bin/toolcrib.js');
  return { file, args: ['serve', '--port', '0', '--json', '--no-examples', '--tools', toolModule] };
}

/** The first line that a server prints, as JSON. */
interface StartLine {
  readonly url: string;
  readonly adminKey?: string | null;
  readonly agentKey?: string | null;
}

async function readStart(child: ChildProcess): Promise<StartLine> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The process has no pipes.');
  let printed = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const line = once(createInterface({ input: stdout }), 'line').then(([text]) => JSON.parse(text));
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The server ended with ${code} before it took requests.\n${printed}`);
  });
  return await Promise.race([line, ended]);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/lib/repository.ts';

const main = join(root, 'packages/server/src/cli/main.ts');

/** How the real binary ended. */
export interface ToolcribRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what it is run. */
export interface ToolcribOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly input?: string | undefined;
}

/** Nothing of the environment of whoever runs the tests gets in. */
function start(argv: readonly string[], { cwd, env = {} }: ToolcribOptions) {
  return spawn(process.execPath, [main, ...argv], { cwd, env: { PATH: process.env.PATH, ...env } });
}

/** Runs the real binary to its end. */
export async function toolcrib(argv: readonly string[], options: ToolcribOptions): Promise<ToolcribRun> {
  const child = start(argv, options);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  return { code, ...texts };
}

/** A service in a process of its own. */
export interface ServedToolcrib {
  readonly url: string;
  readonly adminKey: string;
  /** Ends it as Ctrl-C does, and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `toolcrib serve` on a free port. */
export async function serveToolcrib(
  argv: readonly string[],
  options: ToolcribOptions,
): Promise<ServedToolcrib> {
  const child = start(['serve', '--port', '0', '--json', ...argv], options);
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, adminKey } = JSON.parse(line);
    return {
      url,
      adminKey,
      async stop() {
        child.kill('SIGINT');
        const [code] = await closed;
        return code;
      },
    };
  }
  throw new Error(`It did not start: ${stderr}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What a request of an attack is. */
export interface AttackRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service in a process of its own that tells how long its event loop was held. */
export interface ProbedService {
  /** Sends a request with a key of this role; answers status and text. */
  ask(role: string, request: AttackRequest): Promise<{ readonly status: number; readonly text: string }>;
  /** The longest stall since the last time, in milliseconds of the thread; and the longest that `/healthz` took. */
  readStalls(): Promise<{ readonly longestMs: number; readonly healthMs: number }>;
  stop(): Promise<void>;
}

/** Asks `/healthz` all the time, on a thread of its own, so that nothing here delays it. */
const healthLoop = `
  const { parentPort, workerData } = require('node:worker_threads');
  let longest = 0;
  parentPort.on('message', () => { parentPort.postMessage(longest); longest = 0; });
  (async () => {
    for (;;) {
      const start = performance.now();
      await fetch(workerData + '/healthz').then((answer) => answer.text()).catch(() => undefined);
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();`;

/** Starts the service of a checkout, with keys for all roles. */
export async function startProbedService(root: string): Promise<ProbedService> {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-stalls-'));
  const args = [
    ...[
      '--import',
      join(import.meta.dirname, 'stall-probe.js'),
      join(root, 'packages/server/src/cli/main.ts'),
    ],
    ...['serve', '--json', '--port', '0', '--data', folder],
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, TOOLCRIB_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { url, adminKey } = await readStart(child);
  const keys: Record<string, string> = { admin: adminKey };
  const health = new Worker(healthLoop, { eval: true, workerData: url });
  const ask: ProbedService['ask'] = async (role, { method, path, body, headers }) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys[role]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  for (const role of ['viewer', 'caller', 'publisher', 'approver']) {
    const { text } = await ask('admin', {
      method: 'POST',
      path: '/v1/tenants/default/keys',
      body: { name: role, grants: [{ roles: [role] }] },
    });
    keys[role] = JSON.parse(text).key;
  }
  return {
    ask,
    async readStalls() {
      health.postMessage('');
      const [healthMs] = (await once(health, 'message')) as [number];
      child.send('stall?');
      const [{ longestMs }] = (await once(child, 'message')) as [{ longestMs: number }];
      return { longestMs, healthMs };
    },
    async stop() {
      await health.terminate();
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readStart(child: ChildProcess): Promise<{ readonly url: string; readonly adminKey: string }> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const line = printed.slice(0, printed.indexOf('\n') + 1);
    if (line !== '') return JSON.parse(line);
  }
  throw new Error(`The service has not started: ${printed}`);
}

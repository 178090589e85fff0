import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ToolcribError } from 'toolcrib';
import type { SpecCheck, SpecCheckAnswer, SpecChecks } from 'toolcrib/catalog';
import type { Log } from '../operations/log.ts';

/** How long the questions of one request may take. */
const TIMEOUT_MS = 10_000;
/** How many threads answer at the same time, for all tenants together. */
const THREADS = 2;
/** How many requests of one tenant may wait. */
const MAX_WAITING = 16;

/** How a pool is made. */
export interface CheckPoolOptions {
  readonly log: Log;
  /** In milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** @default 2 */
  readonly threads?: number | undefined;
}

/** Threads that lint and compare definitions, so that nothing else waits for it. */
export interface CheckPool {
  /** What answers the questions of a tenant. Tenants take turns. */
  of(tenant: string): SpecChecks;
  /** Stops all threads; whoever waits is refused. */
  close(): Promise<void>;
}

interface Job {
  readonly tenant: string;
  readonly text: string;
  readonly resolve: (answers: readonly SpecCheckAnswer[]) => void;
  readonly reject: (error: Error) => void;
}

/** Makes a pool. Its threads start when they are needed first, and keep no process alive. */
export function createCheckPool(options: CheckPoolOptions): CheckPool {
  return new Pool(options);
}

class Pool implements CheckPool {
  readonly #log: Log;
  readonly #timeoutMs: number;
  readonly #threads: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  /** In the order in which tenants get their turn. */
  readonly #waiting = new Map<string, Job[]>();
  #isClosed = false;

  constructor({ log, timeoutMs = TIMEOUT_MS, threads = THREADS }: CheckPoolOptions) {
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#threads = threads;
  }

  of(tenant: string): SpecChecks {
    return { run: (checks) => this.#run(tenant, checks), pause: () => setImmediate() };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const workers = [...this.#idle, ...this.#busy.keys()];
    for (const job of [...this.#busy.values(), ...[...this.#waiting.values()].flat()]) job.reject(closed());
    this.#waiting.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #run(tenant: string, checks: readonly SpecCheck[]): Promise<readonly SpecCheckAnswer[]> {
    if (this.#isClosed) return Promise.reject(closed());
    const waiting = this.#waiting.get(tenant) ?? [];
    if (waiting.length >= MAX_WAITING) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      waiting.push({ tenant, text: JSON.stringify(checks), resolve, reject });
      this.#waiting.set(tenant, waiting);
      this.#next();
    });
  }

  /** Gives the next job to a thread, if there is one of each. */
  #next(): void {
    if (this.#busy.size >= this.#threads) return;
    const [turn] = this.#waiting;
    if (turn === undefined) return;
    const [tenant, jobs] = turn;
    const job = jobs.shift();
    this.#waiting.delete(tenant);
    // Behind all others.
    if (jobs.length > 0) this.#waiting.set(tenant, jobs);
    if (job !== undefined) this.#start(job);
    this.#next();
  }

  #start(job: Job): void {
    const worker = this.#idle.pop() ?? this.#createWorker();
    this.#busy.set(worker, job);
    const timer = setTimeout(() => {
      this.#log.warn('Definitions took too long to check', {
        tenant: job.tenant,
        timeoutMs: this.#timeoutMs,
      });
      this.#end(worker, job, () => job.reject(timedOut(this.#timeoutMs)));
      void worker.terminate();
    }, this.#timeoutMs);
    timer.unref();
    worker.once('message', (text: string) => {
      clearTimeout(timer);
      if (this.#busy.get(worker) !== job) return;
      this.#idle.push(worker);
      this.#end(worker, job, () => job.resolve(freeze(JSON.parse(text))));
    });
    worker.once('exit', () => clearTimeout(timer));
    worker.postMessage(job.text);
  }

  #end(worker: Worker, job: Job, tell: () => void): void {
    if (this.#busy.get(worker) !== job) return;
    this.#busy.delete(worker);
    tell();
    this.#next();
  }

  #createWorker(): Worker {
    const worker = new Worker(findModule(), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.unref();
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('A thread has ended.')));
    return worker;
  }

  /** A thread that has ended by itself, such as for want of memory. */
  #fail(worker: Worker, error: unknown): void {
    const index = this.#idle.indexOf(worker);
    if (index !== -1) this.#idle.splice(index, 1);
    const job = this.#busy.get(worker);
    if (job === undefined) return;
    this.#log.error('A thread that checks definitions has failed', error, { tenant: job.tenant });
    this.#end(worker, job, () => job.reject(timedOut(this.#timeoutMs)));
  }
}

/** The code of a thread: beside this source, as in tests, or where it was built to. */
function findModule(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./check-worker.ts', import.meta.url);
  return new URL('dist/workers/check-worker.js', import.meta.resolve('@toolcrib/server/package.json'));
}

function timedOut(timeoutMs: number): ToolcribError {
  const message = `Checking the definitions of this request takes more than ${timeoutMs} ms, or too much memory.`;
  return new ToolcribError('E_CHECKS_TIMED_OUT', message, { context: { timeoutMs } });
}

function tooMany(): ToolcribError {
  const message = `More than ${MAX_WAITING} requests of this tenant wait for definitions to be checked.`;
  return new ToolcribError('E_RATE_LIMITED', message, { context: { limit: MAX_WAITING } });
}

function closed(): ToolcribError {
  return new ToolcribError('E_RUNTIME_CLOSED', 'The service is shutting down.');
}

/** As what is answered in this thread is. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

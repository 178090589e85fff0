import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ToolcribError } from 'toolcrib';
import type { SpecCheck, SpecCheckAnswer, SpecChecks } from 'toolcrib/catalog';
import type { Log } from '../operations/log.ts';
import { CheckQueue, type QueuedJob } from './check-queue.ts';

/** How long the questions of one request may take, all together, without the time that they wait. */
const TIMEOUT_MS = 10_000;
/** How many threads answer at the same time, for all tenants together. */
const THREADS = 2;
/** How many requests of one principal may wait, beside the one that a thread has. */
const MAX_WAITING = 4;
const RETRY_AFTER_MS = 1_000;

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
  /**
   * What answers the questions of a tenant. Tenants take turns, and so do those in a tenant who ask, by the option `by`:
   * each has one thread at most. It rejects with a ToolcribError `E_CONCURRENCY_LIMITED` if too many requests of one wait.
   */
  of(tenant: string): SpecChecks;
  /** Stops all threads; whoever waits is refused. */
  close(): Promise<void>;
}

interface Job extends QueuedJob {
  /** What stands for the request. */
  readonly request: object;
  readonly text: string;
  readonly resolve: (answers: readonly SpecCheckAnswer[]) => void;
  readonly reject: (error: Error) => void;
}

/** A job that a thread has. */
interface RunningJob extends Job {
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
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
  readonly #busy = new Map<Worker, RunningJob>();
  readonly #queue = new CheckQueue<Job>();
  /** How long the questions of a request have taken so far, in milliseconds. */
  readonly #spentMs = new WeakMap<object, number>();
  #isClosed = false;

  constructor({ log, timeoutMs = TIMEOUT_MS, threads = THREADS }: CheckPoolOptions) {
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#threads = threads;
  }

  of(tenant: string): SpecChecks {
    return {
      // What the host does by itself in a tenant has its turn as a principal does.
      run: (checks, { by = `tenant:${tenant}`, request = checks } = {}) =>
        this.#run({ tenant, principal: by, request }, checks),
      pause: () => setImmediate(),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const workers = [...this.#idle, ...this.#busy.keys()];
    for (const job of [...this.#busy.values(), ...this.#queue.clear()]) job.reject(closed());
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #run(
    asker: Pick<Job, 'tenant' | 'principal' | 'request'>,
    checks: readonly SpecCheck[],
  ): Promise<readonly SpecCheckAnswer[]> {
    if (this.#isClosed) return Promise.reject(closed());
    if (this.#leftMs(asker) <= 0) return Promise.reject(timedOut(this.#timeoutMs));
    if (this.#queue.countOf(asker.principal) >= MAX_WAITING) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      this.#queue.add({ ...asker, text: JSON.stringify(checks), resolve, reject });
      this.#next();
    });
  }

  /** Gives the next job to a thread, if there is one of each. */
  #next(): void {
    if (this.#busy.size >= this.#threads) return;
    const job = this.#queue.take();
    if (job === undefined) return;
    this.#start(job);
    this.#next();
  }

  #leftMs({ request }: Pick<Job, 'request'>): number {
    return this.#timeoutMs - (this.#spentMs.get(request) ?? 0);
  }

  #start(job: Job): void {
    const worker = this.#idle.pop() ?? this.#createWorker();
    const timer = setTimeout(() => {
      this.#log.warn('Definitions took too long to check', {
        tenant: job.tenant,
        timeoutMs: this.#timeoutMs,
      });
      this.#end(worker)?.reject(timedOut(this.#timeoutMs));
      void worker.terminate();
      this.#next();
    }, this.#leftMs(job));
    timer.unref();
    this.#busy.set(worker, { ...job, timer, startedAt: performance.now() });
    worker.postMessage(job.text);
  }

  /** What the thread was busy with, which it is not any more. */
  #end(worker: Worker): Job | undefined {
    const running = this.#busy.get(worker);
    this.#busy.delete(worker);
    if (running === undefined) return undefined;
    clearTimeout(running.timer);
    const { request, startedAt } = running;
    this.#spentMs.set(request, (this.#spentMs.get(request) ?? 0) + performance.now() - startedAt);
    this.#queue.end(running);
    return running;
  }

  #createWorker(): Worker {
    const worker = new Worker(findModule(), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.unref();
    // Once for each thread, not for each job: a thread keeps its listeners, and those keep what they know.
    worker.on('message', (text: string) => this.#take(worker, text));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('A thread has ended.')));
    return worker;
  }

  #take(worker: Worker, text: string): void {
    const job = this.#end(worker);
    // A thread that took too long is being ended.
    if (job === undefined) return;
    this.#idle.push(worker);
    job.resolve(freeze(JSON.parse(text)));
    this.#next();
  }

  /** A thread that has ended by itself, such as for want of memory. */
  #fail(worker: Worker, error: unknown): void {
    const index = this.#idle.indexOf(worker);
    if (index !== -1) this.#idle.splice(index, 1);
    const job = this.#end(worker);
    if (job === undefined) return;
    this.#log.error('A thread that checks definitions has failed', error, { tenant: job.tenant });
    job.reject(timedOut(this.#timeoutMs));
    this.#next();
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
  const message = `The limit of ${MAX_WAITING} requests of one key that wait for definitions to be checked is reached. Wait for answers before you send more.`;
  return new ToolcribError('E_CONCURRENCY_LIMITED', message, {
    context: { limit: MAX_WAITING, retryAfterMs: RETRY_AFTER_MS },
  });
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

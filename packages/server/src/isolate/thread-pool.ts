import { ToolError } from 'toolcrib';
import { type Clock, confirmRun, defaultLimits } from 'toolcrib/runtime';
import { MemoryWatch } from './memory-watch.ts';
import { fromErrorFacts, toErrorFacts } from './plain-errors.ts';
import { RunQueue } from './run-queue.ts';
import type { CallFacts, MessageFromThread, MessageToThread } from './thread-messages.ts';
import { ToolRun, type ToolWork } from './tool-run.ts';
import { type ThreadListener, type ThreadOptions, ToolThread } from './tool-thread.ts';
import type { UnhandledError } from './unhandled-errors.ts';

/** Why a thread had to be replaced. */
export type ThreadEndReason = 'deadline' | 'memory' | 'exit' | 'load' | 'changed';

/** A thread that was ended, or has ended itself. */
export interface ThreadEnd {
  readonly reason: ThreadEndReason;
  /** The call whose code ran on it. */
  readonly call: CallFacts | undefined;
  readonly error: unknown;
}

/** What makes a pool. */
export interface ThreadPoolOptions extends ThreadOptions {
  /** The digests of the tools as the service has them; a thread that has others is not used. */
  readonly digests: ReadonlyMap<string, string>;
  /** How many threads there are at most. Each runs code of one call at a time. */
  readonly maxThreads: number;
  readonly clock: Clock;
  /** Told of errors that no code of a tool caught. Must not throw. */
  readonly onUnhandled: (unhandled: UnhandledError & { readonly count: number }) => void;
  /** Told when a thread had to be replaced. Must not throw. */
  readonly onThreadEnd: (end: ThreadEnd) => void;
}

/** How long a function may take to stop after its signal was aborted. Shorter than the runtime waits for a handler. */
const STOP_MS = 200;
const LOAD_MS = 30_000;
const IDLE_MS = 60_000;
/** A run at a gate that loses its thread again and again is not begun once more. */
const MAX_STARTS = 3;
const NOT_STARTED = 'was not started, because all of its threads were busy';

/**
 * Threads that run the tools of one source. They start when they are needed, up to a number, and are used again. A call
 * whose code does not stop when it is told to is ended together with its thread; no other call has code running there.
 *
 * Calls that wait at a gate take no thread. If theirs is ended by another call, they are begun again and are given the
 * answers that they already got, as after a crash of the service.
 */
export class ThreadPool implements ThreadListener {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<ToolThread>();
  readonly #queue = new RunQueue();
  readonly #threadOf = new Map<ToolRun, ToolThread>();
  /** How many threads each owner has. */
  readonly #shares = new Map<string, number>();
  readonly #maxShare: number;
  readonly #memory: MemoryWatch;
  #lastId = 0;
  #sweepTimer: unknown;
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    // So that one caller cannot have all of them.
    this.#maxShare = Math.ceil(options.maxThreads / 2);
    const { clock, memoryMb } = options;
    this.#memory = new MemoryWatch(this.#threads, {
      ...{ clock, memoryMb },
      onOver: (thread) => this.#endGreedy(thread, undefined),
    });
  }

  /** How many threads there are. */
  get size(): number {
    return this.#threads.size;
  }

  /** Runs a function of a tool. Settles as the function does, or rejects when its thread was ended. */
  run(work: ToolWork): Promise<unknown> {
    this.#lastId += 1;
    const run = new ToolRun(this.#lastId, work);
    const { signal } = work.ctx;
    const onAbort = () => this.#abort(run, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    run.onSettled = () => {
      signal.removeEventListener('abort', onAbort);
      this.#options.clock.clearTimer(run.timer);
    };
    if (signal.aborted || this.#isClosed) run.giveUp(NOT_STARTED, signal.reason);
    else {
      this.#queue.add(run);
      this.#dispatch();
      run.hasWaited = run.starts === 0;
    }
    return run.outcome;
  }

  /**
   * Ends all threads. Whatever still runs or waits at a gate does not settle any more: the next process finds it in the
   * ledger.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { clock } = this.#options;
    clock.clearTimer(this.#sweepTimer);
    this.#memory.close();
    for (const { loadTimer } of this.#threads) clock.clearTimer(loadTimer);
    for (const run of this.#threadOf.keys()) clock.clearTimer(run.timer);
    await Promise.all([...this.#threads].map((thread) => thread.kill()));
  }

  onMessage(thread: ToolThread, message: MessageFromThread): void {
    switch (message.type) {
      case 'ready':
        this.#onReady(thread, message.digests);
        break;
      case 'unhandled': {
        const { kind, call, count, error } = message;
        this.#options.onUnhandled({ kind, call, count, error: fromErrorFacts(error) });
        break;
      }
      default: {
        const run = thread.runs.get(message.id);
        if (run !== undefined) this.#onRunMessage(thread, run, message);
      }
    }
  }

  onDeath(thread: ToolThread, error: unknown): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!thread.isReady) {
      const cause = new Error('A thread could not load its tools.', { cause: error });
      this.#replace(thread, { reason: 'load', error: cause });
    } else if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      this.#endGreedy(thread, error);
    } else {
      this.#replace(thread, { reason: 'exit', error });
    }
  }

  #onRunMessage(
    thread: ToolThread,
    run: ToolRun,
    message: Exclude<MessageFromThread, { type: 'ready' | 'unhandled' }>,
  ): void {
    const { ctx } = run.work;
    switch (message.type) {
      case 'progress':
        ctx.reportProgress(message.progress);
        break;
      case 'usage':
        ctx.reportUsage(message.usage);
        break;
      case 'gate':
        void this.#onGate(thread, run, message);
        break;
      case 'end':
        if (message.usage !== undefined) ctx.reportUsage(message.usage);
        this.#leave(thread, run);
        run.end(message.end);
        this.#pump(thread);
        break;
    }
  }

  /** Gives threads to runs that wait, as far as there are some. */
  #dispatch(): void {
    for (;;) {
      if (this.#isClosed) return;
      const thread = this.#findThread();
      if (thread === undefined) return;
      const run = this.#queue.take((owner) => (this.#shares.get(owner) ?? 0) < this.#maxShare);
      if (run === undefined) return;
      this.#begin(thread === 'new' ? this.#start() : thread, run);
    }
  }

  /** One where no call waits at a gate, a new one, or any that is free. They are started one after the other. */
  #findThread(): ToolThread | 'new' | undefined {
    let free: ToolThread | undefined;
    let isLoading = false;
    for (const thread of this.#threads) {
      isLoading ||= !thread.isReady;
      if (thread.active !== undefined || thread.resumes.length > 0) continue;
      if (thread.runs.size === 0) return thread;
      free ??= thread;
    }
    return this.#threads.size < this.#options.maxThreads && !isLoading ? 'new' : free;
  }

  #start(): ToolThread {
    const { clock } = this.#options;
    const thread = new ToolThread(this.#options, this);
    const onLate = () => {
      this.#replace(thread, { reason: 'load', error: new Error('A thread did not load its tools in time.') });
    };
    thread.loadTimer = clock.setTimer(onLate, LOAD_MS);
    this.#threads.add(thread);
    this.#sweepTimer ??= clock.setTimer(() => this.#sweep(), IDLE_MS);
    return thread;
  }

  #onReady(thread: ToolThread, digests: Readonly<Record<string, string>>): void {
    this.#options.clock.clearTimer(thread.loadTimer);
    const changed = [...this.#options.digests].find(([name, digest]) => digests[name] !== digest);
    if (changed !== undefined) {
      const message = `The module of tool "${changed[0]}" has changed since the service was started. Start it again.`;
      this.#replace(thread, { reason: 'changed', error: new Error(message) });
      return;
    }
    thread.isReady = true;
    if (thread.active !== undefined) void this.#postAfterWait(thread, thread.active);
    this.#pump(thread);
  }

  #begin(thread: ToolThread, run: ToolRun): void {
    run.openGates = 0;
    run.isPosted = false;
    thread.runs.set(run.id, run);
    this.#threadOf.set(run, thread);
    this.#activate(thread, run);
    if (!thread.isReady) return;
    if (run.hasWaited) void this.#postAfterWait(thread, run);
    else this.#post(thread, run);
  }

  /** Much may have been decided while it waited for a thread: a tool was switched off, or a key revoked. */
  async #postAfterWait(thread: ToolThread, run: ToolRun): Promise<void> {
    const refusal = await findRefusal(run);
    // It was aborted, or its thread has ended meanwhile.
    if (thread.runs.get(run.id) !== run) return;
    if (refusal === undefined) {
      this.#post(thread, run);
      return;
    }
    this.#leave(thread, run);
    run.settle(refusal);
    this.#pump(thread);
  }

  #post(thread: ToolThread, run: ToolRun): void {
    try {
      thread.send(run.toMessage());
      run.starts += 1;
      run.isPosted = true;
    } catch (cause) {
      this.#leave(thread, run);
      run.giveUp('has arguments that cannot be sent to a thread', cause);
      this.#pump(thread);
    }
  }

  #activate(thread: ToolThread, run: ToolRun): void {
    thread.active = run;
    this.#shares.set(run.owner, (this.#shares.get(run.owner) ?? 0) + 1);
    thread.setBusy(true);
    this.#memory.watchBusy();
    if (run.abortion !== undefined) this.#stopSoon(run);
    // What a call does after a crash has no signal that its deadline would abort.
    else if (run.work.part === 'verify') this.#limit(run);
  }

  /** Another run may have the thread. */
  #free(thread: ToolThread, run: ToolRun): void {
    if (thread.active !== run) return;
    thread.active = undefined;
    thread.setBusy(false);
    const share = (this.#shares.get(run.owner) ?? 0) - 1;
    if (share > 0) this.#shares.set(run.owner, share);
    else this.#shares.delete(run.owner);
    this.#options.clock.clearTimer(run.timer);
  }

  #leave(thread: ToolThread, run: ToolRun): void {
    thread.runs.delete(run.id);
    this.#threadOf.delete(run);
    this.#free(thread, run);
    thread.idleSince = this.#options.clock.elapsed();
  }

  async #onGate(
    thread: ToolThread,
    run: ToolRun,
    { gate, options }: Extract<MessageFromThread, { type: 'gate' }>,
  ): Promise<void> {
    run.openGates += 1;
    this.#free(thread, run);
    this.#pump(thread);
    const end = await run.ask(gate, options);
    // It may have been begun again on another thread meanwhile.
    if (thread.isDead || thread.runs.get(run.id) !== run) return;
    run.openGates -= 1;
    const hasWaited = thread.active !== undefined && thread.active !== run;
    thread.resumes.push({ run, message: { type: 'gate-end', id: run.id, gate, end }, hasWaited });
    this.#pump(thread);
  }

  /** Goes on with a run that has its answer, or with one that waits. */
  #pump(thread: ToolThread): void {
    for (let next = thread.resumes[0]; next !== undefined; next = thread.resumes[0]) {
      const { run, message, hasWaited } = next;
      if (thread.active !== undefined && thread.active !== run) return;
      thread.resumes.shift();
      if (thread.runs.get(run.id) !== run) continue;
      if (thread.active === undefined && run.openGates === 0) this.#activate(thread, run);
      if (hasWaited) void this.#resumeAfterWait(thread, run, message);
      else thread.send(message);
    }
    this.#dispatch();
  }

  async #resumeAfterWait(
    thread: ToolThread,
    run: ToolRun,
    message: Extract<MessageToThread, { type: 'gate-end' }>,
  ): Promise<void> {
    const refusal = await findRefusal(run);
    if (thread.runs.get(run.id) !== run) return;
    if (refusal === undefined) thread.send(message);
    else this.#drop(thread, run, refusal);
  }

  /** Leaves a run at its gate for good: its code is not to go on, whatever it would make of a rejection. */
  #drop(thread: ToolThread, run: ToolRun, outcome: { readonly error: unknown }): void {
    thread.send({ type: 'drop', id: run.id });
    this.#leave(thread, run);
    run.settle(outcome);
    this.#pump(thread);
  }

  #abort(run: ToolRun, reason: unknown): void {
    const thread = this.#threadOf.get(run);
    if (this.#queue.remove(run)) run.giveUp(NOT_STARTED, reason);
    else if (thread !== undefined && !run.isPosted) {
      this.#leave(thread, run);
      run.giveUp(NOT_STARTED, reason);
      this.#pump(thread);
    } else if (thread !== undefined && run.abortion === undefined) {
      run.abortion = describeReason(reason);
      thread.send({ type: 'abort', id: run.id, reason: run.abortion });
      this.#stopSoon(run);
    }
  }

  /** Ends a thread whose code does not stop, and drops a run whose gate gives no answer any more. */
  #stopSoon(run: ToolRun): void {
    const { clock } = this.#options;
    clock.clearTimer(run.timer);
    run.timer = clock.setTimer(() => {
      const thread = this.#threadOf.get(run);
      if (thread === undefined) return;
      const { toolName } = run.call;
      if (thread.active !== run) {
        const error = new Error(`Tool "${toolName}" was left at its gate; its call has ended.`);
        if (run.openGates > 0) this.#drop(thread, run, { error });
        return;
      }
      const message = `Tool "${toolName}" did not stop when it was told to; its thread was ended.`;
      this.#replace(thread, { reason: 'deadline', error: new Error(message) });
    }, STOP_MS);
  }

  #limit(run: ToolRun): void {
    const { clock } = this.#options;
    const onExpiry = () => this.#abort(run, new DOMException('The call took too long.', 'TimeoutError'));
    run.timer = clock.setTimer(onExpiry, run.work.tool.timeoutMs ?? defaultLimits.timeoutMs);
  }

  #endGreedy(thread: ToolThread, cause: unknown): void {
    const message = `The tool needed more memory than the ${this.#options.memoryMb} MB that it may have.`;
    this.#replace(thread, { reason: 'memory', error: new ToolError(message, { cause }) });
  }

  /** Ends a thread; another one takes its place when it is needed. */
  #replace(thread: ToolThread, { reason, error }: Pick<ThreadEnd, 'reason' | 'error'>): void {
    const { clock, onThreadEnd } = this.#options;
    const { active } = thread;
    this.#threads.delete(thread);
    clock.clearTimer(thread.loadTimer);
    void thread.kill();
    for (const run of [...thread.runs.values()]) {
      this.#leave(thread, run);
      run.hasWaited = true;
      if (!thread.isReady) run.giveUp('could not be started', error);
      else if (!run.isPosted) this.#queue.add(run);
      else if (run === active || run.abortion !== undefined || run.starts >= MAX_STARTS)
        run.settle({ error });
      else this.#queue.add(run);
    }
    onThreadEnd({ reason, call: active?.call, error });
    this.#dispatch();
  }

  /** Ends threads that were not needed for a while, all but one. */
  #sweep(): void {
    const { clock } = this.#options;
    const before = clock.elapsed() - IDLE_MS;
    for (const thread of [...this.#threads]) {
      if (this.#threads.size === 1) break;
      if (!thread.isReady || thread.runs.size > 0 || thread.idleSince > before) continue;
      this.#threads.delete(thread);
      void thread.kill();
    }
    this.#sweepTimer = this.#threads.size > 1 ? clock.setTimer(() => this.#sweep(), IDLE_MS) : undefined;
  }
}

/** Why a run that has waited may not go on; undefined if it may. */
async function findRefusal({ work }: ToolRun): Promise<{ readonly error: unknown } | undefined> {
  try {
    await confirmRun(work.ctx);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** The reason is anything that the host has given. */
function describeReason(reason: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = toErrorFacts(reason);
  return reason instanceof Error
    ? { name, message }
    : { name: 'AbortError', message: 'The call was aborted.' };
}

import type { Clock } from 'toolcrib/runtime';
import type { ToolThread } from './tool-thread.ts';

/** What a {@link MemoryWatch} needs. */
export interface MemoryWatchOptions {
  readonly clock: Clock;
  /** How much memory a thread may take, in megabytes. */
  readonly memoryMb: number;
  /** Told of a thread that takes more. */
  readonly onOver: (thread: ToolThread) => void;
}

const BUSY_EVERY_MS = 100;
/** While no thread runs code of a call; timers of a module may still take memory. */
const IDLE_EVERY_MS = 1_000;
/** A measurement includes garbage, so a thread may be over its limit for a moment, but never over twice as much. */
const MAX_TIMES_OVER = 5;

/**
 * Measures the memory of threads again and again. V8 limits no buffers, and is given a limit for objects that is far higher:
 * see `ToolThread`.
 */
export class MemoryWatch {
  readonly #threads: ReadonlySet<ToolThread>;
  readonly #options: MemoryWatchOptions;
  /** How often in a row each thread was over its limit. */
  readonly #timesOver = new WeakMap<ToolThread, number>();
  /** A thread in a step that cannot be interrupted answers late. */
  readonly #measured = new WeakSet<ToolThread>();
  #timer: unknown;
  #isForBusy = false;

  /** The set is the one of the pool, which changes. */
  constructor(threads: ReadonlySet<ToolThread>, options: MemoryWatchOptions) {
    this.#threads = threads;
    this.#options = options;
  }

  /** Looks at the threads soon, because one of them runs code. */
  watchBusy(): void {
    if (!this.#isForBusy) this.#lookLater();
  }

  close(): void {
    this.#options.clock.clearTimer(this.#timer);
  }

  #lookLater(): void {
    const { clock } = this.#options;
    this.#isForBusy = [...this.#threads].some(({ active }) => active !== undefined);
    clock.clearTimer(this.#timer);
    this.#timer = clock.setTimer(() => this.#look(), this.#isForBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS);
  }

  #look(): void {
    for (const thread of this.#threads) {
      if (thread.isReady && !this.#measured.has(thread)) void this.#check(thread);
    }
    this.#isForBusy = false;
    if (this.#threads.size > 0) this.#lookLater();
  }

  async #check(thread: ToolThread): Promise<void> {
    const { memoryMb, onOver } = this.#options;
    const limit = memoryMb * 1_048_576;
    this.#measured.add(thread);
    const bytes = await thread.measureMemory();
    this.#measured.delete(thread);
    const timesOver = bytes > limit ? (this.#timesOver.get(thread) ?? 0) + 1 : 0;
    this.#timesOver.set(thread, timesOver);
    const isOver = timesOver >= MAX_TIMES_OVER || bytes > 2 * limit;
    if (isOver && !thread.isDead) onOver(thread);
  }
}

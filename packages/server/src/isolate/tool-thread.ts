import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessageFromThread, MessageToThread, ThreadData } from './thread-messages.ts';
import type { ToolRun } from './tool-run.ts';

/** What a thread runs, and within which limits. */
export interface ThreadOptions {
  /** The module that a thread runs; it calls `serveThread()`. */
  readonly module: URL;
  /** Given to the module, as a copy. */
  readonly source: unknown;
  /** How much memory its objects may take, in megabytes. */
  readonly memoryMb: number;
}

/** What its owner is told of a thread. */
export interface ThreadListener {
  onMessage(thread: ToolThread, message: MessageFromThread): void;
  /** It has ended, and nobody had asked for it. */
  onDeath(thread: ToolThread, error: unknown): void;
}

/** A thread with tools. Its owner decides what it runs. */
export class ToolThread {
  /** Runs code of at most one call, besides those that wait at a gate. */
  active: ToolRun | undefined;
  /** The active one, and those that wait at a gate. */
  readonly runs = new Map<number, ToolRun>();
  /** Answers to those at a gate that wait until the thread is free. */
  readonly resumes: {
    readonly run: ToolRun;
    readonly message: Extract<MessageToThread, { type: 'gate-end' }>;
    readonly hasWaited: boolean;
  }[] = [];
  isReady = false;
  isDead = false;
  idleSince = 0;
  /** Ends the thread if it does not get ready. */
  loadTimer: unknown;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #listener: ThreadListener;
  readonly #unread = new Int32Array(new SharedArrayBuffer(4));

  constructor({ module, source, memoryMb }: ThreadOptions, listener: ThreadListener) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#listener = listener;
    const data: ThreadData<unknown> = { source, unread: this.#unread.buffer, port: port2 };
    this.#worker = new Worker(module, {
      workerData: data,
      transferList: [port2],
      name: 'toolcrib tools',
      resourceLimits: { maxOldGenerationSizeMb: toHeapLimitMb(memoryMb) },
    });
    // A thread alone does not keep the process from ending.
    this.#worker.unref();
    let failure: unknown;
    this.#port.on('message', (message: MessageFromThread) => this.#take(message));
    this.#port.unref();
    this.#worker.on('error', (error) => {
      failure = error;
    });
    this.#worker.on('exit', (code) => {
      // What it has sent before it ended.
      for (let left = receiveMessageOnPort(this.#port); left !== undefined; ) {
        this.#take(left.message);
        left = receiveMessageOnPort(this.#port);
      }
      this.#port.close();
      if (this.isDead) return;
      listener.onDeath(this, failure ?? new Error(`The thread ended itself with code ${code}.`));
    });
  }

  send(message: MessageToThread): void {
    this.#port.postMessage(message);
  }

  /** While it runs code of a call the process does not end. */
  setBusy(isBusy: boolean): void {
    if (isBusy) this.#worker.ref();
    else this.#worker.unref();
  }

  /** How many bytes its objects and buffers take; 0 if this version of Node cannot tell. Never rejects. */
  async measureMemory(): Promise<number> {
    // A thread that has ended, or that does not come to answer, has nothing to tell.
    const heap = await this.#worker.getHeapStatistics?.().catch(() => undefined);
    return heap === undefined ? 0 : heap.used_heap_size + heap.external_memory;
  }

  /** Ends it at once, whatever it runs. Nothing is heard of it afterwards. */
  async kill(): Promise<void> {
    this.isDead = true;
    this.#port.close();
    await this.#worker.terminate();
  }

  #take(message: MessageFromThread): void {
    Atomics.sub(this.#unread, 0, 1);
    if (this.isDead) return;
    try {
      this.#listener.onMessage(this, message);
    } catch (error) {
      this.#listener.onDeath(this, error);
    }
  }
}

/**
 * Where V8 ends the thread. It is far above what the pool allows, because V8 ends the whole process if a thread gets 16 MB past
 * it in one step, such as a long text or a `JSON.parse()`. With much more, V8 would leave too much garbage uncollected.
 */
function toHeapLimitMb(memoryMb: number): number {
  return Math.max(1_024, Math.min(4 * memoryMb, memoryMb + 2_048));
}

import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { AuditChain, NewEntry } from './audit-chain.ts';

/** At most so many entries in one write. */
const MAX_BATCH = 500;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

interface WaitingEntry extends NewEntry {
  /** Who wants to know when it is written, and has not been told that it could not be. */
  waiters: Waiter[];
}

/** What a writer is made of. */
export interface AuditWriterParts {
  readonly chain: AuditChain;
  readonly tenant: string;
  readonly clock: Clock;
  /** Told when writing begins to fail, once until it works again. Must not throw. */
  readonly onFault: (error: unknown) => void;
  /** Told after entries were written. Must not throw. */
  readonly onWritten: (count: number) => void;
}

/** Brings the entries of one tenant to its log, in order, and those of one moment together. */
export class AuditWriter {
  readonly #parts: AuditWriterParts;
  readonly #queue: WaitingEntry[] = [];
  #running: Promise<void> | undefined;
  #retryTimer: unknown;
  #failures = 0;
  #cause: unknown;

  constructor(parts: AuditWriterParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Why it is failing. */
  get cause(): unknown {
    return this.#cause;
  }

  append({ entry, once, isWanted }: NewEntry): Promise<void> {
    const { promise, ...waiter } = Promise.withResolvers<void>();
    this.#queue.push({ entry, once, isWanted, waiters: [waiter] });
    // Once it fails, the next try tells everybody who has come until then.
    if (this.#retryTimer === undefined) this.#start();
    return promise;
  }

  flush(): Promise<void> {
    const last = this.#queue.at(-1);
    if (last === undefined) return Promise.resolve();
    const { promise, ...waiter } = Promise.withResolvers<void>();
    last.waiters.push(waiter);
    return promise;
  }

  /** Tries once more, now, and gives up. Answers how many entries are lost. */
  async finish(): Promise<number> {
    await this.#running;
    if (this.#queue.length > 0) {
      this.#stopTimer();
      this.#start();
      await this.#running;
    }
    this.#stopTimer();
    return this.#queue.length;
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Whatever is appended in this moment goes along.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) this.#settle(await this.#write());
    } catch (error) {
      this.#fail(error);
    } finally {
      // At once: what is appended from now on has to start the next run.
      this.#running = undefined;
    }
  }

  /** A connection that broke is replaced at once; only a second failure is one. */
  async #write(): Promise<number> {
    const { chain } = this.#parts;
    const batch = () => this.#queue.slice(0, MAX_BATCH);
    if (this.isFailing) return await chain.write(batch());
    try {
      return await chain.write(batch());
    } catch {
      // If it fails again, that is what is told.
      return await chain.write(batch());
    }
  }

  #settle(count: number): void {
    this.#failures = 0;
    this.#cause = undefined;
    const written = this.#queue.splice(0, count);
    this.#parts.onWritten(count);
    for (const { waiters } of written) for (const waiter of waiters) waiter.resolve();
  }

  #fail(cause: unknown): void {
    const error = auditFailed('The audit log cannot be written now.', { cause, tenant: this.#parts.tenant });
    if (!this.isFailing) this.#parts.onFault(error);
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cause = cause;
    this.#retryTimer = this.#parts.clock.setTimer(() => {
      this.#retryTimer = undefined;
      this.#start();
    }, delayMs);
    const told = this.#queue.flatMap(({ waiters }) => waiters);
    for (const waiting of this.#queue) waiting.waiters = [];
    for (const waiter of told) waiter.reject(error);
  }

  #stopTimer(): void {
    this.#parts.clock.clearTimer(this.#retryTimer);
    this.#retryTimer = undefined;
  }
}

interface AuditFailure {
  readonly tenant: string;
  readonly cause?: unknown;
  readonly isKept?: boolean;
}

/** An entry that is not written now, but will be. */
export function auditFailed(message: string, { tenant, cause, isKept = true }: AuditFailure): ToolcribError {
  return new ToolcribError('E_AUDIT_FAILED', message, {
    context: { tenant, isKept },
    ...(cause !== undefined && { cause }),
  });
}

/** That nothing is begun whose entry could not be written. */
export function auditUnavailable(
  why: string,
  { tenant, cause }: Pick<AuditFailure, 'tenant' | 'cause'>,
): ToolcribError {
  return new ToolcribError('E_AUDIT_UNAVAILABLE', `Nothing was begun: ${why} Try again later.`, {
    context: { tenant },
    ...(cause !== undefined && { cause }),
  });
}

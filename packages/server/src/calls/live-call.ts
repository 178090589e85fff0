import type { CallRecord, OpenGate } from 'toolcrib/runtime';
import type { CallStop, EarlierCall, StartedCall } from './call-desk.ts';

/** What a call is made of, once it was begun. */
export interface LiveParts {
  readonly invocationId: string;
  readonly tool: string;
  /** Through which it was made; undefined for none. */
  readonly toolset: string | undefined;
  readonly tenant: string;
  readonly callerId: string;
  readonly callerName: string | null;
  readonly acceptedAt: number;
  /** Asked once, when somebody wants to know. */
  readonly accept: () => Promise<string>;
  readonly earlier: Promise<EarlierCall | undefined>;
  readonly ended: Promise<CallRecord>;
  readonly abort: (reason: unknown) => void;
  /** Aborts it too, until it is let go. */
  readonly signal: AbortSignal | undefined;
}

/** A call that goes on in this process. */
export class LiveCall implements StartedCall {
  /** What is told of it before the ledger has it is in here. */
  readonly parts: LiveParts;
  readonly invocationId: string;
  readonly earlier: Promise<EarlierCall | undefined>;
  readonly ended: Promise<CallRecord>;
  readonly stopped: Promise<CallStop>;
  /** The call in its place, once that is known. */
  joinedId: string | undefined;
  #accepted: Promise<string> | undefined;
  readonly #stop = Promise.withResolvers<CallStop>();
  readonly #onAbort: () => void;

  constructor(parts: LiveParts) {
    const { ended, earlier, abort, signal } = parts;
    this.parts = parts;
    this.invocationId = parts.invocationId;
    this.earlier = earlier;
    this.ended = ended;
    this.stopped = this.#stop.promise;
    const { resolve, reject } = this.#stop;
    // Whoever waits is told; a call that nobody waits for must not end the process.
    ended.then((record) => resolve({ kind: 'ended', record }), reject);
    this.stopped.catch(ignore);
    earlier.catch(ignore);
    this.#onAbort = () => abort(signal?.reason);
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort);
  }

  get accepted(): Promise<string> {
    this.#accepted ??= this.parts.accept();
    return this.#accepted;
  }

  /** Tells that it waits for somebody, or that the call in its place does. Only the first time counts. */
  waitAt(gate: OpenGate): void {
    this.#stop.resolve({ kind: 'waiting', gate });
    // Whoever asked is told of that one, and nobody waits for this one any more.
    if (gate.invocationId !== this.invocationId) this.abort('The same call waits for somebody.');
  }

  /** Tells that it waits for somebody, but that nobody can say so. */
  failAt(error: unknown): void {
    this.#stop.reject(error);
  }

  abort(reason = 'The call was cancelled.'): void {
    this.parts.abort(new DOMException(reason, 'AbortError'));
  }

  detach(): void {
    this.parts.signal?.removeEventListener('abort', this.#onAbort);
  }
}

function ignore(): void {
  // Whoever waits for it is told.
}

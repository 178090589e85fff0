import type { Call } from '../call.ts';
import { Deadline } from '../deadline.ts';
import type { RuntimeParts } from '../parts.ts';
import { abandon } from './abandon.ts';
import { timeoutOf } from './bounded.ts';
import type { CallContext, GateWatcher } from './call-context.ts';
import type { Execution, HandlerEnd } from './execute.ts';

interface RaceOptions {
  readonly call: Call;
  readonly context: CallContext;
}

/** A handler against its deadline and against whoever may abort it. Settles once, whatever else happens. */
export class ExecutionRace implements GateWatcher {
  readonly #parts: RuntimeParts;
  readonly #call: Call;
  readonly #context: CallContext;
  readonly #deadline: Deadline;
  #stopped: { readonly kind: 'timed_out' | 'aborted'; readonly reason: unknown } | undefined;
  #grace: unknown;
  #hasPlace = true;
  #resolve: ((execution: Execution) => void) | undefined;

  constructor(parts: RuntimeParts, { call, context }: RaceOptions) {
    this.#parts = parts;
    this.#call = call;
    this.#context = context;
    this.#deadline = new Deadline(parts.clock, timeoutOf(parts, call), this.#onExpiry);
  }

  run(handler: Promise<unknown>): Promise<Execution> {
    const { signal } = this.#call;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#context.watcher = this;
      this.#deadline.start();
      for (let open = this.#context.openGates; open > 0; open--) this.#deadline.pause();
      void this.#follow(handler);
      // The handler itself may have aborted the signal.
      if (signal?.aborted) this.#onAbort();
      else signal?.addEventListener('abort', this.#onAbort, { once: true });
    });
  }

  async #follow(handler: Promise<unknown>): Promise<void> {
    let end: HandlerEnd;
    try {
      end = { kind: 'returned', value: await handler };
    } catch (error) {
      end = { kind: 'threw', error };
    }
    this.#onHandlerEnd(end);
  }

  onGateOpen(): void {
    this.#deadline.pause();
  }

  onGateSettled(): void {
    this.#deadline.resume();
  }

  /** The handler does not come to an end any more, unless it does not wait for its gate. */
  onHeld(): void {
    this.#leavePlace();
    if (this.#resolve !== undefined) this.#settle({ kind: 'threw', error: undefined });
  }

  readonly #onExpiry = (): void => {
    this.#stop('timed_out', new DOMException('The call took too long.', 'TimeoutError'));
  };

  readonly #onAbort = (): void => {
    this.#stop('aborted', this.#call.signal?.reason);
  };

  /** A handler that looks at its signal is given a moment to end by itself; no other can know. */
  #stop(kind: 'timed_out' | 'aborted', reason: unknown): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = { kind, reason };
    this.#deadline.stop();
    const { clock, limits } = this.#parts;
    const { isWatched } = this.#context;
    if (isWatched)
      this.#grace = clock.setTimer(() => this.#settle({ kind, reason, late: undefined }), limits.graceMs);
    this.#context.abort(reason);
    if (!isWatched) this.#settle({ kind, reason, late: undefined });
  }

  #onHandlerEnd(end: HandlerEnd): void {
    this.#leavePlace();
    if (this.#resolve === undefined) abandon(this.#parts, this.#call, end.kind);
    else if (this.#stopped === undefined) this.#settle(end);
    else this.#settle({ ...this.#stopped, late: end });
  }

  #leavePlace(): void {
    if (this.#hasPlace) this.#parts.bulkhead.leave(this.#call.place);
    this.#hasPlace = false;
  }

  #settle(execution: Execution): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    this.#deadline.stop();
    this.#parts.clock.clearTimer(this.#grace);
    this.#call.signal?.removeEventListener('abort', this.#onAbort);
    this.#context.end();
    resolve?.(execution);
  }
}

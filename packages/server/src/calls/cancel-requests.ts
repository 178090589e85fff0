import type { Clock } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
import { toTime } from './call-view.ts';
import type { LiveCall } from './live-call.ts';

/** What calls of other processes are cancelled with. */
export interface CancelRequestParts {
  readonly store: Pick<ServiceStore, 'putCancelRequest' | 'listCancelRequests' | 'removeCancelRequest'>;
  readonly clock: Clock;
  /** Those that go on here. */
  readonly live: ReadonlyMap<string, LiveCall>;
  readonly onFault: (error: unknown) => void;
}

/** How often it is looked whether calls of this process are to be aborted, and how old they are then at least, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** A process that has not carried a request out by then has gone, or the call has ended. */
const FORGET_AFTER_MS = 3_600_000;

/** Cancels calls of other processes, by requests in the store; and calls of this one that other processes ask it to. */
export class CancelRequests {
  readonly #parts: CancelRequestParts;
  #timer: unknown;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: CancelRequestParts) {
    this.#parts = parts;
  }

  /** Asks the process that runs a call to abort it. */
  async ask(invocationId: string): Promise<void> {
    const { store, clock } = this.#parts;
    await store.removeCancelRequest('', toTime(clock.now() - FORGET_AFTER_MS));
    await store.putCancelRequest(invocationId, toTime(clock.now()));
  }

  /** Looks for requests from now on, for as long as calls go on here. A second time does nothing. */
  watch(): void {
    if (this.#isClosed || this.#timer !== undefined || this.#looking !== undefined) return;
    this.#timer = this.#parts.clock.setTimer(() => {
      this.#timer = undefined;
      this.#looking = this.#look()
        .catch(this.#parts.onFault)
        .finally(() => {
          this.#looking = undefined;
          if (this.#parts.live.size > 0) this.watch();
        });
    }, LOOK_EVERY_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.clock.clearTimer(this.#timer);
    await this.#looking;
  }

  /** The store is not asked while there are only calls that have just begun. */
  async #look(): Promise<void> {
    const { store, clock, live } = this.#parts;
    const begunBefore = clock.now() - LOOK_EVERY_MS;
    const hasOld = [...live.values()].some(({ parts }) => parts.acceptedAt <= begunBefore);
    if (!hasOld) return;
    for (const id of await store.listCancelRequests()) {
      const call = live.get(id);
      if (call === undefined) continue;
      call.abort();
      await store.removeCancelRequest(id, toTime(clock.now() - FORGET_AFTER_MS));
    }
  }
}

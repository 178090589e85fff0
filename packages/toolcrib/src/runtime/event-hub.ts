import type { CallEvent, CallListener } from './call-event.ts';
import type { CallRecord } from './call-record.ts';

/** Passes events on to listeners, in order. A listener that throws is reported and stops nobody. */
export class EventHub {
  readonly #listeners = new Set<CallListener>();
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** False lets whoever would make an event leave it. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; the answer removes it. */
  subscribe(listener: CallListener): () => void {
    // Two subscriptions of one function are two.
    const own: CallListener = (event, record) => listener(event, record);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** The record is that of a call which has ended. */
  emit(event: CallEvent, record?: CallRecord): void {
    const frozen = Object.freeze(event);
    for (const listener of this.#listeners) {
      try {
        const listening = listener(frozen, record);
        if (listening instanceof Promise) listening.catch((error: unknown) => this.#onFault(error));
      } catch (error) {
        this.#onFault(error);
      }
    }
  }
}

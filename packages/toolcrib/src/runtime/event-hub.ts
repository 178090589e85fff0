import type { CallEvent, CallListener } from './call-event.ts';

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
    const own: CallListener = (event) => listener(event);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  emit(event: CallEvent): void {
    const frozen = Object.freeze(event);
    for (const listener of this.#listeners) {
      try {
        const listening = listener(frozen);
        if (listening instanceof Promise) listening.catch(this.#onFault);
      } catch (error) {
        this.#onFault(error);
      }
    }
  }
}

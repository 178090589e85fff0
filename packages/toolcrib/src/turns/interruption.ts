import type { Clock } from '../runtime/clock.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** How long whatever is waited for may take to stop by itself after an interruption. */
const GRACE_MS = 250;

/** What a turn waited for gave, or that the turn has to end without it. */
export type Waited<Value> = { readonly value: Value } | { readonly interrupted: TurnOutcome };

/** Ends a turn from outside: an abort, or time that is over. The first one counts. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  #outcome: TurnOutcome | undefined;
  #onInterrupt: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** How the turn ends, once it has been interrupted. */
  get outcome(): TurnOutcome | undefined {
    return this.#outcome;
  }

  interrupt(outcome: TurnOutcome, reason: unknown): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.#controller.abort(reason);
    this.#onInterrupt?.();
  }

  /**
   * Waits for something, and after an interruption only for as long as it may take to stop. Rejects as it does.
   * One thing is waited for at a time.
   */
  wait<Value>(promise: Promise<Value>): Promise<Waited<Value>> {
    return new Promise((resolve, reject) => {
      let timer: unknown;
      const end = () => {
        this.#onInterrupt = undefined;
        if (timer !== undefined) this.#clock.clearTimer(timer);
      };
      this.#onInterrupt = () => {
        timer = this.#clock.setTimer(() => {
          end();
          resolve({ interrupted: this.#outcome as TurnOutcome });
        }, GRACE_MS);
      };
      if (this.#outcome !== undefined) this.#onInterrupt();
      promise.then(
        (value) => {
          end();
          resolve({ value });
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  }
}

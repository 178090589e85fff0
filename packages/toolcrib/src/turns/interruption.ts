import type { Clock } from '../runtime/clock.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** How long whatever is waited for may take to stop by itself after an interruption. */
const GRACE_MS = 250;

/** What a turn waited for gave, or that the turn has to end without it. */
export type Waited<Value> = { readonly value: Value } | { readonly interrupted: TurnOutcome };

type GiveUp = (waited: { readonly interrupted: TurnOutcome }) => void;

/** Ends a turn from outside: an abort, or time that is over. The first one counts. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  #outcome: TurnOutcome | undefined;
  /** Ends the waiting that is going on. */
  #giveUp: GiveUp | undefined;
  #grace: unknown;

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
    this.#startGrace(outcome);
  }

  /**
   * Waits for something, and after an interruption only for as long as it may take to stop. Rejects as it does.
   * One thing is waited for at a time.
   */
  wait<Value>(promise: Promise<Value>): Promise<Waited<Value>> {
    return new Promise((resolve, reject) => {
      this.#giveUp = resolve;
      if (this.#outcome !== undefined) this.#startGrace(this.#outcome);
      promise.then(
        (value) => {
          this.#end(resolve);
          resolve({ value });
        },
        (error: unknown) => {
          this.#end(resolve);
          reject(error);
        },
      );
    });
  }

  #startGrace(interrupted: TurnOutcome): void {
    const giveUp = this.#giveUp;
    if (giveUp === undefined) return;
    this.#grace = this.#clock.setTimer(() => {
      this.#end(giveUp);
      giveUp({ interrupted });
    }, GRACE_MS);
  }

  /** What comes too late does not end the waiting for something else. */
  #end(giveUp: GiveUp): void {
    if (this.#giveUp !== giveUp) return;
    this.#giveUp = undefined;
    if (this.#grace === undefined) return;
    this.#clock.clearTimer(this.#grace);
    this.#grace = undefined;
  }
}

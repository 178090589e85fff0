/** Ends a comparison that would take too long. Never leaves this folder. */
export class BudgetSpentError extends Error {}

/** Thrown again and again, and never shown: there is no use in a stack for each. */
const spent = Object.freeze(new BudgetSpentError());

/** How much work a comparison may still do, in steps of roughly equal cost. Counts, so that it is the same everywhere. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** Starts anew. */
  refill(steps: number): void {
    this.#left = steps;
  }

  /** @throws BudgetSpentError if nothing is left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw spent;
  }
}

import type { JsonValue } from '../core/json.ts';
import { BudgetSpentError } from './budget.ts';
import type { Formula, Formulas } from './formula.ts';
import { sampleValues } from './sample-values.ts';

/** A second chance for what the solver does not know: values that are tried one after the other. */
export class Samples {
  readonly #formulas: Formulas;
  #values: readonly JsonValue[] | undefined;

  constructor(formulas: Formulas) {
    this.#formulas = formulas;
  }

  /** The first value of which claims are true; undefined if there is none, or so many steps do not lead to it. */
  find(claims: readonly Formula[], steps: number): JsonValue | undefined {
    const { budget } = this.#formulas;
    budget.refill(steps);
    try {
      this.#values ??= sampleValues(this.#formulas);
      return this.#values.find((value) => this.#formulas.areTrue(claims, value));
    } catch (error) {
      if (error instanceof BudgetSpentError) return undefined;
      throw error;
    }
  }
}

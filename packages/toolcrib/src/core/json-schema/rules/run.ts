import type { JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';

/** How many steps one check may take: schemas tried, items visited. Far above any honest value. */
const MAX_STEPS = 1_000_000;

/** How many schemas may be in progress at once; bounds the call stack on values that nest deeply. */
const MAX_EVALUATION_DEPTH = 1_000;

/** A resource that the evaluation went through, from the innermost outwards. */
export interface Scope {
  readonly resource: SchemaNode;
  readonly outer: Scope | undefined;
}

/** The state of one check. */
export interface Run {
  steps: number;
  scope: Scope | undefined;
  /**
   * Whether something was left unchecked. The value is not accepted then, whatever the verdict: within
   * `not`, what could not be checked would count in its favour.
   */
  isIncomplete: boolean;
}

export function createRun(): Run {
  return { steps: MAX_STEPS, scope: undefined, isIncomplete: false };
}

/** Ends a check that would take too long. Whoever starts a run catches it, so that it never reaches a caller of a door. */
export class TooComplexError extends Error {}

/**
 * Accounts for work. A value can make it exponential in its depth: two alternatives of a recursive
 * schema that both descend into the same property double it at every level.
 */
export function spend(run: Run, steps: number): void {
  run.steps -= steps;
  if (run.steps < 0) throw new TooComplexError();
}

/** {@link spend}, for whatever evaluates other schemas: `depth` is the number of those in progress. */
export function enter(run: Run, depth: number, steps: number): void {
  run.steps -= steps;
  if (run.steps < 0 || depth > MAX_EVALUATION_DEPTH) throw new TooComplexError();
}

/** {@link spend} for every value that is visited, by its length if it is a text. */
export function spendOn(run: Run): (value: JsonValue) => void {
  return (value) => spend(run, typeof value === 'string' ? 1 + (value.length >> 4) : 1);
}

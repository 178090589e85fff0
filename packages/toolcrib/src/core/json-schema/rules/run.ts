import type { JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';

/**
 * How many steps one check may take: schemas tried, items visited, characters matched. Far above any honest value, and
 * some 40 ms of a machine.
 */
export const MAX_STEPS = 1_000_000;

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

export function createRun(steps = MAX_STEPS): Run {
  return { steps, scope: undefined, isIncomplete: false };
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

/** Steps for an object or array that is written as text, whose keys are sorted. */
const STEPS_OF_TEXT = 12;

/** {@link spend} for every value that is written as text, by its length if it is one. */
export function spendOn(run: Run): (value: JsonValue) => void {
  return (value) => {
    if (typeof value === 'string') spend(run, 2 + (value.length >> 4));
    else if (typeof value !== 'object' || value === null) spend(run, 2);
    else spend(run, STEPS_OF_TEXT);
  };
}

import { MAX_MATCH_STEPS, type MatchCost, type SafePattern } from '../../pattern/measure-pattern.ts';
import { MAX_STEPS, type Run, spend } from './run.ts';

/** The longest match takes as long as the longest check. */
const MATCH_STEPS_PER_STEP = MAX_MATCH_STEPS / MAX_STEPS;

/** A regular expression that is matched only against texts for which that is known to end. */
export class PatternMatcher {
  readonly source: string;
  readonly #expression: RegExp;
  readonly #cost: SafePattern;

  constructor(source: string, expression: RegExp, cost: SafePattern) {
    this.source = source;
    this.#expression = expression;
    this.#cost = cost;
  }

  /** Whether matching the text could take too long. */
  isTooLong(text: string): boolean {
    return text.length > this.#cost.maxLength;
  }

  /** A text that is too long matches nothing, and makes the whole check incomplete. */
  matches(text: string, run: Run): boolean {
    if (this.isTooLong(text)) return giveUp(run);
    spend(run, this.#stepsFor(text.length));
    try {
      return this.#expression.test(text);
    } catch {
      // Engines run out of stack on texts of millions of characters, however simple the pattern is.
      return giveUp(run);
    }
  }

  #stepsFor(length: number): number {
    const { steps } = this.#cost;
    let index = 0;
    while (index < steps.length - 1 && (steps[index] as MatchCost).length < length) index++;
    const { base, perCharacter } = steps[index] as MatchCost;
    return 1 + (base + perCharacter * length) / MATCH_STEPS_PER_STEP;
  }
}

function giveUp(run: Run): false {
  run.isIncomplete = true;
  return false;
}

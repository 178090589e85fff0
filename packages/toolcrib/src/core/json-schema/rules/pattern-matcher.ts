import { type Run, spend } from './run.ts';

/** Steps that the longest text costs if longer ones are refused: a few such matches take a second. */
const STEPS_OF_LONGEST = 200_000;

/** A regular expression that is matched only against texts for which that is known to end. */
export class PatternMatcher {
  readonly source: string;
  readonly #expression: RegExp;
  readonly #maxLength: number;

  constructor(source: string, expression: RegExp, maxLength: number) {
    this.source = source;
    this.#expression = expression;
    this.#maxLength = maxLength;
  }

  /** Whether matching the text could take too long. */
  isTooLong(text: string): boolean {
    return text.length > this.#maxLength;
  }

  /** A text that is too long matches nothing, and makes the whole check incomplete. */
  matches(text: string, run: Run): boolean {
    if (this.isTooLong(text)) return giveUp(run);
    // Time grows with the square of the length, or faster, wherever there is a longest text.
    const share = text.length / this.#maxLength;
    spend(run, (text.length >> 6) + Math.floor(share * share * STEPS_OF_LONGEST));
    try {
      return this.#expression.test(text);
    } catch {
      // Engines run out of stack on texts of millions of characters, however simple the pattern is.
      return giveUp(run);
    }
  }
}

function giveUp(run: Run): false {
  run.isIncomplete = true;
  return false;
}

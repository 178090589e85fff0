import { buildAutomaton } from './build-automaton.ts';
import { compilePattern } from './compile-pattern.ts';
import { countSteps } from './count-steps.ts';
import { findAmbiguity } from './find-ambiguity.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { PatternRefusal } from './pattern-refusal.ts';
import { toSearch } from './to-search.ts';

export type PatternCost =
  | {
      readonly safe: true;
      /** Longest text to run it on, in UTF-16 units; Infinity when matching is linear. */
      readonly maxLength: number;
    }
  | {
      readonly safe: false;
      /** Completes a sentence that begins with "The pattern". */
      readonly reason: string;
    };

const MAX_SOURCE_LENGTH = 1_000;
/** Visits to states for a whole text; the bound is generous, engines stay well below. */
const MAX_STEPS = 2 ** 28;
/** Visits to states per character for a text of any length. */
const MAX_LINEAR_STEPS = 2 ** 8;
const LONGEST = 2 ** 18;
const lengths = [LONGEST, 2 ** 16, 2 ** 14, 2 ** 12, 2 ** 11, 2 ** 10, 2 ** 9, 2 ** 8, 2 ** 7];

/**
 * How expensive it may get to test a text with a pattern, as compiled by `compilePattern`, on an engine that
 * backtracks. Never too low; too high where a pattern is only safe thanks to large counts, `\b` or lookarounds.
 */
export function measurePattern(source: string): PatternCost {
  if (source.length > MAX_SOURCE_LENGTH) return refuse(`is longer than ${MAX_SOURCE_LENGTH} characters`);
  const expression = compilePattern(source);
  if (expression === undefined) return refuse('is not a valid regular expression');
  try {
    return measureSearch(toSearch(parsePattern(source, expression.unicode)), expression.flags);
  } catch (error) {
    if (error instanceof PatternRefusal) return refuse(error.message);
    throw error;
  }
}

function measureSearch(search: PatternNode, flags: string): PatternCost {
  const { states, root } = buildAutomaton(search, flags);
  const ambiguity = findAmbiguity(states);
  if (ambiguity.isExponential) {
    return refuse('repeats a part that can match the same text in more than one way, as in (a+)+');
  }
  const stepsFor = (length: number) => countSteps(root, { ambiguity, length });
  // Steps that grow with the text would be more than that for the longest.
  if (stepsFor(LONGEST) <= MAX_LINEAR_STEPS) return { safe: true, maxLength: Number.POSITIVE_INFINITY };
  const maxLength = lengths.find((length) => length * stepsFor(length) <= MAX_STEPS);
  return maxLength === undefined
    ? refuse('has too many parts in a row that can match the same text, as in a*a*a*a*')
    : { safe: true, maxLength };
}

function refuse(reason: string): PatternCost {
  return { safe: false, reason };
}

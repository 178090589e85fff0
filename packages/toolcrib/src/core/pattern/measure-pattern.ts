import { buildAutomaton } from './build-automaton.ts';
import { compilePattern } from './compile-pattern.ts';
import { countSteps } from './count-steps.ts';
import { findAmbiguity } from './find-ambiguity.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { PatternBudget, PatternBudgetSpent } from './pattern-budget.ts';
import { PatternRefusal } from './pattern-refusal.ts';
import { toSearch } from './to-search.ts';

/** What it costs at most to match a text: `base + perCharacter × length` steps, up to some length. */
export interface MatchCost {
  /** Of the longest text that the rest is true of, in UTF-16 units. */
  readonly length: number;
  readonly base: number;
  readonly perCharacter: number;
}

/** A pattern that ends on every text up to some length, and what it costs to match one. */
export interface SafePattern {
  readonly safe: true;
  /** Longest text to run it on, in UTF-16 units; Infinity when matching is linear. */
  readonly maxLength: number;
  /** By length, the shortest first; a single one if matching is linear. */
  readonly steps: readonly MatchCost[];
}

export type PatternCost =
  | SafePattern
  | {
      readonly safe: false;
      /** Completes a sentence that begins with "The pattern". */
      readonly reason: string;
    };

const MAX_SOURCE_LENGTH = 1_000;
/** Steps for a whole text: some 40 ms of an engine that compiles patterns, at 2.5 ns each. */
export const MAX_MATCH_STEPS = 2 ** 24;
/** Steps per character for a text of any length. */
const MAX_LINEAR_STEPS = 2 ** 8;
const LONGEST = 2 ** 18;
/** Lengths of texts for which steps are counted where they grow faster than the text. */
const lengths = [2 ** 6, 2 ** 7, 2 ** 8, 2 ** 9, 2 ** 10, 2 ** 11, 2 ** 12, 2 ** 14];
/** Lengths at which linear steps are counted. */
const samples = [2 ** 4, 2 ** 7, 2 ** 10];

/**
 * How expensive it may get to test a text with a pattern, as compiled by `compilePattern`, on an engine that
 * backtracks. Never too low; too high where a pattern is only safe thanks to large counts, `\b` or lookarounds.
 *
 * @throws PatternBudgetSpent if the patterns that were measured with the same budget are too much work together.
 */
export function measurePattern(
  source: string,
  budget = new PatternBudget(Number.POSITIVE_INFINITY),
): PatternCost {
  if (source.length > MAX_SOURCE_LENGTH) return refuse(`is longer than ${MAX_SOURCE_LENGTH} characters`);
  budget.spendOnSource(source);
  const expression = compilePattern(source);
  if (expression === undefined) return refuse('is not a valid regular expression');
  try {
    return measureSearch(toSearch(parsePattern(source, expression.unicode)), expression.flags, budget);
  } catch (error) {
    if (error instanceof PatternRefusal && !(error instanceof PatternBudgetSpent))
      return refuse(error.message);
    throw error;
  }
}

function measureSearch(search: PatternNode, flags: string, budget: PatternBudget): PatternCost {
  const { states, root } = buildAutomaton(search, flags, budget);
  const ambiguity = findAmbiguity(states, budget);
  if (ambiguity.isExponential) {
    return refuse('repeats a part that can match the same text in more than one way, as in (a+)+');
  }
  const stepsFor = (length: number) => {
    budget.spend(states.length);
    return countSteps(root, { ambiguity, length: length + 1 });
  };
  const perCharacter = stepsFor(LONGEST) / LONGEST;
  // Steps that grow faster than the text would be more than that for the longest.
  if (perCharacter <= MAX_LINEAR_STEPS) {
    // What is done once may show on short texts only.
    const base = Math.max(...samples.map((length) => stepsFor(length) - perCharacter * length));
    return {
      safe: true,
      maxLength: Number.POSITIVE_INFINITY,
      steps: [{ length: LONGEST, base, perCharacter }],
    };
  }
  const steps: MatchCost[] = [];
  for (const length of lengths) {
    const total = stepsFor(length);
    if (total > MAX_MATCH_STEPS) break;
    // The first of them stands for all that is shorter, in which nothing may be done once.
    steps.push(
      steps.length === 0
        ? { length, base: total, perCharacter: 0 }
        : { length, base: 0, perCharacter: total / length },
    );
  }
  const maxLength = steps.at(-1)?.length;
  return maxLength === undefined
    ? refuse('has too many parts in a row that can match the same text, as in a*a*a*a*')
    : { safe: true, maxLength, steps };
}

function refuse(reason: string): PatternCost {
  return { safe: false, reason };
}

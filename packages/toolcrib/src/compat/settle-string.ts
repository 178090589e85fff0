import { type Candidates, NO_CANDIDATES, NO_IDEA } from './answer.ts';
import type { Literal } from './branch.ts';
import type { Budget } from './budget.ts';
import { findText } from './find-text.ts';
import { listFormatSamples } from './judge-format.ts';

const usualTexts: readonly string[] = ['a', 'b', 'A', '0', 'abc', 'x1', 'Zz', 'a b', '', '-', 'é'];
const MAX_LENGTH = 10_000;
/** Up to how many texts are excluded by patterns of their own. */
const MAX_EXCLUDED = 30;

/** What is known about a text. Lengths are in code points. */
interface TextFacts {
  minLength: number;
  maxLength: number;
  readonly matching: Set<string>;
  readonly avoiding: Set<string>;
  readonly excluded: Set<string>;
  /** Texts of the formats that are asked for. */
  readonly samples: string[];
}

/** Some of the texts that satisfy constraints on length and patterns; if they are none, that is mostly shown. */
export function settleString(literals: readonly Literal[], budget: Budget): Candidates {
  const { minLength, maxLength, matching, avoiding, excluded, samples } = readFacts(literals);
  if (minLength > maxLength) return NO_CANDIDATES;
  const hasPatterns = matching.size + avoiding.size > 0;
  if (maxLength === 0 && !hasPatterns) return { values: [''], isComplete: true };
  if (minLength > MAX_LENGTH) return NO_IDEA;
  budget.spend(usualTexts.length + excluded.size + (minLength >> 4));
  const texts = [...listTexts(minLength, excluded.size), ...samples];
  const usual = texts.filter((text) => [...text].length <= maxLength);
  if (!hasPatterns) return { values: usual, isComplete: false };
  const literally = excluded.size > MAX_EXCLUDED ? [] : [...excluded].map(toPattern);
  const conditions = { matching: [...matching], avoiding: [...avoiding, ...literally], minLength, maxLength };
  const found = findText(conditions, budget);
  if (found.kind === 'none') return NO_CANDIDATES;
  return { values: found.kind === 'found' ? [...usual, found.text] : usual, isComplete: false };
}

function readFacts(literals: readonly Literal[]): TextFacts {
  const facts: TextFacts = {
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    matching: new Set(),
    avoiding: new Set(),
    excluded: new Set(),
    samples: [],
  };
  for (const { meaning, holds } of literals) {
    if (meaning.kind === 'size') {
      const isLeast = (meaning.end === 'least') === holds;
      if (isLeast) facts.minLength = Math.max(facts.minLength, holds ? meaning.limit : meaning.limit + 1);
      else facts.maxLength = Math.min(facts.maxLength, holds ? meaning.limit : meaning.limit - 1);
    } else if (meaning.kind === 'pattern') (holds ? facts.matching : facts.avoiding).add(meaning.source);
    else if (meaning.kind === 'format') {
      if (holds) facts.samples.push(...listFormatSamples(meaning.name));
    } else if (meaning.kind === 'values') {
      for (const value of meaning.values) if (typeof value === 'string') facts.excluded.add(value);
    }
  }
  return facts;
}

/** A pattern that matches one text only. */
function toPattern(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$`;
}

/** Texts of at least some length, and more of them than are excluded. */
function listTexts(minLength: number, excluded: number): string[] {
  const numbered = Array.from({ length: Math.min(excluded, 1000) }, (_, index) => `t${index}`);
  const texts = [...usualTexts, ...numbered].map((text) => {
    const missing = minLength - [...text].length;
    return missing > 0 ? text + (text || 'a').slice(-1).repeat(missing) : text;
  });
  // Two more that are as short as can be.
  const shortest = ['c', 'd'].map((letter) => letter.repeat(Math.max(minLength, 1)));
  return [...new Set([...texts, ...shortest])];
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAutomaton } from './build-automaton.ts';
import { countSteps } from './count-steps.ts';
import { findAmbiguity } from './find-ambiguity.ts';
import { measurePattern } from './measure-pattern.ts';
import { parsePattern } from './parse-pattern.ts';
import { PatternBudget } from './pattern-budget.ts';
import { toSearch } from './to-search.ts';

type Next = (place: number) => boolean;

/** A search in one text, in one direction, that counts how many characters it looks at. */
interface Search {
  readonly text: string;
  readonly direction: 1 | -1;
  readonly count: { reads: number };
}

/** A piece of a pattern, and naive backtracking through it: `next` is told each end until it is satisfied. */
interface Piece {
  readonly source: string;
  readonly match: (search: Search, place: number, next: Next) => boolean;
}

const MAX_READS = 2_000_000;

const reads = (source: string, accepts: (character: string) => boolean): Piece => ({
  source,
  match({ text, direction, count }, place, next) {
    // A search that takes too long ends as if it had succeeded.
    if (++count.reads > MAX_READS) return true;
    const character = text[direction === 1 ? place : place - 1];
    return character !== undefined && accepts(character) && next(place + direction);
  },
});

const edge = (source: string, holds: (search: Search, place: number) => boolean): Piece => ({
  source,
  match: (search, place, next) => holds(search, place) && next(place),
});

const sequence = (pieces: readonly Piece[]): Piece => ({
  source: pieces.map((piece) => piece.source).join(''),
  match(search, start, next) {
    const ordered = search.direction === 1 ? pieces : pieces.toReversed();
    const matchFrom = (index: number, place: number): boolean =>
      ordered[index]?.match(search, place, (end) => matchFrom(index + 1, end)) ?? next(place);
    return matchFrom(0, start);
  },
});

const choice = (pieces: readonly Piece[]): Piece => ({
  source: `(?:${pieces.map((piece) => piece.source).join('|')})`,
  match: (search, place, next) => pieces.some((piece) => piece.match(search, place, next)),
});

const repeat = (body: Piece, [min, max]: readonly [number, number], isLazy: boolean): Piece => ({
  source: `(?:${body.source}){${min},${max === Infinity ? '' : max}}${isLazy ? '?' : ''}`,
  match(search, start, next) {
    const matchRound = (round: number, place: number): boolean => {
      const again = () =>
        round < max &&
        body.match(search, place, (end) => (end !== place || round < min) && matchRound(round + 1, end));
      if (round < min) return again();
      return isLazy ? next(place) || again() : again() || next(place);
    };
    return matchRound(0, start);
  },
});

const look = (body: Piece, sign: '=' | '!' | '<=' | '<!'): Piece => ({
  source: `(?${sign}${body.source})`,
  match(search, place, next) {
    const found = body.match({ ...search, direction: sign.startsWith('<') ? -1 : 1 }, place, () => true);
    return found === sign.endsWith('=') && next(place);
  },
});

const start = edge('^', (_, place) => place === 0);
const end = edge('$', ({ text }, place) => place === text.length);
const atoms = [
  reads('a', (character) => character === 'a'),
  reads('b', (character) => character === 'b'),
  reads('[ab]', (character) => 'ab'.includes(character)),
  reads('[^a]', (character) => character !== 'a'),
  reads('é', (character) => character === 'é'),
  reads('.', (character) => character !== '\n'),
];
const limits = [
  [0, 1],
  [0, 2],
  [0, 9],
  [0, Infinity],
  [1, 3],
  [1, Infinity],
  [2, 2],
  [3, Infinity],
] as const;

const { piece } = fc.letrec<{ piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: fc.constantFrom(...atoms) },
    { weight: 1, arbitrary: fc.constantFrom(start, end) },
    { weight: 5, arbitrary: fc.array(tie('piece'), { maxLength: 3 }).map(sequence) },
    { weight: 3, arbitrary: fc.array(tie('piece'), { minLength: 2, maxLength: 3 }).map(choice) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(tie('piece'), fc.constantFrom(...limits), fc.boolean())
        .map((parameters) => repeat(...parameters)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('piece'), fc.constantFrom('=', '!', '<=', '<!'))
        .map(([body, sign]) => look(body, sign)),
    },
  ),
}));
const pattern = fc
  .tuple(
    fc.constantFrom([start], []),
    fc.array(piece, { minLength: 1, maxLength: 4 }),
    fc.constantFrom([end], []),
  )
  .map((parts) => sequence(parts.flat()));

const texts = [4, 16, 48].flatMap((length) =>
  ['a', 'b', 'é', 'ab', 'aab', 'abb', 'aba', 'aaab'].flatMap((word) =>
    ['', '\n', 'ab\n'].map((suffix) => word.repeat(length / word.length) + suffix),
  ),
);

function countReads(subject: Piece, text: string): number {
  const search: Search = { text, direction: 1, count: { reads: 0 } };
  for (let place = 0; place <= text.length; place++) {
    if (subject.match(search, place, () => true)) break;
  }
  return search.count.reads;
}

test('a naive matcher never looks at more characters than counted', () => {
  fc.assert(
    fc.property(pattern, (subject) => {
      fc.pre(measurePattern(subject.source).safe);
      const budget = new PatternBudget(Number.POSITIVE_INFINITY);
      const { states, root } = buildAutomaton(toSearch(parsePattern(subject.source, true)), 'u', budget);
      const ambiguity = findAmbiguity(states, budget);

      for (const text of texts) {
        const limit = countSteps(root, { ambiguity, length: text.length + 1 });
        expect(countReads(subject, text), JSON.stringify(text)).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 500 },
  );
});

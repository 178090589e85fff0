import { queryObjects } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LineMatcher } from './line-matcher.ts';
import { toSearchProgram } from './search-program.ts';

function matcherFor(source: string, flags = 'u'): LineMatcher {
  return new LineMatcher(toSearchProgram(source, flags));
}

const atom = fc.constantFrom(
  'a',
  'b',
  'k',
  '.',
  '[ab]',
  '[^a]',
  String.raw`\w`,
  String.raw`\s`,
  'é',
  '😀',
  '[a-😀]',
);
const edge = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?');

/** Sources of patterns, of every construct that can be searched for. */
const { pattern } = fc.letrec<{ pattern: string; sequence: string; item: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
  sequence: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    edge,
    fc.tuple(atom, quantifier).map(([source, sign]) => source + sign),
    fc.tuple(tie('pattern'), quantifier).map(([source, sign]) => `(?:${source})${sign}`),
  ),
}));

const line = fc
  .array(
    fc.constantFrom('a', 'b', 'A', 'k', 'K', '\u212a', '\u017f', ' ', '\r', '\u2028', 'é', 'É', '😀', '-'),
    {
      maxLength: 12,
    },
  )
  .map((characters) => characters.join(''));

describe('LineMatcher', () => {
  it('finds a match exactly where the engine of JavaScript does', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom('u', 'iu', '', 'i'),
        fc.array(line, { maxLength: 4 }),
        (source, flags, lines) => {
          const matcher = matcherFor(source, flags);
          for (const text of lines) expect(matcher.matches(text)).toBe(new RegExp(source, flags).test(text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('finds the first end of a match, in text that comes in pieces', () => {
    fc.assert(
      fc.property(pattern, line, fc.array(fc.nat({ max: 12 }), { maxLength: 3 }), (source, text, cuts) => {
        const isWhole = (place: number) => (text.codePointAt(place - 1) ?? 0) <= 0xffff;
        const places = [...cuts.filter((place) => place <= text.length && isWhole(place)), text.length];
        const matcher = matcherFor(source);
        matcher.startLine();
        let from = 0;
        let end: number | undefined;
        for (const place of places.sort((left, right) => left - right)) {
          end ??= matcher.find(text, from, place);
          from = place;
        }

        const starts = Array.from({ length: text.length + 1 }, (_, place) => place).filter(isWhole);
        const ends = starts.filter((place) => isMatchEnd(source, text, place));
        expect(end ?? (matcher.endLine() ? text.length : undefined)).toBe(ends[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('reads bytes of ASCII as it reads their text, and says if they are not', () => {
    const matcher = matcherFor('^b+$');
    const bytes = new TextEncoder().encode('abbbé');

    expect(matcher.matchesAscii(bytes, 1, 4)).toBe(true);
    expect(matcher.matchesAscii(bytes, 0, 4)).toBe(false);
    expect(matcher.matchesAscii(bytes, 1, 6)).toBeUndefined();
  });

  it('begins again in the middle of a line, where no line starts and a word may go on', () => {
    const matcher = matcherFor(String.raw`^a|\bb`);

    matcher.startAfter('x'.codePointAt(0));
    expect(matcher.find('ab b', 0, 4)).toBe(undefined);
    expect(matcher.endLine()).toBe(true);
    matcher.startAfter('-'.codePointAt(0));
    expect(matcher.find('b.', 0, 2)).toBe(1);
  });

  it('[A3] forgets what it has learned rather than fill the memory', () => {
    const source = 'a.{60}b.{60}c';
    const matcher = matcherFor(source);
    const expression = new RegExp(source);
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 40; round++) {
      const text = Array.from({ length: 500 }, () => (random() % 2 === 0 ? 'a' : 'x')).join('');
      const shown = round % 2 === 0 ? text : `${text.slice(0, 300)}b${text.slice(301, 361)}c`;
      expect(matcher.matches(shown)).toBe(expression.test(shown));
    }
  });
});

describe('the memory of LineMatcher', () => {
  it('[A3] has an end, also for what follows the start of a line', () => {
    // It is still an experiment, and says so.
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warnings.mockRestore());
    const matcher = matcherFor('[ab]*a[ab]{300}c');
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647);
    const before = countStates();
    for (let round = 0; round < 100; round++) {
      matcher.matches(Array.from({ length: 400 }, () => (random() % 2 === 0 ? 'a' : 'b')).join(''));
    }

    // Each state keeps an array of some hundred steps; without an end there would be some 40,000.
    expect(countStates() - before).toBeLessThan(10_000);
    expect(matcher.matches(`a${'b'.repeat(300)}c`)).toBe(true);
  });
});

/** How many arrays of steps are still held by anything. */
function countStates(): number {
  return queryObjects(Uint16Array, { format: 'count' });
}

/** Whether some match ends at a place, of all that begin anywhere and take any way. */
function isMatchEnd(source: string, text: string, place: number): boolean {
  const { length } = Array.from(text.slice(0, place));
  return new RegExp(`(?:${source})(?<=^[^]{${length}})`, 'u').test(text);
}

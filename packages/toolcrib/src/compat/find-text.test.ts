import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../core/pattern/compile-pattern.ts';
import { Budget } from './budget.ts';
import { type FoundText, findText, type TextConditions } from './find-text.ts';

function find(conditions: Partial<TextConditions>): FoundText {
  const usual = { matching: [], avoiding: [], minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  return findText({ ...usual, ...conditions }, new Budget(1_000_000));
}

/** Whether one pattern matches whatever another does. */
function isIncluded(pattern: string, other: string): boolean | undefined {
  const { kind } = find({ matching: [pattern], avoiding: [other] });
  return kind === 'unknown' ? undefined : kind === 'none';
}

describe('findText', () => {
  it('finds a shortest text, the word for none included', () => {
    expect(find({ matching: ['^none$'] })).toEqual({ kind: 'found', text: 'none' });
    expect(find({ matching: ['^a+$'], minLength: 3 })).toEqual({ kind: 'found', text: 'aaa' });
    expect(find({ matching: ['a', 'b$', '^c'], maxLength: 3 })).toEqual({ kind: 'found', text: 'cab' });
  });

  it('shows that there is none', () => {
    expect(find({ matching: ['^a+$', '^b'] })).toEqual({ kind: 'none' });
    expect(find({ matching: ['^(?:ab){3}$'], maxLength: 5 })).toEqual({ kind: 'none' });
    expect(find({ avoiding: ['x*'] })).toEqual({ kind: 'none' });
  });

  it('knows which patterns match all that others do', () => {
    expect(isIncluded('^[a-f]{2,4}$', '^\\w+$')).toBe(true);
    expect(isIncluded('^\\w+$', '^[a-f]{2,4}$')).toBe(false);
    expect(isIncluded('^\\d+$', '^[0-9]*$')).toBe(true);
    expect(isIncluded('^(?:a|b)*c$', '^[ab]*c')).toBe(true);
    expect(isIncluded('^.$', '^[^]$')).toBe(true);
    expect(isIncluded('^[^]$', '^.$')).toBe(false);
    expect(isIncluded('a$', 'a')).toBe(true);
    expect(isIncluded('^$|^a', '^a?')).toBe(true);
  });

  it('tells characters beyond the basic plane apart, by pairs of units where a pattern reads units', () => {
    expect(isIncluded('^[\\u{1F600}-\\u{1F64F}]$', '^.$')).toBe(true);
    expect(isIncluded('^\\ud83d\\ude00$', '^[\\u{1F600}]$')).toBe(true);
    expect(isIncluded('^\\ud83d\\ude00$', '^[\\u{1F601}]$')).toBe(false);
    // A needless escape makes it a pattern of units: one dot is half of such a character.
    expect(isIncluded('^[\\u{1F600}]$', '^.\\-?.$')).toBe(true);
  });

  it('does not know lookarounds, word edges, and tables of Unicode', () => {
    for (const pattern of ['(?=a)', '(?<!a)b', '\\bword', '^\\p{L}$', '[\\1]']) {
      expect(find({ matching: [pattern], avoiding: ['^z'] }).kind).toBe('unknown');
    }
  });

  it('agrees with the engine on random patterns and texts', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\W', 'é');
    const pattern = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        atom,
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
        fc
          .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?'))
          .map(([body, sign]) => body + sign),
        tie('pattern').map((body) => `^${body}`),
        tie('pattern').map((body) => `${body}$`),
      ),
    })).pattern;
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '\n', '😀'), maxLength: 5 });

    fc.assert(
      fc.property(pattern, pattern, fc.array(text, { minLength: 15, maxLength: 15 }), (one, other, texts) => {
        const found = find({ matching: [one], avoiding: [other] });
        const fits = (candidate: string) =>
          compilePattern(one)?.test(candidate) && !compilePattern(other)?.test(candidate);

        if (found.kind === 'found') expect(fits(found.text)).toBe(true);
        if (found.kind === 'none') expect(texts.filter(fits)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

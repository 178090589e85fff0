import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern, compileTest } from './compile-pattern.ts';

test('compiles with the u flag where that is legal', () => {
  const expression = compilePattern(String.raw`^\p{L}$`);

  expect(expression?.flags).toBe('u');
  expect(expression?.test('é')).toBe(true);
});

test.each([String.raw`^a\-b$`, String.raw`\@`, '^{a}$'])('falls back to no flag for %s', (source) => {
  expect(compilePattern(source)?.flags).toBe('');
});

test.each(['(', '[', 'a{2,1}', '(?<a>', '\\'])(
  'gives nothing for %s, which is not a regular expression',
  (source) => {
    expect(compilePattern(source)).toBeUndefined();
  },
);

const raw = String.raw;
const pieces = [
  ...['.', '[^a]', '[^b]', raw`\S`, raw`\W`, raw`\p{L}`, raw`\P{L}`, 'a', 'é', '😀', raw`[\b]`, raw`\\`],
  ...[raw`\b`, raw`\B`, '^', '$', '|', '?', '{2}', '*'],
];

test('tests as the plain expression does, however it is spelled', () => {
  const source = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join(''))
    .filter((text) => compilePattern(text)?.unicode === true);
  const text = fc.array(fc.constantFrom('a', 'b', 'é', ' ', '\n', '😀', '\\', '\b'), { maxLength: 6 });

  fc.assert(
    fc.property(source, fc.array(text, { minLength: 5 }), (pattern, texts) => {
      for (const subject of texts.map((parts) => parts.join(''))) {
        expect(compileTest(pattern)?.test(subject)).toBe(compilePattern(pattern)?.test(subject));
      }
    }),
    { numRuns: 2_000 },
  );
});

// A second each, or minutes, as an engine compiles the plain expression for texts of 16 bits.
test.each([
  raw`[^\p{L}]`.repeat(8),
  raw`\b${raw`[^\p{L}]`.repeat(8)}`,
  '(?:[^a]|[^b]|[^c])'.repeat(8),
  '(?:(?:[^a]|[^b]|[^c]){3}){3}',
])('leaves an engine nothing to look ahead for in %s', (source) => {
  const compiled = compileTest(source);

  expect(compiled?.source).toMatch(/^\^\[\^\]\*\?/);
  expect(compiled?.test('😀')).toBe(false);
});

import { expect, test } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

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

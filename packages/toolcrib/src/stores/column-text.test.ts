import { expect, it } from 'vitest';
import { fromColumn, toColumn } from './column-text.ts';

it.each(['', 'plain', 'a"b', 'a\\b', '\\u0000', 'a\u0000b', '\ud800', '\n', 'é', '\u{1f9f0}'])(
  'keeps %j, without a character that databases refuse',
  (text) => {
    const column = toColumn(text);

    expect(fromColumn(column)).toBe(text);
    expect(column.isWellFormed()).toBe(true);
    expect(column).not.toContain('\u0000');
  },
);

it('refuses a column that was written by somebody else', () => {
  expect(() => fromColumn('a\\')).toThrow(SyntaxError);
});

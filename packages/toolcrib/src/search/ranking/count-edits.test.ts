import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEdits } from './count-edits.ts';

describe('countEdits', () => {
  it.each([
    ['calendar', 'calendar', 0],
    ['calender', 'calendar', 1],
    ['clendar', 'calendar', 1],
    ['calendaar', 'calendar', 1],
    ['claendar', 'calendar', 1],
    ['claender', 'calendar', 2],
    ['weather', 'calendar', 3],
  ])('counts from %s to %s %i', (left, right, edits) => {
    expect(countEdits(left, right, 2)).toBe(edits);
  });

  it('agrees with the whole table, whatever the words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (left, right, limit) => {
        expect(countEdits(left, right, limit)).toBe(Math.min(wholeTable(left, right), limit + 1));
      }),
    );
  });
});

/** As in the textbook, without a limit. */
function wholeTable(left: string, right: string): number {
  const edits = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const swap =
      row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
        ? edits(row - 2, column - 2) + 1
        : Number.POSITIVE_INFINITY;
    const replaced = edits(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
    return Math.min(edits(row - 1, column) + 1, edits(row, column - 1) + 1, replaced, swap);
  };
  return edits(left.length, right.length);
}

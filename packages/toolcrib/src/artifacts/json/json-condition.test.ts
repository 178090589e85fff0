import { describe, expect, it } from 'vitest';
import { compileCondition, type JsonCondition } from './json-condition.ts';
import { parseJsonText } from './parse-json-text.ts';

/** Which of some elements meet a condition; numbers keep their digits. */
function matching(elements: string, condition: JsonCondition): readonly number[] {
  const parsing = parseJsonText(elements, { keepDigits: true });
  if (!(parsing.ok && Array.isArray(parsing.node))) throw new Error('not an array');
  const isMatch = compileCondition(condition);
  return parsing.node.flatMap((node, index) => (isMatch(node) ? [index] : []));
}

const ids = '[9007199254740992, 9007199254740993, 5, "9007199254740993", 1e400]';

describe('a condition on a number with many digits', () => {
  it.each<{ condition: JsonCondition; matches: readonly number[] }>([
    { condition: { operator: 'equals', value: '9007199254740993' }, matches: [1, 3] },
    { condition: { operator: 'equals', value: 2 ** 53 }, matches: [0] },
    { condition: { operator: 'notEquals', value: '9007199254740993' }, matches: [0, 2, 4] },
    { condition: { operator: 'greater', value: '9007199254740992' }, matches: [1, 3, 4] },
    { condition: { operator: 'greater', value: 2 ** 53 }, matches: [1, 4] },
    { condition: { operator: 'less', value: '9007199254740993' }, matches: [0, 2] },
    { condition: { operator: 'less', value: 6 }, matches: [2] },
  ])('as $condition compares all of them', ({ condition, matches }) => {
    expect(matching(ids, condition)).toEqual(matches);
  });

  it('finds them in arrays too', () => {
    const condition = { field: '/ids', operator: 'contains', value: '12345678901234567891' } as const;

    expect(matching('[{"ids":[12345678901234567891]},{"ids":[12345678901234567892]}]', condition)).toEqual([
      0,
    ]);
  });
});

describe('a condition', () => {
  it('without a value is refused, except where none is needed', () => {
    expect(() => compileCondition({ operator: 'equals' })).toThrow('The operator "equals" needs a value');
    expect(matching('[{"a":null},{}]', { field: '/a', operator: 'exists' })).toEqual([0]);
    expect(matching('[{"a":null},{}]', { field: '/a', operator: 'exists', value: false })).toEqual([1]);
  });

  it('on a field that is no pointer is refused', () => {
    expect(() => compileCondition({ field: 'name', operator: 'exists' })).toThrow('is no JSON Pointer');
  });

  it('never compares different types', () => {
    expect(matching('["5", 5, true, null, [], {}]', { operator: 'greater', value: 4 })).toEqual([1]);
    expect(matching('["5", 5, true, null, [], {}]', { operator: 'less', value: '6' })).toEqual([0]);
    expect(matching('["5", 5, true, null, [], {}]', { operator: 'equals', value: 5 })).toEqual([1]);
  });
});

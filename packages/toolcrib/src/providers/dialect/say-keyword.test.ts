import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import { appendWords, type KeywordList, sayKeyword, sayKeywords } from './say-keyword.ts';

describe('sayKeyword', () => {
  it.each<[string, JsonValue, string]>([
    ['minimum', 1, 'Minimum 1.'],
    ['minItems', 1, 'At least 1 item.'],
    ['maxProperties', 2, 'At most 2 properties.'],
    ['uniqueItems', true, 'No two items alike.'],
    ['pattern', '^a+$', 'Matches the pattern ^a+$.'],
    ['default', 5, 'Default: 5.'],
    ['examples', ['a', 1], 'Examples: "a", 1.'],
    [
      'dependentRequired',
      { b: ['c'], a: ['b', 'c'] },
      'With "a", requires "b" and "c". With "b", requires "c".',
    ],
    ['additionalProperties', false, 'No other properties.'],
    ['additionalProperties', true, 'Other properties are allowed.'],
    ['anyOf', [{ required: ['a'] }, { required: ['b'] }], 'Requires at least one of these: "a"; "b".'],
    [
      'oneOf',
      [{ required: ['a'] }, { minProperties: 1 }],
      'Must also satisfy: {"oneOf":[{"required":["a"]},{"minProperties":1}]}.',
    ],
    ['not', { const: 'a' }, 'Must also satisfy: {"not":{"const":"a"}}.'],
    ['x-unit', 'metre', 'x-unit: "metre".'],
  ])('says %s %j', (keyword, value, text) => {
    expect(sayKeyword(keyword, value)).toBe(text);
  });

  it('says bounds in one sentence, and everything in an order of its own', () => {
    const keywords: KeywordList = [
      ['default', 3],
      ['maximum', 10],
      ['pattern', 'a'],
      ['minimum', 1],
    ];
    const text = 'Minimum 1, maximum 10. Matches the pattern a. Default: 3.';

    expect(sayKeywords(keywords)).toBe(text);
    expect(sayKeywords([...keywords].reverse())).toBe(text);
  });

  it('comes after what is said already', () => {
    expect(appendWords('How many', 'Minimum 1.')).toBe('How many\nMinimum 1.');
    expect(appendWords(' ', 'Minimum 1.')).toBe('Minimum 1.');
    expect(appendWords(undefined, '')).toBe('');
    expect(appendWords('How many', '')).toBe('How many');
  });
});

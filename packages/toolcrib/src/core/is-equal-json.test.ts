import { expect, it } from 'vitest';
import { isEqualJson } from './is-equal-json.ts';
import type { JsonValue } from './json.ts';

it.each<[JsonValue | undefined, JsonValue | undefined]>([
  [undefined, undefined],
  [null, null],
  [1, 1],
  ['a', 'a'],
  [[], []],
  [
    [1, { a: [null] }],
    [1, { a: [null] }],
  ],
  [
    { a: 1, b: { c: 2, d: 3 } },
    { b: { d: 3, c: 2 }, a: 1 },
  ],
])('finds %j equal to %j', (left, right) => {
  expect(isEqualJson(left, right)).toBe(true);
  expect(isEqualJson(right, left)).toBe(true);
});

it.each<[JsonValue | undefined, JsonValue | undefined]>([
  [undefined, null],
  [null, {}],
  [null, 0],
  [0, false],
  [1, '1'],
  ['a', 'b'],
  [[], {}],
  [[1, 2], [1]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: { b: [1] } }, { a: { b: [2] } }],
  // What every object inherits is no part of it.
  [{ constructor: {} }, { a: {} }],
  [JSON.parse('{"__proto__":{}}'), { a: {} }],
])('finds %j other than %j', (left, right) => {
  expect(isEqualJson(left, right)).toBe(false);
  expect(isEqualJson(right, left)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { isSameJson } from './is-same-json.ts';

describe('isSameJson', () => {
  it('looks past the order of keys, at any depth', () => {
    expect(isSameJson({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
  ])('tells %j from %j', (first, second) => {
    expect(isSameJson(first, second)).toBe(false);
  });

  it('finds nothing the same as what JSON cannot say', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;

    expect(isSameJson(circle, circle)).toBe(false);
    expect(isSameJson(1n, 1n)).toBe(false);
    expect(isSameJson(undefined, undefined)).toBe(false);
  });
});

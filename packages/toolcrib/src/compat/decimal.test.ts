import { describe, expect, it } from 'vitest';
import { divideDown, isMultiple, leastCommonMultiple, toDecimal, toNumber } from './decimal.ts';

describe('decimals', () => {
  it('are the shortest digits of a number, and come back to it', () => {
    for (const value of [0, 1, -1.5, 0.1, 1e-7, 1e21, -123.456, Number.MAX_VALUE, Number.MIN_VALUE]) {
      expect(toNumber(toDecimal(value))).toBe(value);
    }
    expect(toDecimal(-1.5e-7)).toEqual({ digits: -15n, exponent: -8 });
  });

  it('have no number if none is exactly that', () => {
    expect(toNumber({ digits: 9007199254740993n, exponent: 0 })).toBeUndefined();
    expect(toNumber({ digits: 1n, exponent: 400 })).toBeUndefined();
  });

  it('divide exactly where floating-point numbers do not', () => {
    expect(isMultiple(toDecimal(0.3), toDecimal(0.1))).toBe(true);
    expect(isMultiple(toDecimal(0.3), toDecimal(0.2))).toBe(false);
    expect(isMultiple(toDecimal(1e21), toDecimal(7))).toBe(false);
  });

  it('have a least common multiple', () => {
    expect(toNumber(leastCommonMultiple(toDecimal(4), toDecimal(6)))).toBe(12);
    expect(toNumber(leastCommonMultiple(toDecimal(0.4), toDecimal(0.06)))).toBe(1.2);
  });

  it('are divided downwards, below zero too', () => {
    expect(divideDown(toDecimal(7), toDecimal(2))).toBe(3n);
    expect(divideDown(toDecimal(-7), toDecimal(2))).toBe(-4n);
    expect(divideDown(toDecimal(-6), toDecimal(2))).toBe(-3n);
  });
});

import { describe, expect, it } from 'vitest';
import { addUsage, NO_USAGE } from './add-usage.ts';

describe('addUsage', () => {
  it('adds what both cost', () => {
    const one = { inputTokens: 1, cachedInputTokens: 2, outputTokens: 3 };
    expect(addUsage(addUsage(NO_USAGE, one), one)).toEqual({
      inputTokens: 2,
      cachedInputTokens: 4,
      outputTokens: 6,
    });
  });

  it('counts what is no number as nothing', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, '5', null, undefined]) {
      const stranger = { inputTokens: value, outputTokens: value } as never;
      expect(addUsage(NO_USAGE, stranger)).toEqual(NO_USAGE);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

describe('estimateTokens', () => {
  it('counts about four characters of ASCII a token, and other scripts nearly each', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a'.repeat(39))).toBe(10);
    expect(estimateTokens('日本語の説明')).toBe(5);
  });
});

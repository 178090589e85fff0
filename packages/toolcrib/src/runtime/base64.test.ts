import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from './base64.ts';

describe('base64', () => {
  it('is what every other encoder writes, and comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      }),
    );
  });

  it('has one text for the same bytes: any other is refused', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('A', 'B', '/', '+', '-', '_', '=', ' ', '\n', 'ä'), maxLength: 8 }),
      fc.base64String({ maxLength: 12 }),
    );

    fc.assert(
      fc.property(text, (candidate) => {
        const strict = Buffer.from(candidate, 'base64').toString('base64') === candidate;
        const strictUrl = Buffer.from(candidate, 'base64url').toString('base64url') === candidate;

        if (strict) expect(toBase64(fromBase64(candidate))).toBe(candidate);
        else expect(() => fromBase64(candidate)).toThrow(TypeError);
        expect(fromBase64Url(candidate) !== undefined).toBe(strictUrl);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes many bytes', () => {
    const bytes = new Uint8Array(3_000_001).fill(0xab);

    expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true);
  });
});

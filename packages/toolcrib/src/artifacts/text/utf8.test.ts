import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBackward, cutForward, cutToBytes, decodeUtf8, utf8Length } from './utf8.ts';

/** Valid characters of every length, and bytes that are none. */
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'é', '€', '😀', '\ufeff', '\n').map((text) => [...new TextEncoder().encode(text)]),
      fc.constantFrom(0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xff).map((byte) => [byte]),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

describe('cutBackward and cutForward', () => {
  it('find places where two texts make the whole, at most three bytes away', () => {
    fc.assert(
      fc.property(bytes, fc.nat({ max: 30 }), (all, wanted) => {
        const place = Math.min(wanted, all.length);
        for (const cut of [cutBackward(all, place), cutForward(all, place)]) {
          expect(Math.abs(cut - place)).toBeLessThanOrEqual(3);
          expect(decodeUtf8(all.subarray(0, cut)) + decodeUtf8(all.subarray(cut))).toBe(decodeUtf8(all));
        }
        expect(cutBackward(all, place)).toBeLessThanOrEqual(place);
        expect(cutForward(all, place)).toBeGreaterThanOrEqual(place);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('cutToBytes', () => {
  it('keeps as many whole characters as fit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), maxLength: 20 }),
        fc.nat({ max: 40 }),
        (text, maxBytes) => {
          const cut = cutToBytes(text, maxBytes);

          expect(text.startsWith(cut)).toBe(true);
          expect(utf8Length(cut)).toBeLessThanOrEqual(maxBytes);
          const [next = ''] = Array.from(text.slice(cut.length));
          expect(next === '' || utf8Length(cut + next) > maxBytes).toBe(true);
        },
      ),
    );
  });
});

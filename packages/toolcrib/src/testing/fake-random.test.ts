import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from './fake-random.ts';

describe('createSeededRandom', () => {
  it('repeats itself for the same seed and differs for the next', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 8, max: 64 }), (seed, length) => {
        const draw = (from: number) => {
          const random = createSeededRandom(from);
          return [random.number(), random.bytes(length), random.number()];
        };

        expect(draw(seed)).toEqual(draw(seed));
        expect(draw(seed)).not.toEqual(draw(seed + 1));
      }),
    );
  });

  it('spreads its numbers over the range from 0 to 1', () => {
    const random = createSeededRandom(1);
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const tenth = Math.floor(random.number() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }

    expect(tenths).toHaveLength(10);
    expect(Math.min(...tenths)).toBeGreaterThan(850);
    expect(Math.max(...tenths)).toBeLessThan(1_150);
  });

  it('gives as many bytes as asked for, of every value', () => {
    const random = createSeededRandom(2);

    expect(random.bytes(0)).toEqual(new Uint8Array(0));
    expect(new Set(random.bytes(8_192)).size).toBe(256);
  });
});

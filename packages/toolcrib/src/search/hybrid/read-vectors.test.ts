import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVectors } from './read-vectors.ts';

describe('readVectors', () => {
  it('gives vectors of length 1 in the same direction, however large or small the numbers are', () => {
    const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });

    fc.assert(
      fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 20 }), (numbers) => {
        fc.pre(numbers.some((number) => number !== 0));
        const [unit = []] = readVectors([numbers], { count: 1, length: numbers.length });

        expect(Math.hypot(...unit)).toBeCloseTo(1, 5);
        for (const [at, number] of numbers.entries()) {
          expect(Math.abs(Math.sign(unit[at] ?? 0) - Math.sign(number))).toBeLessThanOrEqual(1);
        }
      }),
    );
    expect(readVectors([[3e200, 4e200]], { count: 1, length: undefined })).toEqual([
      new Float32Array([0.6, 0.8]),
    ]);
    expect(readVectors([[0, -5e-324]], { count: 1, length: undefined })).toEqual([new Float32Array([0, -1])]);
  });

  it('keeps nothing of the arrays', () => {
    const given = [new Float32Array([1, 0])];
    const [unit] = readVectors(given, { count: 1, length: 2 });

    given[0]?.set([0, 1]);

    expect(unit).toEqual(new Float32Array([1, 0]));
  });

  it('takes vectors of the expected length alone', () => {
    const message = 'The function embed gave a vector of 2 numbers where others have 3.';

    expect(() => readVectors([[1, 2]], { count: 1, length: 3 })).toThrow(message);
    expect(() =>
      readVectors(
        [
          [1, 2, 3],
          [1, 2],
        ],
        { count: 2, length: undefined },
      ),
    ).toThrow(message);
  });
});

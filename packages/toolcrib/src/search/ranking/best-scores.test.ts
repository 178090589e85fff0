import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestScores } from './best-scores.ts';

describe('BestScores', () => {
  it('knows the lowest of the highest, and none before there are enough', () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 8 }), (given, limit) => {
        const best = new BestScores(limit);
        for (const score of given) best.add(score);
        const highest = [...given].sort((left, right) => right - left);
        expect(best.floor).toBe(highest[limit - 1] ?? Number.NEGATIVE_INFINITY);
      }),
    );
  });
});

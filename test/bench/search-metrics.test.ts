import { describe, expect, it } from 'vitest';
import { judgeRanking, meanQuality } from '../../bench/lib/search/metrics.ts';

const twoWanted = { gold: ['a', 'b'] };

describe('the measures of the search bench', () => {
  it('gives 1 to a ranking that begins with all that is wanted, in any order', () => {
    expect(judgeRanking(['b', 'a', 'x'], twoWanted)).toEqual({
      ndcg10: 1,
      recall1: 0.5,
      recall5: 1,
      recall10: 1,
    });
  });

  it('gives 0 to a ranking with nothing that is wanted, and to an empty one', () => {
    const nothing = { ndcg10: 0, recall1: 0, recall5: 0, recall10: 0 };

    expect(judgeRanking(['x', 'y'], twoWanted)).toEqual(nothing);
    expect(judgeRanking([], twoWanted)).toEqual(nothing);
  });

  it('discounts a place by the logarithm of its number', () => {
    const { ndcg10 } = judgeRanking(['x', 'x2', 'a'], { gold: ['a'] });

    expect(ndcg10).toBeCloseTo(1 / Math.log2(4), 12);
  });

  it('looks at ten places only', () => {
    const ranking = [...Array.from({ length: 10 }, (_, index) => `x${index}`), 'a'];

    expect(judgeRanking(ranking, { gold: ['a'] })).toEqual({
      ndcg10: 0,
      recall1: 0,
      recall5: 0,
      recall10: 0,
    });
  });

  it('gives 1 to ten right places where more than ten are wanted', () => {
    const gold = Array.from({ length: 12 }, (_, index) => `a${index}`);

    const { ndcg10, recall10 } = judgeRanking(gold.slice(0, 10), { gold });

    expect(ndcg10).toBe(1);
    expect(recall10).toBeCloseTo(10 / 12, 12);
  });

  it('takes a group as one item, found where the first of it stands', () => {
    const query = { gold: ['a1', 'a2', 'b'], groups: [['a1', 'a2'], ['b']] };

    expect(judgeRanking(['a2', 'b'], query).ndcg10).toBe(1);
    expect(judgeRanking(['a2'], query).recall10).toBe(0.5);
  });

  it('gives nothing for the second of a group, which takes its place all the same', () => {
    const query = { gold: ['a1', 'a2', 'b'], groups: [['a1', 'a2'], ['b']] };

    const { ndcg10, recall10 } = judgeRanking(['a1', 'a2', 'b'], query);

    expect(ndcg10).toBeCloseTo((1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)), 12);
    expect(recall10).toBe(1);
  });

  it('takes a wanted tool that is in no group as an item of its own', () => {
    const query = { gold: ['a1', 'a2', 'b'], groups: [['a1', 'a2']] };

    expect(judgeRanking(['a1'], query).recall10).toBe(0.5);
  });

  it('counts a tool once that is wanted twice', () => {
    expect(judgeRanking(['a'], { gold: ['a', 'a'] }).recall10).toBe(1);
  });

  it('takes the mean of each measure', () => {
    const right = judgeRanking(['a'], { gold: ['a'] });
    const wrong = judgeRanking(['x'], { gold: ['a'] });

    expect(meanQuality([right, wrong])).toEqual({ ndcg10: 0.5, recall1: 0.5, recall5: 0.5, recall10: 0.5 });
  });
});

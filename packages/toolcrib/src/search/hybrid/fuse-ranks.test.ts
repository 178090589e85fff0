import { describe, expect, it } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

describe('fuseRanks', () => {
  it('adds up the reciprocal places, in proportion to the first in every list', () => {
    const fused = fuseRanks([{ ids: ['a', 'b', 'c'] }, { ids: ['c', 'a'] }], 60);

    const most = 2 / 61;
    expect(fused.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(fused[0]?.score).toBeCloseTo((1 / 61 + 1 / 62) / most, 8);
    expect(fused[1]?.score).toBeCloseTo((1 / 63 + 1 / 61) / most, 8);
    expect(fused[2]?.score).toBeCloseTo(1 / 62 / most, 8);
  });

  it('orders what is as good by its id, and lists by their weight', () => {
    expect(fuseRanks([{ ids: ['b'] }, { ids: ['a'] }], 0)).toEqual([
      { id: 'a', score: 0.5 },
      { id: 'b', score: 0.5 },
    ]);
    expect(fuseRanks([{ ids: ['b'], weight: 3 }, { ids: ['a'] }], 0)).toEqual([
      { id: 'b', score: 0.75 },
      { id: 'a', score: 0.25 },
    ]);
  });

  it('makes nothing of nothing', () => {
    expect(fuseRanks([], 0)).toEqual([]);
    expect(fuseRanks([{ ids: [] }], 60)).toEqual([]);
  });
});

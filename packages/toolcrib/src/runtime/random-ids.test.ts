import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../testing/fake-random.ts';
import { createRandomIds } from './random-ids.ts';

describe('createRandomIds', () => {
  it('gives ids that are all different and of one form', () => {
    const nextId = createRandomIds();

    const ids = Array.from({ length: 10_000 }, nextId);

    expect(new Set(ids).size).toBe(10_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('uses every bit that it is given, and each once', () => {
    const draw = (seed: number) => {
      const random = createSeededRandom(seed);
      const nextId = createRandomIds((bytes) => bytes.set(random.bytes(bytes.length)));
      return Array.from({ length: 200 }, nextId);
    };

    expect(draw(1)).toEqual(draw(1));
    expect(draw(1).filter((id) => draw(2).includes(id))).toEqual([]);
    const counts = new Map<string, number>();
    for (const character of draw(3).join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { createSeededRandom } from '../testing/fake-random.ts';
import { systemClock } from './clock.ts';
import { createRandomIds } from './random-ids.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('createRandomIds', () => {
  it('gives ids that are all different and of one form', () => {
    const nextId = createRandomIds(systemClock);

    const ids = Array.from({ length: 10_000 }, nextId);

    expect(new Set(ids).size).toBe(10_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('uses every bit that it is given, and each once', () => {
    const draw = (seed: number) => {
      const random = createSeededRandom(seed);
      const nextId = createRandomIds({ now: () => 0 }, (bytes) => bytes.set(random.bytes(bytes.length)));
      return Array.from({ length: 200 }, nextId);
    };

    expect(draw(1)).toEqual(draw(1));
    expect(draw(1).filter((id) => draw(2).includes(id))).toEqual([]);
    const counts = new Map<string, number>();
    for (const character of draw(3).join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
  });

  it.each([0, 1, 31, 32, 1_763_270_000_000, 1_763_270_000_001, 2 ** 45 - 2])(
    'gives ids that sort by their time, at %d',
    (time) => {
      let now = time;
      const nextId = createRandomIds({ now: () => now });
      const earlier = Array.from({ length: 300 }, nextId);
      now = time + 1;
      const later = Array.from({ length: 300 }, nextId);

      expect([...earlier, ...later].sort().slice(0, 300).sort()).toEqual(earlier.toSorted());
      expect(new Set([...earlier, ...later].map((id) => id.length))).toEqual(new Set([26]));
    },
  );

  it('gives ids whatever the clock shows', () => {
    for (const now of [Number.NaN, -1, Number.NEGATIVE_INFINITY, 0.5, 2 ** 60]) {
      expect(createRandomIds({ now: () => now })()).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
    }
  });

  it('names the option that a host without WebCrypto needs', () => {
    vi.stubGlobal('crypto', undefined);

    const { code, message, context } = errorOf(() => createRandomIds(systemClock));

    expect([code, context]).toEqual(['E_INVALID_OPTION', { option: 'randomId' }]);
    expect(message).toContain('has no WebCrypto');
  });
});

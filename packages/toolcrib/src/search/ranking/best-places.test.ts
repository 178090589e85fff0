import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestPlaces } from './best-places.ts';

describe('bestPlaces', () => {
  it('chooses what sorting everything would choose, whatever the order of the places', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(fc.nat()),
        (given, limit, keys) => {
          const places = given.map((_, place) => place);
          const shuffled = places
            .map((place) => ({ place, key: keys.next().value ?? 0 }))
            .sort((left, right) => left.key - right.key)
            .map(({ place }) => place);
          const best = bestPlaces(
            { places: shuffled, scores: Float64Array.from(given), isBefore: (left, right) => left < right },
            limit,
          );
          const sorted = [...places].sort(
            (left, right) => (given[right] ?? 0) - (given[left] ?? 0) || left - right,
          );
          expect([...best]).toEqual(sorted.slice(0, limit));
        },
      ),
    );
  });
});

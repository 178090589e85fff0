import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ring } from './ring.ts';

describe('Ring', () => {
  it('keeps the newest items in order, whatever is added and removed', () => {
    const step = fc.oneof(
      fc.record({ push: fc.integer({ min: 0, max: 99 }) }),
      fc.record({ removeBelow: fc.integer({ min: 0, max: 99 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 40 }), (capacity, steps) => {
        const ring = new Ring<number>(capacity);
        let model: number[] = [];
        for (const action of steps) {
          if ('push' in action) {
            model.push(action.push);
            expect(ring.push(action.push)).toBe(model.length > capacity ? model.shift() : undefined);
          } else {
            const isWanted = (item: number) => item < action.removeBelow;
            expect(ring.removeAll(isWanted)).toEqual(model.filter(isWanted));
            model = model.filter((item) => !isWanted(item));
          }
        }
        expect(ring.removeAll(() => true)).toEqual(model);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LayeredMap } from './layered-map.ts';

type Step =
  | { readonly kind: 'set' | 'delete'; readonly on: number; readonly key: string; readonly value: number }
  | { readonly kind: 'copy'; readonly on: number };

const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'toString', '__proto__');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('set' as const), on: fc.nat(), key: keys, value: fc.nat() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('delete' as const),
        on: fc.nat(),
        key: keys,
        value: fc.nat(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), on: fc.nat() }) },
  ),
  { maxLength: 60 },
);

describe('LayeredMap', () => {
  it('behaves as a Map, and its copies as independent Maps, for any sequence of operations', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const layered = [new LayeredMap<number>()];
        const plain = [new Map<string, number>()];

        for (const step of sequence) {
          const index = step.on % layered.length;
          const [map, model] = [layered[index], plain[index]];
          if (map === undefined || model === undefined) throw new Error('no such map');
          if (step.kind === 'set') {
            map.set(step.key, step.value);
            model.set(step.key, step.value);
          } else if (step.kind === 'delete') {
            map.delete(step.key);
            model.delete(step.key);
          } else {
            layered.push(map.copy());
            plain.push(new Map(model));
          }
        }

        expect(layered.map((map) => [...map.values()])).toEqual(plain.map((model) => [...model.values()]));
        expect(layered.map((map) => map.size)).toEqual(plain.map((model) => model.size));
        expect(layered.map((map) => map.get('a'))).toEqual(plain.map((model) => model.get('a')));
      }),
      { numRuns: 2_000 },
    );
  });
});

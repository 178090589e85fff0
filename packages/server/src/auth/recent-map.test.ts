import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

const MAX_SIZE = 3;

describe('RecentMap', () => {
  it('keeps what was used last, whatever was done before', () => {
    const key = fc.integer({ min: 0, max: 5 });
    const step = fc.record({ do: fc.constantFrom('get', 'set', 'delete'), key, value: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const map = new RecentMap<number, number>(MAX_SIZE);
        // The one that was used last is the last one.
        let model: { readonly key: number; readonly value: number }[] = [];
        for (const each of steps) {
          const known = model.find((entry) => entry.key === each.key);
          const others = model.filter((entry) => entry !== known);
          if (each.do === 'get') expect(map.get(each.key)).toBe(known?.value);
          if (each.do === 'get') model = known === undefined ? others : [...others, known];
          if (each.do === 'set') map.set(each.key, each.value);
          if (each.do === 'set') model = [...others, { key: each.key, value: each.value }].slice(-MAX_SIZE);
          if (each.do === 'delete') map.delete(each.key);
          if (each.do === 'delete') model = others;
        }
        for (const { key, value } of model) expect(map.get(key)).toBe(value);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeByName } from './merge-by-name.ts';

interface Item {
  readonly name: string;
  readonly value: number;
}

it('tells of each name that is new, gone or another one, once and in order, and of no other', () => {
  fc.assert(
    fc.property(anyList(), anyList(), fc.array(fc.nat({ max: 1 })), (one, two, kept) => {
      // Some of the second list are the very items of the first.
      const after = two.map((item, at) => {
        const same = one.find(({ name }) => name === item.name);
        return same !== undefined && kept[at] === 1 ? same : item;
      });
      const told: unknown[] = [];

      mergeByName(
        { before: one, after },
        ({ name }) => name,
        (...pair) => told.push(pair),
      );

      const names = [...new Set([...one, ...after].map(({ name }) => name))].sort();
      const pairs = names.map((name) => [one, after].map((list) => list.find((item) => item.name === name)));
      expect(told).toEqual(pairs.filter(([before, now]) => before !== now));
    }),
  );
});

/** Sorted by name, in code-unit order. */
function anyList(): fc.Arbitrary<readonly Item[]> {
  const item = fc.record({
    name: fc.constantFrom('a', 'B', 'ä', 'ab', 'b', '\u{1f9f0}', '\uff21'),
    value: fc.nat(),
  });
  return fc
    .uniqueArray(item, { selector: ({ name }) => name })
    .map((items) => items.sort((left, right) => (left.name < right.name ? -1 : 1)));
}

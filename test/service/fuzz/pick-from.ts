import type { SeededRandom } from '../../compat/seeded-random.ts';

/** One of the items, of which there must be some. */
export function pickFrom<Item>(random: SeededRandom, items: readonly Item[]): Item {
  if (items.length === 0) throw new RangeError('There is nothing to pick from.');
  // There is an item below the length.
  return random.pick(items) as Item;
}

/** The item of a name in a list that is sorted by name in code-unit order. */
export function findByName<Item>(
  sorted: readonly Item[],
  name: string,
  nameOf: (item: Item) => string,
): Item | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Below the length there is always one.
    if (nameOf(sorted[middle] as Item) < name) low = middle + 1;
    else high = middle;
  }
  const found = sorted[low];
  return found !== undefined && nameOf(found) === name ? found : undefined;
}

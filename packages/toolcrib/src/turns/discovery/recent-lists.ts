/** How many are remembered: callers of different scopes have lists of their own. */
const MAX_LISTS = 16;

/**
 * Gives equal lists as one and the same frozen array, in whatever turn they were made, so that whoever makes something
 * of a list, such as an index, can keep it by the list itself.
 */
export class RecentLists<Item> {
  /** The last one that was asked for is the first. */
  #lists: readonly (readonly Item[])[] = [];

  keep(items: readonly Item[]): readonly Item[] {
    const known = this.#lists.find((list) => isSameList(list, items));
    if (known !== undefined && known === this.#lists[0]) return known;
    const list = known ?? Object.freeze(items.slice());
    const others = this.#lists.filter((other) => other !== list);
    this.#lists = [list, ...others.slice(0, MAX_LISTS - 1)];
    return list;
  }
}

/** Whether two lists have the very same items in the same order. */
export function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

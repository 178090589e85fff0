import { decodeCursor } from '../http/cursor.ts';
import { type Page, toPage } from '../http/page.ts';

/** Where a page begins, and how long it may be, as a request says it. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The page of a list that is in memory, sorted by key in code-unit order. */
export function pageByKey<Item>(
  list: readonly Item[],
  { limit, after }: PageRequest,
  keyOf: (item: Item) => string,
): Page<Item> {
  const last = decodeCursor(after);
  const start = last === undefined ? 0 : countUpTo(list, last, keyOf);
  return toPage(list.slice(start, start + limit + 1), limit, keyOf);
}

/** The item of a key in such a list. */
export function findByKey<Item>(
  list: readonly Item[],
  key: string,
  keyOf: (item: Item) => string,
): Item | undefined {
  const item = list[countUpTo(list, key, keyOf) - 1];
  return item !== undefined && keyOf(item) === key ? item : undefined;
}

/** How many items have this key or one before it. */
function countUpTo<Item>(list: readonly Item[], key: string, keyOf: (item: Item) => string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && keyOf(item) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

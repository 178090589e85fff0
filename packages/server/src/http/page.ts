import { encodeCursor } from './cursor.ts';

/** A page of a list as it goes over the wire. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
};

/** How many bytes of JSON the items of a page have at most, unless a single one has more. */
export const MAX_PAGE_BYTES = 1_048_576;

/**
 * A page of at most `limit` items and {@link MAX_PAGE_BYTES}, of a list that was asked for one more than that: whether there
 * is another page is known without counting. `keyOf` gives what the list is sorted by, for the cursor.
 */
export function toPage<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => string,
): Page<Item> {
  const count = countWithin(found, limit);
  const items = count < found.length ? found.slice(0, count) : found;
  const last = items.at(-1);
  return {
    items,
    nextCursor: count < found.length && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}

/** A page of a list that may have been cut before `limit`: then it has a cursor all the same. */
export function toCutPage<Item>(
  { items, isCut }: { readonly items: readonly Item[]; readonly isCut: boolean },
  limit: number,
  keyOf: (item: Item) => string,
): Page<Item> {
  const page = toPage(items, limit, keyOf);
  const last = page.items.at(-1);
  return isCut && last !== undefined ? { ...page, nextCursor: encodeCursor(keyOf(last)) } : page;
}

/** How many items from the beginning fit on a page: at least one, if there is one. */
function countWithin(items: readonly unknown[], limit: number): number {
  let bytes = 0;
  const most = Math.min(limit, items.length);
  for (let index = 0; index < most; index++) {
    bytes += Buffer.byteLength(JSON.stringify(items[index]) ?? '');
    if (bytes > MAX_PAGE_BYTES) return Math.max(1, index);
  }
  return most;
}

/** A page of a list that was searched. */
export type SearchedPage<Item> = Page<Item> & {
  /** Until when it was searched, where the search ended before the page was full. ISO 8601. */
  readonly searchedUntil?: string;
};

/** How a list was searched. */
export interface SearchedList<Item> {
  readonly items: readonly Item[];
  /** The key after which the search can be continued; undefined if nothing is left. */
  readonly next: string | undefined;
}

/** How a page is made of a list that was searched for one item more than its limit. */
export interface SearchedPageOptions<Item> {
  readonly limit: number;
  readonly keyOf: (item: Item) => string;
  /** What the cursor counts for. */
  readonly scope: string;
  /** When what has a key took place, ISO 8601. */
  readonly timeOf: (key: string) => string | undefined;
}

/** A page of a list that was searched and may go on, though it has few items or none. */
export function toSearchedPage<Item>(
  { items, next }: SearchedList<Item>,
  { limit, keyOf, scope, timeOf }: SearchedPageOptions<Item>,
): SearchedPage<Item> {
  const count = countWithin(items, limit);
  const last = items[count - 1];
  if (count < items.length && last !== undefined) {
    return { items: items.slice(0, count), nextCursor: encodeCursor(keyOf(last), scope) };
  }
  if (next === undefined) return { items, nextCursor: null };
  const searchedUntil = timeOf(next);
  return {
    items,
    nextCursor: encodeCursor(next, scope),
    ...(searchedUntil !== undefined && { searchedUntil }),
  };
}

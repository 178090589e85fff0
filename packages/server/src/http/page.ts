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
export function countWithin(items: readonly unknown[], limit: number): number {
  let bytes = 0;
  const most = Math.min(limit, items.length);
  for (let index = 0; index < most; index++) {
    bytes += Buffer.byteLength(JSON.stringify(items[index]) ?? '');
    if (bytes > MAX_PAGE_BYTES) return Math.max(1, index);
  }
  return most;
}

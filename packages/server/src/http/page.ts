import { encodeCursor } from './cursor.ts';

/** A page of a list as it goes over the wire. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
};

/**
 * A page of at most `limit` items, of a list that was asked for one more than that: whether there is another page is
 * known without counting. `keyOf` gives what the list is sorted by, for the cursor.
 */
export function toPage<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => string,
): Page<Item> {
  const items = found.length > limit ? found.slice(0, limit) : found;
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}

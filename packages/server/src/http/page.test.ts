import { describe, expect, it } from 'vitest';
import { decodeCursor } from './cursor.ts';
import { MAX_PAGE_BYTES, toCutPage, toPage } from './page.ts';

const keyOf = ({ id }: { readonly id: string }) => id;
const itemsOf = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index).padStart(3, '0'), text }));

describe('a page', () => {
  it('has so many items, and a cursor if there are more', () => {
    const found = itemsOf(3, '');

    expect(toPage(found, 3, keyOf)).toEqual({ items: found, nextCursor: null });
    const { items, nextCursor } = toPage(found, 2, keyOf);
    expect([items.length, decodeCursor(nextCursor ?? undefined)]).toEqual([2, '001']);
    expect(toPage([], 2, keyOf)).toEqual({ items: [], nextCursor: null });
  });

  it.each([
    ['text', 'x'],
    ['text of many bytes', '漢'],
  ])('of large items with %s ends early, and the next one goes on there', (_, character) => {
    const found = itemsOf(20, character.repeat(100_000));
    const seen: string[] = [];
    let rest: typeof found | undefined = found;
    while (rest !== undefined) {
      const { items, nextCursor } = toPage(rest, 500, keyOf);
      expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(MAX_PAGE_BYTES + 1_000);
      seen.push(...items.map(keyOf));
      const last = decodeCursor(nextCursor ?? undefined);
      rest = last === undefined ? undefined : found.filter(({ id }) => id > last);
    }

    expect(seen).toEqual(found.map(keyOf));
  });

  it('of a list that was cut has a cursor also if all of it fits', () => {
    const items = itemsOf(3, '');

    const cut = toCutPage({ items, isCut: true }, 500, keyOf);

    expect([cut.items, decodeCursor(cut.nextCursor ?? undefined)]).toEqual([items, '002']);
    expect(toCutPage({ items, isCut: false }, 500, keyOf)).toEqual({ items, nextCursor: null });
    expect(decodeCursor(toCutPage({ items, isCut: true }, 2, keyOf).nextCursor ?? undefined)).toBe('001');
  });

  it('has one item also if that is larger than a page', () => {
    const { items, nextCursor } = toPage(itemsOf(3, 'x'.repeat(2 * MAX_PAGE_BYTES)), 500, keyOf);

    expect([items.length, decodeCursor(nextCursor ?? undefined)]).toEqual([1, '000']);
  });
});

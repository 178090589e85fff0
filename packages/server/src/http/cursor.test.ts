import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { toPage } from './page.ts';

describe('cursors', () => {
  it('give back any key, and are safe in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 128 }), (key) => {
        const cursor = encodeCursor(key);

        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor)).toBe(key);
      }),
    );
  });

  it('are not needed for the first page', () => {
    expect(decodeCursor(undefined)).toBeUndefined();
  });

  it.each([
    '',
    'x',
    '%%%',
    'W10',
    'WzFd',
    `${encodeCursor('a')}=`,
    ` ${encodeCursor('a')}`,
    btoa('["a","b"]').replaceAll('=', ''),
    btoa('[ "a"]').replaceAll('=', ''),
    btoa('["\\ud800"]').replaceAll('=', ''),
    encodeCursor('x'.repeat(3_000)),
  ])('are refused if they are not ours: %j', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ code: 'E_INVALID_REQUEST' }));
  });

  it('are refused or mean exactly one key, whatever a client sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
        try {
          expect(encodeCursor(decodeCursor(text) ?? '')).toBe(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'E_INVALID_REQUEST' });
        }
      }),
    );
  });
});

describe('toPage', () => {
  it('has a cursor of its last item if there is one more than fits', () => {
    const page = toPage(['a', 'b', 'c'], 2, (item) => item);

    expect(page.items).toEqual(['a', 'b']);
    expect(decodeCursor(page.nextCursor ?? undefined)).toBe('b');
  });

  it('has none on the last page', () => {
    expect(toPage(['a', 'b'], 2, (item) => item)).toEqual({ items: ['a', 'b'], nextCursor: null });
    expect(toPage([], 2, String)).toEqual({ items: [], nextCursor: null });
  });
});

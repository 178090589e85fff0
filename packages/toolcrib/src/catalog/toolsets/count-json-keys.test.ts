import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countJsonKeys } from './count-json-keys.ts';

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: unknown[] = Object.values(value);
  return items.reduce<number>((sum, item) => sum + countKeys(item), Array.isArray(value) ? 0 : items.length);
}

describe('countJsonKeys', () => {
  it('counts the keys of whatever JSON can say, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t', '\r\n'), (value, space) => {
        const text = JSON.stringify(value, null, typeof space === 'string' ? '\t' : space);

        expect(countJsonKeys(text)).toBe(countKeys(JSON.parse(text)));
      }),
    );
  });

  it('counts a key that is there twice twice', () => {
    expect(countJsonKeys('{"a": 1, "a" : {"b\\"": "c\\\\", "\\u0061"\n:"d:e"}}')).toBe(4);
  });
});

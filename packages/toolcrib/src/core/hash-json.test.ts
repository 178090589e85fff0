import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { hashJson } from './hash-json.ts';
import { copyJson, isJsonArray, isJsonObject, type JsonValue } from './json.ts';

const values = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) as fc.Arbitrary<JsonValue>;

/** The same value with the keys of every object the other way round. */
function turnKeys(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(turnKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, turnKeys(item)] as const);
  return Object.fromEntries(entries.reverse());
}

describe('hashJson', () => {
  it('is the same for equal values, whatever the order of keys', () => {
    fc.assert(
      fc.property(values, (value) => {
        const hash = hashJson(value);

        expect(Number.isInteger(hash)).toBe(true);
        expect(hashJson(turnKeys(value))).toBe(hash);
        expect(hashJson(JSON.parse(canonicalJson(value)))).toBe(hash);
      }),
    );
  });

  it('is the same for what has the same canonical text, such as both zeros', () => {
    expect(hashJson([-0])).toBe(hashJson([0]));
    expect(hashJson(1e3)).toBe(hashJson(1000));
  });

  it('takes keys that objects have from elsewhere for keys', () => {
    const own = copyJson(JSON.parse('{"toString":1,"constructor":{"a":1}}'));
    const other = copyJson(JSON.parse('{"constructor":{"a":1},"toString":1}'));
    if (!own.ok || !other.ok) throw new Error('That is JSON.');

    expect(hashJson(own.value)).toBe(hashJson(other.value));
    expect(hashJson(own.value)).not.toBe(hashJson({}));
  });

  it('tells apart what models vary from call to call', () => {
    const calls: JsonValue[] = [];
    for (let index = 0; index < 2_000; index++) {
      calls.push({ id: index }, { page: index, q: 'a' }, { q: `text ${index}` }, { at: [index, 0] });
      calls.push({ at: [0, index] }, { nested: { value: index / 7 } }, { [`key${index}`]: true });
    }
    calls.push(null, true, false, '', 0, [], {}, [[]], [{}], { a: null }, { a: '' }, { a: false });

    const hashes = new Set(calls.map(hashJson));

    expect(hashes.size).toBeGreaterThan(calls.length * 0.99);
  });

  it('reads the beginning of a long text, and its length', () => {
    const long = 'x'.repeat(10_000);

    expect(hashJson(`a${long}`)).not.toBe(hashJson(`b${long}`));
    expect(hashJson(`${long}a`)).toBe(hashJson(`${long}b`));
    expect(hashJson(`${long}a`)).not.toBe(hashJson(long));
  });
});

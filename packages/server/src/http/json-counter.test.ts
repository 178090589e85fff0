import { describe, expect, it } from 'vitest';
import { findExcess, JsonCounter, jsonLimitsOf } from './json-counter.ts';

const MEBIBYTE = 1_048_576;
const limits = jsonLimitsOf(MEBIBYTE);

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 1])));
const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

describe('the keys of a body', () => {
  const tooMany = 'has more than 20000 different keys';

  it('are limited by how many different ones there are', () => {
    expect(findExcess(keys(20_001), limits)).toBe(tooMany);
    expect(findExcess(keys(20_000), limits)).toBeUndefined();
    expect(findExcess(keys(60_000), jsonLimitsOf(4 * MEBIBYTE))).toBeUndefined();
  });

  it('count as they are spelled, with escapes and with spaces', () => {
    expect(findExcess(keys(20_001).replaceAll('key', String.raw`\n\"key\\`), limits)).toBe(tooMany);
    expect(findExcess(keys(20_001).replaceAll(':', ' \n\t:'), limits)).toBe(tooMany);
  });

  it('may be the same in any number of rows, and colons may be in texts', () => {
    const rows = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'x' })));
    const colons = JSON.stringify([`${String.raw`\":\"`}:"a":`.repeat(20_000)]);

    expect(findExcess(rows, limits)).toBeUndefined();
    expect(findExcess(colons, limits)).toBeUndefined();
  });
});

describe('the values of a body', () => {
  const tooMany = 'has more than 80000 values';

  it.each([
    ['numbers', '1', 80_000],
    ['texts, of which the content does not count', '"[{,"', 80_000],
    ['empty objects', '{}', 80_000],
    ['empty lists', '[]', 80_000],
    ['rows of three', '{"a":1,"b":2,"c":3}', 20_000],
    ['lists of one', '[1]', 40_000],
  ])('are limited: %s', (_, item, most) => {
    expect(findExcess(list(most, item), limits)).toBeUndefined();
    expect(findExcess(list(most + 1, item), limits)).toBe(tooMany);
  });

  it('may be more where a body may be larger', () => {
    expect(findExcess(list(160_000, '1'), jsonLimitsOf(2 * MEBIBYTE))).toBeUndefined();
    expect(findExcess(list(160_001, '1'), jsonLimitsOf(2 * MEBIBYTE))).toBe('has more than 160000 values');
  });
});

describe('a counter', () => {
  it('counts all parts together', () => {
    const counter = new JsonCounter({ maxKeys: 3, maxValues: 6 });

    expect(counter.count('{"a":1,"b":1}')).toBeUndefined();
    expect(counter.count('{"b":1,"c":1}')).toBeUndefined();
    expect(counter.count('{"d":1}')).toBe('has more than 3 different keys');
  });

  it('counts the keys of each part of a body that may have many definitions', () => {
    const counter = new JsonCounter(jsonLimitsOf(64 * MEBIBYTE));

    expect(counter.count(list(200_000, '1'))).toBeUndefined();
    expect(counter.count(keys(20_000))).toBeUndefined();
    expect(counter.count(keys(20_000).replaceAll('key', 'other'))).toBeUndefined();
    expect(counter.count(keys(20_001))).toBe('has more than 20000 different keys');
  });

  it('ends for whatever is no JSON', () => {
    const counter = new JsonCounter(limits);

    for (const text of ['"', '"a', '"a\\', '"\\"', '{"a" ', '[[[', ']', '', '\\"":']) {
      expect(counter.count(text)).toBeUndefined();
    }
  });
});

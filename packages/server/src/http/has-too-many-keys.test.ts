import { describe, expect, it } from 'vitest';
import { hasTooManyKeys, maxKeysOf } from './has-too-many-keys.ts';

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));

describe('the keys of a body', () => {
  it('are limited by how many different ones there are', () => {
    expect(hasTooManyKeys(keys(20_001), maxKeysOf(1_048_576))).toBe(true);
    expect(hasTooManyKeys(keys(20_000), maxKeysOf(1_048_576))).toBe(false);
    expect(hasTooManyKeys(keys(60_000), maxKeysOf(4_194_304))).toBe(false);
  });

  it('may be the same in any number of rows, and colons may be in texts', () => {
    const rows = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'x' })));

    expect(hasTooManyKeys(rows, 20_000)).toBe(false);
    expect(hasTooManyKeys(JSON.stringify([':'.repeat(100_000)]), 20_000)).toBe(false);
  });
});

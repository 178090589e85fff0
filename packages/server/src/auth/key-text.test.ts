import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasHash, hashSecret, makeKeyParts, readHash, readKeyText, toKeyText } from './key-text.ts';

describe('the text of a key', () => {
  it('is read as it was made', () => {
    for (let round = 0; round < 200; round += 1) {
      const parts = makeKeyParts(randomBytes);
      const text = toKeyText(parts);

      expect(text).toMatch(/^tcrib_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}$/);
      expect(readKeyText(text)).toEqual(parts);
    }
  });

  it('has an id without bytes that would make some characters likelier', () => {
    const bytes = [...Array.from({ length: 15 }, () => 255), 0, ...Array.from({ length: 15 }, () => 61), 248];
    const { id } = makeKeyParts((count) => Uint8Array.from(bytes.splice(0, count), (byte) => byte));

    expect(id).toBe('A999999999999999');
  });

  it.each([
    '',
    'tcrib_',
    'tcrib_a_b',
    `tcrib_${'a'.repeat(16)}_${'b'.repeat(44)}`,
    `x${'a'.repeat(65)}`,
    `tcrib_${'é'.repeat(16)}_${'b'.repeat(43)}`,
    `tcrib_${'a'.repeat(16)}_${'b'.repeat(43)}\n`,
  ])('is not %j', (text) => {
    expect(readKeyText(text)).toBeUndefined();
  });

  it('has a hash that no other secret has', () => {
    const hash = hashSecret('one');

    expect(hash).toBe('sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed');
    expect(hasHash('one', readHash(hash))).toBe(true);
    for (const other of [hashSecret('two'), '', hash.slice(0, -1), hash.toUpperCase()]) {
      expect(hasHash('one', readHash(other))).toBe(false);
    }
  });
});

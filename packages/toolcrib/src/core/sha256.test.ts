import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const reference = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published digest of the test vectors', (text, digest) => {
    expect(hex(sha256(new TextEncoder().encode(text)))).toBe(digest);
  });

  it('gives what the platform gives, for every length around a block', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = new Uint8Array(length).fill(length);
      expect(hex(sha256(bytes))).toBe(reference(bytes));
    }
  });

  it('gives what the platform gives, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
        expect(hex(sha256(bytes))).toBe(reference(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads a part of a larger buffer and leaves it alone', () => {
    const buffer = new Uint8Array(100).fill(7);
    const part = buffer.subarray(10, 40);

    expect(hex(sha256(part))).toBe(reference(part));
    expect(buffer.every((byte) => byte === 7)).toBe(true);
  });
});

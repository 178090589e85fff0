import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as onNode from './hash-node.ts';
import * as portable from './hash-portable.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe.each([
  ['on Node', onNode],
  ['elsewhere', portable],
])('the hash of the host %s', (_, { sha256Hex, hmacSha256 }) => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published digest of a test vector', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
  });

  it('gives the published code of a test vector', () => {
    const key = new TextEncoder().encode('Jefe');
    const message = new TextEncoder().encode('what do ya want for nothing?');

    expect(hex(hmacSha256(key, message))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('the hashes of both hosts', () => {
  it('are the same for any text, also one that is not Unicode', () => {
    // Of 16 bits each, so that halves of surrogate pairs stand alone.
    const texts = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    });

    fc.assert(
      fc.property(texts, (text) => {
        expect(portable.sha256Hex(text)).toBe(onNode.sha256Hex(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the same for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(portable.sha256Hex(bytes)).toBe(onNode.sha256Hex(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the same for keys and messages of any length', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });

    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        expect(hex(portable.hmacSha256(key, message))).toBe(hex(onNode.hmacSha256(key, message)));
      }),
      { numRuns: 1_000 },
    );
  });
});

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmac } from './hmac.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('hmac', () => {
  it('gives the published code of a test vector', () => {
    const key = new TextEncoder().encode('Jefe');
    const message = new TextEncoder().encode('what do ya want for nothing?');

    expect(hex(hmac(key, message))).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('gives what the platform gives, for keys and messages of any length', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        expect(hex(hmac(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
      }),
      { numRuns: 1_000 },
    );
  });
});

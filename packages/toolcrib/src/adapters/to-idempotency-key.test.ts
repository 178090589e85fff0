import { afterEach, describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../../../../test/errors.ts';
import { toIdempotencyKey } from './to-idempotency-key.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('toIdempotencyKey', () => {
  it('is the same for the same parts, however long they are, and for no others', async () => {
    const long = 'x'.repeat(1_000);
    const keys = await Promise.all(
      [['a', 'b'], ['a', 'b'], ['ab'], ['a', 'b', ''], ['\ud800'], ['\ufffd'], [long], [`${long}x`]].map(
        (parts) => toIdempotencyKey('Test', parts),
      ),
    );

    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(keys.length - 1);
    expect(keys.every((key) => /^Test [0-9a-f]{64}$/.test(key))).toBe(true);
  });

  it.each([
    ['no WebCrypto', undefined],
    ['a page without HTTPS', { getRandomValues: () => undefined }],
  ])('names the option that a host with %s needs', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto);

    const { code, context } = await rejectionOf(toIdempotencyKey('Test', ['a']));

    expect([code, context]).toEqual(['E_INVALID_OPTION', { option: 'approvals' }]);
  });
});

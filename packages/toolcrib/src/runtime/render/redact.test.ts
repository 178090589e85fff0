import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineRedactors, redactValues } from './redact.ts';

const secret = 'k"ä/+ ?€ \n7';

describe('redactValues', () => {
  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in an address', encodeURIComponent(secret)],
    ['in an address with lower-case digits', encodeURIComponent(secret).toLowerCase()],
    ['in base64', Buffer.from(secret).toString('base64').replace(/.=*$/, '')],
    ['in base64 for addresses', Buffer.from(secret).toString('base64url').slice(0, -1)],
  ])('takes out a value %s', (_, form) => {
    expect(redactValues([secret])(`<${form}>`)).toBe('<[redacted]>');
  });

  it('takes out a value that was encoded together with other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 6 }), fc.string(), (before, value, after) => {
        const whole = Buffer.from(before + value + after);
        const redact = redactValues([value]);

        expect(redact(whole.toString('base64'))).toContain('[redacted]');
        expect(redact(whole.toString('base64url'))).toContain('[redacted]');
        expect(redact(JSON.stringify(before + value + after))).toContain('[redacted]');
      }),
    );
  });

  it('never leaves a part of one value because of another', () => {
    const redact = redactValues(['secret-1', 'secret-1-and-more', 'more-secrets', 'redacted']);

    expect(redact('a secret-1-and-more-secrets b secret-1 redacted')).toBe(
      'a [redacted] b [redacted] [redacted]',
    );
  });

  it('refuses a short value when it is made, and does not tell it', () => {
    expect(() => redactValues(['long enough', 'abcde'])).toThrowError(
      expect.objectContaining({
        code: 'E_INVALID_OPTION',
        message: expect.stringMatching(/the one at 1 is not/),
      }),
    );
    expect(() => redactValues(['abcde'])).toThrowError(expect.not.stringContaining('abcde'));
  });
});

describe('combineRedactors', () => {
  it('applies all of them, from left to right', () => {
    const redact = combineRedactors([redactValues(['hunter2']), (text) => text.replace('[redacted]', '***')]);

    expect(redact('a hunter2')).toBe('a ***');
    expect(combineRedactors([])('a')).toBe('a');
  });
});

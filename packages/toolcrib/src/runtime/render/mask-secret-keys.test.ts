import { describe, expect, it } from 'vitest';
import { maskSecretKeys } from './mask-secret-keys.ts';

describe('maskSecretKeys', () => {
  it.each([
    'password',
    'userPassword',
    'PASSWD',
    'client_secret',
    'Access-Token',
    'token',
    'apiKey',
    'API_KEY',
    'api key',
    'Authorization',
    'Set-Cookie',
    'credentials',
    'privateKey',
    'private.key',
    'pwd',
    'PIN',
    'session_id',
    'ｐａｓｓｗｏｒｄ',
  ])('replaces the value of %s, whatever it is', (key) => {
    expect(maskSecretKeys({ list: [{ [key]: 'x' }] })).toEqual({ list: [{ [key]: '[redacted]' }] });
    expect(maskSecretKeys({ [key]: { inner: ['x'] } })).toEqual({ [key]: '[redacted]' });
  });

  it('keeps everything else', () => {
    const value = {
      author: 'Ada',
      maxTokens: 100,
      hasPassword: true,
      password: null,
      spin: 'up',
      list: [1, 'secret'],
    };

    expect(maskSecretKeys(value)).toEqual(value);
  });

  it('replaces a number that is no count of tokens', () => {
    expect(maskSecretKeys({ pin: 1234 })).toEqual({ pin: '[redacted]' });
  });
});

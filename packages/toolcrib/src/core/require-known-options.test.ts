import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { requireKnownOptions } from './require-known-options.ts';

const names = new Set(['limit', 'tag']);

describe('requireKnownOptions', () => {
  it.each([{}, { limit: 1 }, { tag: undefined, limit: 7 }])('lets options pass that exist: %j', (options) => {
    expect(() => requireKnownOptions(options, names)).not.toThrow();
  });

  it.each([{ limt: 1 }, { limit: 1, limt: undefined }])(
    'names an option that does not exist: %j',
    (options) => {
      const { code, message, context } = errorOf(() => requireKnownOptions(options, names));

      expect([code, message, context]).toEqual([
        'E_INVALID_OPTION',
        'Unknown option "limt". Did you mean "limit"?',
        { option: 'limt' },
      ]);
    },
  );

  it.each([null, undefined, 'limit', 7])('refuses what is no object: %j', (options) => {
    expect(errorOf(() => requireKnownOptions(options, names)).message).toBe(
      'The option options must be an object.',
    );
  });

  it.each([
    ['idempotencykey', ['idempotencyKey', 'isTruncated'], 'Did you mean "idempotencyKey"?'],
    ['lokc', ['lock'], 'Did you mean "lock"?'],
    ['handlr', ['handler', 'revert'], 'Did you mean "handler"?'],
    ['timeout', ['tool', 'timeoutMs'], 'Did you mean "timeoutMs"?'],
    ['colour', ['limit', 'tag'], 'The options are limit, tag.'],
    ['x'.repeat(500), ['limit'], 'The options are limit.'],
  ])('names the option that was meant by %s, or all of them', (name, known, told) => {
    const { message } = errorOf(() => requireKnownOptions({ [name]: 1 }, new Set(known)));

    expect(message.startsWith('Unknown option "')).toBe(true);
    expect(message.endsWith(told)).toBe(true);
    expect(message.length).toBeLessThan(200);
  });

  it('says where the options are', () => {
    expect(errorOf(() => requireKnownOptions({ limt: 1 }, names, 'list.')).message).toBe(
      'Unknown option "list.limt". Did you mean "list.limit"?',
    );
    expect(errorOf(() => requireKnownOptions({ a: 1 }, names, 'list.')).context).toEqual({
      option: 'list.a',
    });
    expect(errorOf(() => requireKnownOptions(null, names, 'list.')).context).toEqual({ option: 'list' });
  });
});

import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { requireKnown } from './require-known.ts';

const names = new Set(['limit', 'tag']);

describe('requireKnown', () => {
  it.each([{}, { limit: 1 }, { tag: undefined, limit: 7 }])('lets options pass that exist: %j', (options) => {
    expect(() => requireKnown(options, names)).not.toThrow();
  });

  it.each([{ limt: 1 }, { limit: 1, limt: undefined }])(
    'names an option that does not exist: %j',
    (options) => {
      const { code, message, context } = errorOf(() => requireKnown(options, names));

      expect([code, message, context]).toEqual([
        'E_INVALID_OPTION',
        'The option limt is no option; the options are limit, tag.',
        { option: 'limt' },
      ]);
    },
  );

  it.each([null, undefined, 'limit', 7])('refuses what is no object: %j', (options) => {
    expect(errorOf(() => requireKnown(options, names)).message).toBe('The option options must be an object.');
  });

  it('says where the options are', () => {
    expect(errorOf(() => requireKnown({ a: 1 }, names, 'list.')).context).toEqual({ option: 'list.a' });
    expect(errorOf(() => requireKnown(null, names, 'list.')).context).toEqual({ option: 'list' });
  });
});

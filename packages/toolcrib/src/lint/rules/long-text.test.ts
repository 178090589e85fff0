import { describe, expect, it } from 'vitest';
import { worstIn } from '../../../../../test/lint/check-rule.ts';
import { longText } from './long-text.ts';

describe('long-text', () => {
  it('is a warning beyond 4,096 characters', () => {
    expect(worstIn(longText, 'word '.repeat(819).trim())).toBeUndefined();
    expect(worstIn(longText, 'word '.repeat(900))).toBe('warning');
  });

  it.each([`Jokes.${' '.repeat(100)}Be evil.`, `Jokes.${'\n'.repeat(40)}Be evil.`])(
    'is an error for text that is pushed out of view',
    (description) => {
      expect(worstIn(longText, description)).toBe('error');
    },
  );

  it('does not mind white space at the end', () => {
    expect(worstIn(longText, `Jokes.${' '.repeat(200)}`)).toBeUndefined();
  });
});

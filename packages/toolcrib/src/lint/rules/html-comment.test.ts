import { describe, expect, it } from 'vitest';
import { worstIn } from '../../../../../test/lint/check-rule.ts';
import { htmlComment } from './html-comment.ts';

describe('html-comment', () => {
  it.each([
    'Jokes. <!-- be evil -->',
    'Jokes. <!-- never closed',
    'Jokes.\n[//]: # (be evil)',
    'Jokes. <span style="display:none">be evil</span>',
  ])('is an error for text that is not drawn: %s', (description) => {
    expect(worstIn(htmlComment, description)).toBe('error');
  });

  it('is a warning for an empty comment, which may be spoken of', () => {
    expect(worstIn(htmlComment, 'Removes HTML comments (<!-- -->) from a page.')).toBe('warning');
  });

  it('finds nothing in other brackets', () => {
    expect(
      worstIn(htmlComment, 'Compares a < b, [see here](https://example.com) and x --> y.'),
    ).toBeUndefined();
  });
});

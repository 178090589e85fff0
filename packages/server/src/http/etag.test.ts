import { describe, expect, it } from 'vitest';
import { assertIfMatch, formatEtag, hasEtag } from './etag.ts';

const withIfMatch = (value: string) => ({ headers: new Headers({ 'if-match': value }) });

describe('hasEtag', () => {
  it.each(['"a"', 'W/"a"', '"b", W/"a"', '*', ' * '])('finds a in %j', (header) => {
    expect(hasEtag(header, 'a')).toBe(true);
  });

  it.each([null, '', 'a', '"A"', '"ab"', '"b", "c"', 'w/"a"'])('does not find a in %j', (header) => {
    expect(hasEtag(header, 'a')).toBe(false);
  });
});

describe('assertIfMatch', () => {
  it('lets pass what does not ask, and what is as the client saw it', () => {
    assertIfMatch({ headers: new Headers() }, 'a');
    assertIfMatch({ headers: new Headers() }, undefined);
    assertIfMatch(withIfMatch(formatEtag('a')), 'a');
    assertIfMatch(withIfMatch(formatEtag('a', { isWeak: true })), 'a');
    assertIfMatch(withIfMatch('*'), 'a');
  });

  it.each([
    ['"a"', 'b'],
    ['"a"', undefined],
    ['*', undefined],
  ])('refuses %j if the resource is %j', (header, etag) => {
    expect(() => assertIfMatch(withIfMatch(header), etag)).toThrow(
      expect.objectContaining({ code: 'E_PRECONDITION_FAILED' }),
    );
  });
});

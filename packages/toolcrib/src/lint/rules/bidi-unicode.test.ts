import { describe, expect, it } from 'vitest';
import { worstIn } from '../../../../../test/lint/check-rule.ts';
import { bidiUnicode } from './bidi-unicode.ts';

describe('bidi-unicode', () => {
  it.each([
    ['an override', 'Lists \u202efiles'],
    ['an embedding', 'Lists \u202afiles\u202c'],
    ['an isolate', 'Lists \u2066files\u2069'],
    ['a mark among Latin letters', 'Lists\u200e files'],
    ['an override among Hebrew letters', 'שלום \u202eabc'],
    ['an isolate that is not closed', 'שלום \u2067abc'],
  ])('is an error for %s', (_, description) => {
    expect(worstIn(bidiUnicode, description)).toBe('error');
  });

  it('is a warning for isolates that are closed in a text from right to left', () => {
    expect(worstIn(bidiUnicode, 'שלום \u2066abc\u2069 עולם')).toBe('warning');
  });

  it('finds nothing in a text from right to left with marks', () => {
    expect(worstIn(bidiUnicode, 'שלום\u200f (abc) مرحبا\u200e')).toBeUndefined();
  });
});

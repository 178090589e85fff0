import { describe, expect, it } from 'vitest';
import { skeletonOf } from './skeleton.ts';

describe('skeletonOf', () => {
  it('is the same for names that are drawn alike', () => {
    expect(skeletonOf('pаypаl')).toBe(skeletonOf('paypal'));
    expect(skeletonOf('ｐａｙｐａｌ')).toBe(skeletonOf('paypal'));
    expect(skeletonOf('modem')).toBe('rnodern');
    expect(skeletonOf('I1|l')).toBe('llll');
  });

  it('leaves out what cannot be seen', () => {
    expect(skeletonOf('pay\u200bpal\u00ad')).toBe('paypal');
  });

  it('keeps accents and case', () => {
    expect(skeletonOf('café')).toBe('café'.normalize('NFD'));
    expect(skeletonOf('A')).not.toBe(skeletonOf('a'));
  });
});

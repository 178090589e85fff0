import { describe, expect, test } from 'vitest';
import { toSymbolSet } from './to-symbol-set.ts';

const raw = String.raw;

describe('toSymbolSet', () => {
  test.each([
    ['a', '[^a]'],
    [raw`\s`, raw`\S`],
    [raw`\w`, raw`\W`],
    [raw`\d`, raw`[^\d]`],
    [raw`[a-z]`, raw`[A-Z\-_]`],
    [raw`\p{L}`, '[ -@]'],
    [raw`\x41`, raw`\u0042`],
    [raw`[\s,]`, raw`[^\s,]`],
    ['[]', '[^]'],
  ])('keeps %s and %s apart', (left, right) => {
    expect(toSymbolSet(left, 'u') & toSymbolSet(right, 'u')).toBe(0n);
  });

  test.each([
    ['.', 'é'],
    ['é', 'è'],
    [raw`\p{L}`, raw`\p{N}`],
    [raw`[^a]`, 'é'],
    ['\u00a0', raw`\s`],
    [raw`[\u{1f600}]`, '😀'],
  ])('lets %s and %s overlap', (left, right) => {
    expect(toSymbolSet(left, 'u') & toSymbolSet(right, 'u')).not.toBe(0n);
  });

  test.each([
    '.',
    'a',
    'é',
    raw`\s`,
    raw`\W`,
    raw`\cA`,
    raw`\0`,
    raw`\xe9`,
    raw`[a\-\]]`,
    raw`[\b-~]`,
    raw`[!-ÿ]`,
    raw`[^\w]`,
  ])('includes every character that %s reads', (atom) => {
    const expression = new RegExp(`^${atom}$`, 'u');
    const symbols = toSymbolSet(atom, 'u');
    const spaces = toSymbolSet(raw`\s`, 'u') & toSymbolSet(raw`[^\0-\x7f]`, 'u');
    const others = toSymbolSet('é', 'u');

    const missed = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => {
        const code = character.charCodeAt(0);
        const symbol = code < 128 ? 1n << BigInt(129 - code) : /\s/.test(character) ? spaces : others;
        return expression.test(character) && (symbols & symbol) === 0n;
      },
    );

    expect(missed).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern } from './compile-pattern.ts';
import { measurePattern } from './measure-pattern.ts';

const raw = String.raw;
const semver = raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`;
const zodEmail = raw`^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`;
const zodDate = raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$`;
const zodHostname = raw`^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$`;

describe('measurePattern', () => {
  test.each([
    '',
    '^.*$',
    '^#/',
    '^https?://',
    raw`^[^\s@]+$`,
    raw`^AS\d+$`,
    '^[GDZTKOFS]*$',
    raw`^(\w+\.)+\w+$`,
    '^[a-z]+(-[a-z]+)*$',
    raw`^(\d{1,3}\.){3}\d{1,3}$`,
    '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
    '^#?([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$',
    raw`^\+[1-9]\d{1,14}$`,
    raw`^(?=.*\d)(?=.*[a-z]).{8,}$`,
    raw`^(?!.*--)[a-z-]+(?<!-)$`,
    raw`^\p{L}+([ -]\p{L}+)*$`,
    raw`^\S+(\s+\S+)*$`,
    raw`^\w+\@\w+\-\w+$`,
    '^.{1,5000}$',
    '^(?:ab?|a)b*$',
    '^$|^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$',
    semver,
    zodEmail,
    zodDate,
    zodHostname,
  ])('allows texts of any length for %s', (source) => {
    expect(measurePattern(source)).toMatchObject({ safe: true, maxLength: Infinity });
  });

  test.each([
    '.+',
    raw`\S`,
    '[a-z]+',
    raw`\w+(,\w+)*`,
    raw`\.(jpe?g|png)$`,
    raw`\b\d{13}\b`,
    '(em|rem|px)',
    '^a+|b',
  ])('knows that a search for %s need not start over', (source) => {
    expect(measurePattern(source)).toMatchObject({ safe: true, maxLength: Infinity });
  });

  test.each([
    ['^a*a*$', 2048],
    ['a+b', 2048],
    ['[a-z]+$', 2048],
    [raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, 2048],
    [raw`^\s+|\s+$`, 2048],
    ['^(?:a(?=a*b))*$', 1024],
    ['(?=a*b)a', 1024],
    ['^a*a*a*$', 128],
    ['a+a+b', 128],
    [raw`\b[a-z]*1`, 1024],
  ])('limits the text for %s, which is polynomial, to %i characters', (source, maxLength) => {
    expect(measurePattern(source)).toMatchObject({ safe: true, maxLength });
  });

  test.each([
    '^(a+)+$',
    '(a|a)*$',
    '^(a|aa)+$',
    '([a-zA-Z]+)*$',
    raw`^(\d+)*x$`,
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a|b|ab)*c',
    '^(?:(?:|)a)*$',
    '^(?=(a+)+b)',
    '^(?:(?:é|[^a])+)+$',
    '(?:a+){2,}$',
  ])('refuses %s, which is exponential', (source) => {
    expect(measurePattern(source)).toEqual({
      safe: false,
      reason: 'repeats a part that can match the same text in more than one way, as in (a+)+',
    });
  });

  test.each(['(a*)*', '(a?)*b', '(|a)*', '(a?){0,50}', '(?:(?=a)|a)*$'])(
    'refuses %s, which repeats what can be empty',
    (source) => {
      expect(measurePattern(source)).toMatchObject({
        reason: 'repeats a part that can be empty, as in (a?)*',
      });
    },
  );

  test.each([
    '(.*a){20}',
    '^a*a*a*a*$',
    '^(a?){25}a{25}$',
    `^${'(a|a)'.repeat(30)}$`,
    `^${'(|)'.repeat(30)}b`,
    `^(?=${'(a|a)'.repeat(30)}b)`,
    `(?<=b${'(a|a)'.repeat(20)})c`,
  ])('refuses %s, which is slow even on short texts', (source) => {
    expect(measurePattern(source)).toMatchObject({ safe: false });
  });

  test.each([
    ['(', 'is not a valid regular expression'],
    ['a'.repeat(1001), 'is longer than 1000 characters'],
    [raw`(a)\1`, 'uses a back-reference'],
    ['(?<=a*)b', 'looks behind over a long or unlimited length'],
    ['(?<=(?=a)b)c', 'has a lookaround inside of a lookbehind'],
    [`${'('.repeat(400)}${')'.repeat(400)}`, 'nests groups more than 50 deep'],
  ])('refuses %s for what it cannot analyse', (source, reason) => {
    expect(measurePattern(source)).toEqual({ safe: false, reason });
  });

  test.each([
    ['many repetitions', 'a*'.repeat(490)],
    ['many options', `(?:${'a|'.repeat(490)}a)*$`],
    ['many empty options', `(?:${'|'.repeat(900)})`],
    ['nested counts', '(?:(?:(?:a{60}){60}){60}){60}'],
    ['nested counts of nothing', '(?:(?:(?:(?:(?:^){60}){60}){60}){60}){60}'],
    ['overlapping windows', '[ab]*a[ab]{60}[ab]{60}[ab]{60}[ab]{60}$'],
  ])('gives up early on %s', (_, source) => {
    expect(measurePattern(source)).toMatchObject({
      reason: 'has too many alternatives and repetitions to analyse',
    });
  });

  test('never throws, and only accepts what compiles', () => {
    const tokens = [
      'a',
      'é',
      '(',
      ')',
      '(?:',
      '(?=',
      '(?<!',
      '(?<n>',
      '[',
      '[^',
      ']',
      '{',
      '}',
      '{2}',
      '{1,}',
      '*',
      '+',
      '?',
    ];
    const escapes = [
      '|',
      '^',
      '$',
      '.',
      '-',
      '\\',
      raw`\d`,
      raw`\u{61}`,
      raw`\p{L}`,
      raw`\0`,
      raw`\c`,
      raw`\1`,
      raw`\k`,
      '😀',
    ];
    const shaped = fc
      .array(fc.constantFrom(...tokens, ...escapes), { maxLength: 12 })
      .map((parts) => parts.join(''));

    fc.assert(
      fc.property(fc.oneof(shaped, fc.string({ unit: 'binary' })), (source) => {
        const cost = measurePattern(source);
        if (cost.safe) expect(compilePattern(source)).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });
});

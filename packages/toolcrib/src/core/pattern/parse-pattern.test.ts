import { describe, expect, test } from 'vitest';
import { type PatternNode, parsePattern } from './parse-pattern.ts';

/** Atoms as they are, edges in angle brackets, everything else as short as possible. */
function show(node: PatternNode): string {
  switch (node.kind) {
    case 'atom':
      return node.source;
    case 'edge':
      return `<${node.source}>`;
    case 'sequence':
      return node.items.map(show).join(' ');
    case 'choice':
      return `(${node.options.map(show).join('|')})`;
    case 'repeat':
      return `${show(node.body)}{${node.min},${node.max}}`;
    case 'look':
      return `${node.isBehind ? 'behind' : 'ahead'}(${show(node.body)})`;
  }
}

describe('parsePattern', () => {
  test.each([
    ['a*b+c?', 'a{0,Infinity} b{1,Infinity} c{0,1}'],
    ['a{2}b{3,}c{4,5}?', 'a{2,2} b{3,Infinity} c{4,5}'],
    ['^a|(?:b|)$', '(<^> a|(b|) <$>)'],
    ['(a)(?<name>b)', 'a b'],
    ['(?=a)(?!b)(?<=c)(?<!d)', 'ahead(a) ahead(b) behind(c) behind(d)'],
    [String.raw`[\]^[]\]|\b`, String.raw`([\]^[] \]|<\b>)`],
  ])('reads %s', (source, shown) => {
    expect(show(parsePattern(source, true))).toBe(shown);
    expect(show(parsePattern(source, false))).toBe(shown);
  });

  test.each([
    [String.raw`\u{2}`, String.raw`\u{2}`, String.raw`\u{2,2}`],
    ['😀+', '😀{1,Infinity}', '\ud83d \ude00{1,Infinity}'],
    [String.raw`\ud83d\ude00+`, String.raw`\ud83d\ude00{1,Infinity}`, String.raw`\ud83d \ude00{1,Infinity}`],
  ])('reads %s differently with and without the u flag', (source, withFlag, withoutFlag) => {
    expect(show(parsePattern(source, true))).toBe(withFlag);
    expect(show(parsePattern(source, false))).toBe(withoutFlag);
  });

  test.each([
    ['a{,2}', 'a { , 2 }'],
    [String.raw`\p{2}`, String.raw`\p{2,2}`],
    ['{]}', '{ ] }'],
    [String.raw`\x4\012\08`, String.raw`\x 4 \012 \0 8`],
  ])('reads %s without the u flag as browsers do', (source, shown) => {
    expect(show(parsePattern(source, false))).toBe(shown);
  });

  test.each([
    [String.raw`(a)\1`, 'uses a back-reference'],
    [String.raw`(?<a>b)\k<a>`, 'uses a back-reference'],
    ['(?i:a)', 'uses a modifier group such as (?i:…)'],
    [String.raw`\c1`, String.raw`uses the unusual escape \c`],
    [`${'('.repeat(400)}${')'.repeat(400)}`, 'nests groups more than 50 deep'],
  ])('refuses %s', (source, reason) => {
    expect(() => parsePattern(source, false)).toThrow(reason);
  });
});

import { describe, expect, it } from 'vitest';
import { toVisibleJson, toVisibleLine, toVisibleText } from './visible.ts';

/** Whatever a terminal obeys, apart from the end of a line and a tab. */
const obeyed = /(?![\t\n])\p{Cc}|[\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

const attacks = [
  '\u{1b}[2J\u{1b}[H all clear',
  '\u{1b}]0;title\u{7}',
  '\u{1b}]8;;http://evil.example\u{1b}\\link\u{1b}]8;;\u{1b}\\',
  '\u{1b}]52;c;ZXZpbA==\u{7}',
  '\u{9b}31m red by one byte',
  '\u{90}q sixel \u{9c}',
  'approved\rrejected',
  'abc\u{8}\u{8}\u{8}xyz',
  'safe\u{202e}cod.exe',
  'in\u{2066}visible\u{2069}',
  '\u{e0041}\u{e0042} tags',
  'zero\u{200b}width\u{feff}',
  'line\u{2028}line\u{85}line',
];

describe('toVisibleLine', () => {
  it.each(attacks)('leaves nothing in %j that drives a terminal or cannot be seen', (text) => {
    const line = toVisibleLine(text);

    expect(line).toMatch(/\\u\{[0-9a-f]+\}/);
    expect(line).not.toMatch(obeyed);
    expect(line).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  });

  it('keeps a text on one line', () => {
    expect(toVisibleLine('name\nerror E_FAKE: forged\t!')).toBe('name\\u{a}error E_FAKE: forged\\u{9}!');
  });

  it.each(['plain', 'Grüße, Ωmega, 日本語', '👩‍💻 ⚠️ 🇩🇪', 'é'])('leaves %s as it is', (text) => {
    expect(toVisibleLine(text)).toBe(text);
  });

  it('shows a joiner that joins no pictures', () => {
    expect(toVisibleLine('get\u{200d}tool')).toBe('get\\u{200d}tool');
  });
});

describe('toVisibleText', () => {
  it('keeps lines and tabs', () => {
    expect(toVisibleText('a\tb\r\nc\n')).toBe('a\tb\nc\n');
  });

  it.each(attacks)('leaves nothing in %j that drives a terminal', (text) => {
    expect(toVisibleText(text)).not.toMatch(obeyed);
  });
});

describe('toVisibleJson', () => {
  it.each(attacks)('gives JSON of %j that means the same and drives no terminal', (text) => {
    const json = toVisibleJson({ [text]: text });

    expect(json).not.toMatch(obeyed);
    expect(JSON.parse(json)).toEqual({ [text]: text });
  });

  it('gives JSON also of nothing', () => {
    expect(toVisibleJson(undefined)).toBe('null');
  });
});

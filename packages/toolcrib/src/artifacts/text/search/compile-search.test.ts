import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../core/tool-error.ts';
import { compileSearch } from './compile-search.ts';

function refusalOf(pattern: string): string {
  try {
    compileSearch({ pattern });
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('compileSearch', () => {
  it('takes every character of a literal as itself', () => {
    const text = String.raw`a$()*+./?[\]^{|}-#b`;

    expect(compileSearch({ pattern: text, isLiteral: true }).matches(`>${text}<`)).toBe(true);
    expect(compileSearch({ pattern: '.', isLiteral: true }).matches('a')).toBe(false);
    expect(compileSearch({ pattern: '(?i)', isLiteral: true }).matches('(?i)')).toBe(true);
  });

  it('ignores case by option and by the mark that models know from other engines', () => {
    for (const options of [{ pattern: 'straße', ignoreCase: true }, { pattern: '(?i)straße' }]) {
      expect(compileSearch(options).matches('STRAßE')).toBe(true);
    }
    expect(compileSearch({ pattern: 'Ab.', isLiteral: true, ignoreCase: true }).matches('aB.')).toBe(true);
    expect(compileSearch({ pattern: 'a' }).matches('A')).toBe(false);
  });

  it('understands patterns that are only legal without the flag u', () => {
    expect(compileSearch({ pattern: String.raw`\-\@{` }).matches('-@{')).toBe(true);
  });

  it.each([
    ['(', 'is not a valid regular expression'],
    ['(a)\\1', 'uses a back-reference'],
    ['a(?=b)', 'looks ahead or behind'],
    ['(?<!a)b', 'looks ahead or behind'],
    ['(?:a{100}){100}', 'too many parts'],
    [`${'(?:a'.repeat(60)}${')'.repeat(60)}`, 'nests groups'],
    ['a'.repeat(1_001), 'longer than 1000'],
  ])('[A3] refuses %s and says what works', (pattern, reason) => {
    expect(refusalOf(pattern)).toContain(reason);
    expect(refusalOf(pattern)).toContain('isLiteral: true');
  });

  it('[A3] is not kept busy by counts of nothing', () => {
    expect(refusalOf('(?:(?:){999999999}){999999999}')).toBe('accepted');
    expect(refusalOf('(?:(?:|){99999}){99999}')).toContain('too many parts');
    expect(refusalOf('(?:){0,999999999}')).toContain('too many parts');
  });
});

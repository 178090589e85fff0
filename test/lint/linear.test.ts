import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { measurePattern } from '../../packages/toolcrib/src/core/pattern/measure-pattern.ts';
import { signals } from '../../packages/toolcrib/src/lint/signals/signals.ts';
import { readWords } from '../../packages/toolcrib/src/lint/text/read-words.ts';
import { walk } from '../../scripts/lib/syntax.ts';

const folder = fileURLToPath(new URL('../../packages/toolcrib/src/lint', import.meta.url));

/** The regular expressions in the sources of lint, with the file that each is in. */
function findPatterns(): readonly (readonly [file: string, pattern: string])[] {
  const found: (readonly [string, string])[] = [];
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue;
    const { program } = parseSync(file, readFileSync(`${folder}/${file}`, 'utf8'));
    walk(program, (node) => {
      if (node.type === 'Literal' && 'regex' in node && node.regex) found.push([file, node.regex.pattern]);
      return undefined;
    });
  }
  return found;
}

/** Without bounds a repetition may run over all of a text, from each of its places. */
function hasUnboundedRepeat(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
  return /[*+]|\{\d+,\}/.test(plain);
}

describe('lint', () => {
  it('has no pattern that takes more than linear time on any text', () => {
    const slow = findPatterns().filter(([, pattern]) => {
      const cost = measurePattern(pattern);
      const isLinear = cost.safe && cost.maxLength >= 32_768;
      return !isLinear && hasUnboundedRepeat(pattern);
    });

    expect(slow).toEqual([]);
  });

  it('has no unbounded gap in a phrase', () => {
    const sources = signals.flatMap(({ phrases }) => phrases.map(({ pattern }) => pattern.source));

    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter(hasUnboundedRepeat)).toEqual([]);
  });

  it('reads no more words than a text has characters', () => {
    const piece = fc.constantFrom(
      'a',
      'A',
      ' ',
      '.',
      '-',
      "'",
      '"',
      '\n',
      ',',
      '_',
      '/',
      'ignore',
      'а',
      '\u200b',
      '1',
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join('');
        const { concepts, starts, ends } = readWords(text);

        expect(concepts.length).toBeLessThanOrEqual(2 * text.length);
        expect(starts.every((start, index) => start <= (ends[index] ?? -1))).toBe(true);
        expect(ends.every((end) => end <= text.length + 1)).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { countText } from './count-text.ts';
import { hashText } from './hash-text.ts';
import { diffLines } from './line-diff.ts';
import { transformText } from './transform-text.ts';

const ctx = { signal: new AbortController().signal };

describe('count_text', () => {
  const run = countText.executor(ctx);

  it('counts what people see', async () => {
    expect(await run({ text: 'The cat. The dog!\nCafé 👨‍👩‍👧' })).toEqual({
      characters: 24,
      charactersWithoutSpaces: 19,
      words: 5,
      sentences: 3,
      lines: 2,
      bytes: 42,
      readingMinutes: 0,
      frequentWords: [
        { word: 'the', count: 2 },
        { word: 'café', count: 1 },
        { word: 'cat', count: 1 },
        { word: 'dog', count: 1 },
      ],
    });
  });

  it('finds words where nothing separates them', async () => {
    expect(await run({ text: '私は学生です', locale: 'ja' })).toMatchObject({ words: 4 });
  });

  it('takes any text, and a language that there is not', async () => {
    expect(await run({ text: '' })).toMatchObject({ words: 0, lines: 0, characters: 0 });
    expect(await run({ text: 'a b', locale: 'x-1-2-3-4-5-6' })).toMatchObject({ words: 2 });
  });
});

describe('compare_texts', () => {
  const run = compareTexts.executor(ctx);

  it('shows what changed, with the lines around it', async () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const after = before.with(4, 'E').toSpliced(9, 0, 'new');

    expect(await run({ before: before.join('\n'), after: after.join('\n') })).toEqual({
      isIdentical: false,
      added: 2,
      removed: 1,
      diff: '@@ -2 +2 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n i\n+new\n j',
    });
  });

  it('says of equal texts that they are', async () => {
    expect(await run({ before: 'x\ny', after: 'x\ny' })).toEqual({
      isIdentical: true,
      added: 0,
      removed: 0,
      diff: '',
    });
  });

  it('finds a way from any text to any other, and no longer one than needed', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        const without = (mark: string) => diff.filter((line) => line.mark !== mark).map(({ text }) => text);

        expect(without('+')).toEqual(before);
        expect(without('-')).toEqual(after);
        expect(diff.filter(({ mark }) => mark === ' ')).toHaveLength(longestCommon(before, after));
      }),
    );
  });

  it('gives up on texts that have nothing in common, and replaces one by the other', () => {
    const before = Array.from({ length: 5_000 }, (_, index) => `old ${index}`);
    const after = Array.from({ length: 5_000 }, (_, index) => `new ${index}`);

    expect(diffLines(before, after)).toHaveLength(10_000);
  });
});

describe('transform_text', () => {
  const run = transformText.executor(ctx);

  it.each([
    ['url_encode', '漢'],
    ['html_escape', '"'],
    ['slug', 'ﷺ'],
  ])('refuses what %s would make far longer', async (operation, letter) => {
    await expect(run({ operation, text: letter.repeat(200_000) })).rejects.toMatchObject({
      cause: { name: 'ToolError', message: expect.stringContaining('in parts') },
    });
  });

  it.each([
    ['snake_case', 'parseHTTPResponse v2', 'parse_http_response_v_2'],
    ['kebab_case', 'Hello, big World', 'hello-big-world'],
    ['camel_case', 'hello big world', 'helloBigWorld'],
    ['title_case', "hello wORLD, it's", "Hello World, It's"],
    ['slug', 'Über die Straße: Café №1', 'uber-die-strasse-cafe-no-1'],
    ['base64_encode', 'é✓', 'w6ninJM='],
    ['base64_decode', 'w6nin\nJM=', 'é✓'],
    ['hex_encode', 'Az', '417a'],
    ['hex_decode', '41 7A', 'Az'],
    ['url_encode', 'a b&c/é', 'a%20b%26c%2F%C3%A9'],
    ['url_decode', 'a%20b', 'a b'],
    ['html_escape', `<a href="x">'&'</a>`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'],
    ['unique_lines', 'b\na\nb', 'b\na'],
    ['sort_lines', 'b\na', 'a\nb'],
  ])('%s', async (operation, text, expected) => {
    expect(await run({ text, operation })).toBe(expected);
  });

  it.each([
    ['base64_decode', 'not base64!'],
    ['base64_decode', '/w=='],
    ['hex_decode', 'abc'],
    ['hex_decode', 'ff'],
    ['url_decode', '%E0%A4%A'],
  ])('%s refuses what it cannot decode: %s', async (operation, text) => {
    await expect(run({ text, operation })).rejects.toMatchObject({ cause: { name: 'ToolError' } });
  });

  it('refuses operations that are none, inherited names too', async () => {
    for (const operation of ['constructor', '__proto__', 'toString', 'eval']) {
      await expect(run({ text: 'x', operation })).rejects.toMatchObject({ code: 'E_INVALID_TOOL_ARGS' });
    }
  });
});

describe('hash_text', () => {
  it('hashes the bytes of a text', async () => {
    expect(await hashText.executor(ctx)({ text: 'é' })).toEqual({
      algorithm: 'sha256',
      digest: '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
      bytes: 2,
    });
  });
});

/** The textbook way, slow and simple. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  const at = right.indexOf(first);
  const without = longestCommon(rest, right);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(rest, right.slice(at + 1)));
}

import { describe, expect, it } from 'vitest';
import { findSnippets, toFileName, toFileText, toMarkdownPlaces } from './snippets.ts';

const page = '# Page\n\n```ts\nrun();\n```\n\n```sh\n# ```ts\n```\n\n```ts no-run\nlook();\n```\n';

describe('findSnippets', () => {
  it('finds the blocks of ts with their lines', () => {
    expect(findSnippets('docs/page.md', page)).toEqual([
      { file: 'docs/page.md', line: 4, code: 'run();\n', isRun: true },
      { file: 'docs/page.md', line: 12, code: 'look();\n', isRun: false },
    ]);
  });

  it('refuses a misspelt word after ts', () => {
    expect(() => findSnippets('a.md', '```ts norun\n```')).toThrow('a.md:1');
  });

  it('refuses a block without end', () => {
    expect(() => findSnippets('a.md', 'text\n```ts\nrun();')).toThrow('a.md:2');
  });
});

describe('toMarkdownPlaces', () => {
  it.each([
    ['.cache/docs+reference+page.md+4.ts(5,3): error', 'docs/reference/page.md:5: error'],
    ['at file:///x/.cache/README.md+4.ts:7:12', 'at README.md:7'],
    ['/x/.cache/README.md+4.ts:7\n', 'README.md:7\n'],
  ])('reads %j', (output, expected) => {
    expect(toMarkdownPlaces(output)).toBe(expected);
  });
});

describe('toFileText', () => {
  it('keeps the line of the Markdown file', () => {
    const snippet = { file: 'docs/page.md', line: 4, code: 'run();\n', isRun: true };

    expect(toFileText(snippet).split('\n')[3]).toBe('run();');
    expect(toFileName(snippet)).toBe('docs+page.md+4.ts');
  });
});

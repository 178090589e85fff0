import { describe, expect, it } from 'vitest';
import { countingText } from '../../../../../test/artifacts/counting-text.ts';
import type { MarkdownBlock } from './markdown-block.ts';
import { MarkdownScanner } from './markdown-scanner.ts';

function scan(text: string): readonly MarkdownBlock[] {
  const scanner = new MarkdownScanner();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) scanner.push(line, index + 1);
  scanner.end(lines.length);
  return scanner.take();
}

function headingsOf(text: string): readonly string[] {
  return scan(text).flatMap((block) =>
    block.kind === 'heading' ? [`${block.line}:${block.level}:${block.text}`] : [],
  );
}

/** `line:info:code`, with `!` after code that is never closed. */
function codeOf(text: string): readonly string[] {
  const found: string[] = [];
  let lines: string[] = [];
  let start = '';
  for (const block of scan(text)) {
    if (block.kind === 'code-start') [start, lines] = [`${block.line}:${block.info}:`, []];
    if (block.kind === 'code-line') lines.push(block.text);
    if (block.kind === 'code-end') found.push(`${start}${lines.join('|')}${block.isClosed ? '' : '!'}`);
  }
  return found;
}

describe('headings', () => {
  it.each([
    {
      name: 'of six levels',
      text: '# a\n## b\n### c\n#### d\n##### e\n###### f',
      found: ['1:1:a', '2:2:b', '3:3:c', '4:4:d', '5:5:e', '6:6:f'],
    },
    {
      name: 'with closing marks',
      text: '# a #\n## b ## ##\n# c#\n# \\#\n#',
      found: ['1:1:a', '2:2:b ##', '3:1:c#', '4:1:\\#', '5:1:'],
    },
    { name: 'that are none', text: '####### a\n\n#b\n\n    # c\n\n\\# d', found: [] },
    { name: 'indented a little', text: '   # a\n\t# b', found: ['1:1:a'] },
    {
      name: 'underlined',
      text: 'a\n===\n\nb\nc\n---\n\nd\n-\n\ne\n=  ',
      found: ['1:1:a', '4:2:b\nc', '8:2:d', '11:1:e'],
    },
    { name: 'not underlined', text: 'a\n\n===\n\n---\n- b\n---\n> c\n---\n# d\n===', found: ['10:1:d'] },
    { name: 'right after a paragraph', text: 'a\n# b\nc', found: ['2:1:b'] },
    {
      name: 'inside of fences',
      text: '```\n# a\n```\n# b\n~~~\n# c\n```\n# d\n~~~\n# e',
      found: ['4:1:b', '10:1:e'],
    },
    {
      name: 'inside of lists and quotations',
      text: '- # a\n\n> # b\n\n1. x\n   # c\n\n# d',
      found: ['8:1:d'],
    },
    {
      name: 'inside of comments and raw HTML',
      text: '<!-- x\n# a\n-->\n# b\n<pre>\n# c\n</pre>\n# d\n<!-- x -->\n# e',
      found: ['4:1:b', '8:1:d', '10:1:e'],
    },
    { name: 'under a table', text: '| a | b |\n|---|---|\n| c | d |\n\n# e', found: ['5:1:e'] },
  ])('$name', ({ text, found }) => {
    expect(headingsOf(text)).toEqual(found);
  });
});

describe('fenced code', () => {
  it.each([
    {
      name: 'has an info string',
      text: '``` js  title="a b" \ncode\n```',
      found: ['1:js  title="a b":code'],
    },
    { name: 'ends at a fence that is at least as long', text: '````\n```\n`````\n', found: ['1::```'] },
    { name: 'does not end at a fence with an info string', text: '```\n``` js\n```', found: ['1::``` js'] },
    { name: 'is no line with more backticks', text: '``` a`b\n# c', found: [] },
    { name: 'may be open to the end', text: '~~~ py\na\n\nb', found: ['1:py:a||b!'] },
    {
      name: 'is indented with its list',
      text: '- a\n\n  ```sh\n  b\n    c\n  ```\n- d',
      found: ['3:sh:b|  c'],
    },
    { name: 'begins in the line of its item', text: '1. ```js\n   a\n   ```', found: ['1:js:a'] },
    { name: 'ends where its list does', text: '- ```\n  a\n# b', found: ['1::a!'] },
    { name: 'is quoted with its quotation', text: '> ```\n> a\n> > b\n> ```', found: ['1::a|> b'] },
    { name: 'ends where its quotation does', text: '> ```\n> a\nb', found: ['1::a!'] },
    { name: 'is not what is indented by four', text: '    ```\n    a', found: [] },
    {
      name: 'in a deep list may be indented by more',
      text: '- a\n  - b\n    - c\n\n      ```\n      d\n      ```',
      found: ['5::d'],
    },
  ])('$name', ({ text, found }) => {
    expect(codeOf(text)).toEqual(found);
  });
});

describe('front matter', () => {
  const frontMatterOf = (text: string) =>
    scan(text).flatMap((block) => (block.kind === 'front-matter' ? [block.text] : []));

  it('is what is between two fences at the very beginning', () => {
    expect(frontMatterOf('---\na: 1\n# b\n---\n# c')).toEqual(['a: 1\n# b']);
    expect(headingsOf('---\na: 1\n# b\n---\n# c')).toEqual(['5:1:c']);
    expect(frontMatterOf('---  \n...\n')).toEqual(['']);
  });

  it('is none elsewhere, or without an end, and then hides nothing', () => {
    expect(frontMatterOf('\n---\na: 1\n---\n')).toEqual([]);
    expect(headingsOf('---\na: 1\n# b')).toEqual(['3:1:b']);
    expect(headingsOf(`---\n${'a: 1\n'.repeat(20_000)}# b\n---`)).toEqual(['20002:1:b']);
  });
});

describe('paragraphs', () => {
  it('have the marks of lists and quotations removed, and their lines kept', () => {
    const paragraphs = scan('a\nb\n\n- c\n  d\n  - e\n2) f\n\n> g\n> h\nlazy\n\n***\ni').flatMap((block) =>
      block.kind === 'paragraph' ? [[block.line, block.marker, block.text]] : [],
    );

    expect(paragraphs).toEqual([
      [1, '', 'a\nb'],
      [4, '- ', 'c\nd'],
      [6, '  - ', 'e'],
      [7, '2) ', 'f'],
      [9, '', 'g\nh\nlazy'],
      [14, '', 'i'],
    ]);
  });

  it('are given in parts if they are very long, each line once', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${'x'.repeat(20)}`);
    const parts = scan(lines.join('\n')).flatMap((block) => (block.kind === 'paragraph' ? [block] : []));

    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ text }) => text).join('\n')).toBe(lines.join('\n'));
    for (const { line, text } of parts) expect(text).toMatch(new RegExp(`^line ${line - 1} `));
  });
});

describe('the work for a line', () => {
  const units = [
    '#',
    '`',
    '~',
    '- ',
    '> ',
    '1. ',
    '> - ',
    '* * ',
    '=',
    '---',
    '<!--',
    '<pre',
    ' ',
    '\t',
    '- > ',
    '`` ',
  ];

  it.each(units)('[A3] grows no faster than the line, for %j again and again', (unit) => {
    const readsFor = (length: number, end: string) => {
      const { text, reads } = countingText(unit.repeat(length / unit.length) + end);
      const scanner = new MarkdownScanner();
      scanner.push('text before', 1);
      scanner.push(text, 2);
      scanner.end(2);
      return reads();
    };

    for (const end of ['', 'x']) {
      const small = readsFor(1_200, end);
      expect(small).toBeLessThan(150 * 1_200);
      expect(readsFor(4_800, end)).toBeLessThan(5 * small + 1_000);
    }
  });
});

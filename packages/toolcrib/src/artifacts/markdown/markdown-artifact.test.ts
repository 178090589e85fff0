import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import { MarkdownArtifact } from './markdown-artifact.ts';

function markdown(text: string | Uint8Array): MarkdownArtifact {
  return new MarkdownArtifact(byteArtifact(text, { mimeType: 'text/markdown', chunkSizes: [3, 50, 1] }));
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a Markdown artifact', () => {
  it('tells its structure, whatever ends its lines', async () => {
    const text =
      '\ufeff---\ntitle: T\n---\n# One\n\nsee [docs][d]\n\n```js\nlet a;\n```\n\nTwo\n---\n\n[d]: https://docs "x"';
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const artifact = markdown(written);

      expect(await artifact.frontMatter()).toBe('title: T');
      expect(await all(artifact.headings())).toEqual([
        { line: 4, level: 1, text: 'One' },
        { line: 12, level: 2, text: 'Two' },
      ]);
      expect(await all(artifact.codeBlocks())).toEqual([
        {
          line: 8,
          language: 'js',
          info: 'js',
          text: 'let a;',
          lineCount: 1,
          cutAtLine: undefined,
          isClosed: true,
        },
      ]);
      expect(await all(artifact.links())).toEqual([
        { kind: 'link', line: 6, text: 'docs', target: 'https://docs' },
      ]);
      expect((await all(artifact.prose())).join('')).toBe('One\n\nsee docs\n\n(code, line 8)\n\nTwo\n\n');
    }
  });

  it('has nothing of what is not there', async () => {
    for (const text of ['', '\n\n', 'prose']) {
      const artifact = markdown(text);

      expect(await artifact.frontMatter()).toBeUndefined();
      expect(await all(artifact.headings())).toEqual([]);
      expect(await all(artifact.codeBlocks())).toEqual([]);
      expect(await all(artifact.links())).toEqual([]);
      expect(await artifact.sections({ heading: 'x' })).toEqual([]);
      expect(await artifact.sections({ line: 1 })).toEqual([
        { heading: undefined, firstLine: 1, endLine: undefined },
      ]);
    }
  });

  it('finds sections by heading, whatever its capitals and marks, exact ones first, or by line', async () => {
    const artifact = markdown('intro\n# A\na\n## *B* c\nb\n### D\nd\n## E\n# A\n# a');
    const linesOf = (sections: readonly { firstLine: number; endLine: number | undefined }[]) =>
      sections.map(({ firstLine, endLine }) => [firstLine, endLine]);

    expect(linesOf(await artifact.sections({ heading: '## b  C' }))).toEqual([[4, 8]]);
    expect(linesOf(await artifact.sections({ heading: 'A' }))).toEqual([
      [2, 9],
      [9, 10],
      [10, undefined],
    ]);
    expect(linesOf(await artifact.sections({ heading: 'a' }))).toEqual([
      [10, undefined],
      [2, 9],
      [9, 10],
    ]);
    expect(linesOf(await artifact.sections({ line: 1 }))).toEqual([[1, 2]]);
    expect(linesOf(await artifact.sections({ line: 5 }))).toEqual([[4, 8]]);
    expect(linesOf(await artifact.sections({ line: 7 }))).toEqual([[6, 8]]);
    expect(linesOf(await artifact.sections({ line: 99 }))).toEqual([[10, undefined]]);
  });

  it('keeps of long code as many lines as it may', async () => {
    const [block] = await all(markdown('~~~\naaaa\nbbbb\ncccc\n~~~').codeBlocks({ maxBlockChars: 10 }));

    expect(block).toMatchObject({ text: 'aaaa\nbbbb', lineCount: 3, cutAtLine: 4 });
  });

  it('names the line of each link, also after definitions and in long paragraphs', async () => {
    const artifact = markdown('[a]: b\n[c]: <d e>\n  "t"\n[a] and\n![x][c]\n\n# [y](z)\n[^1]: word');

    expect(await all(artifact.links())).toEqual([
      { kind: 'link', line: 4, text: 'a', target: 'b' },
      { kind: 'image', line: 5, text: 'x', target: 'd e' },
      { kind: 'link', line: 7, text: 'y', target: 'z' },
    ]);
  });

  it('reads lines of any length, and bytes that are no UTF-8', async () => {
    const word = 'word '.repeat(600_000);
    const bytes = new Uint8Array([...Buffer.from('# a'), 0xff, ...Buffer.from('\nb')]);

    const prose = await all(
      new MarkdownArtifact(byteArtifact(`${word}\n\`\`\`\n${word}`, { mimeType: 'text/markdown' })).prose(),
    );

    expect(prose.join('').replaceAll(/\s/g, '')).toBe(`${word.replaceAll(' ', '')}(code,line2)`);
    expect(await all(markdown(bytes).headings())).toEqual([{ line: 1, level: 1, text: 'a\ufffd' }]);
  });

  it.each([
    ['text/markdown', '', true],
    ['text/markdown; charset=utf-8', '', true],
    ['text/x-markdown', '', true],
    ['text/plain', 'intro\n\n## Heading', true],
    ['text/plain', '---\ntitle: x', true],
    ['text/plain', '#!/bin/sh\n#comment', false],
    ['text/plain', 'a\n---\nb', false],
    ['text/html', '# a', false],
  ])('of type %s that begins with %j is accepted: %s', (mimeType, preview, isAccepted) => {
    expect(MarkdownArtifact.accepts({ artifact: byteArtifact('', { mimeType }), preview })).toBe(isAccepted);
  });
});

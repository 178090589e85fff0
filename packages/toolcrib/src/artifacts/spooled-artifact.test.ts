import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../test/artifacts/byte-artifact.ts';
import { rejectionOf } from '../../../../test/errors.ts';
import { Artifact } from '../core/artifact.ts';
import { SpooledArtifact } from './spooled-artifact.ts';
import type { GrepLine, GrepResult } from './text/grep-result.ts';
import type { GrepOptions } from './text/text-options.ts';
import { decodeUtf8, utf8Length } from './text/utf8.ts';

/** Line ends of all kinds, characters of all lengths, and bytes that are none. */
const part = fc.oneof(
  fc
    .constantFrom(
      'a',
      'bc',
      'needle',
      'é',
      '€',
      '😀',
      '\ufeff',
      '\r',
      '\n',
      '\n',
      '\r\n',
      '\r\n',
      'x'.repeat(40),
    )
    .map((text) => [...new TextEncoder().encode(text)]),
  fc.constantFrom(0x80, 0xc3, 0xe2, 0xf0, 0xff).map((byte) => [byte]),
);
const bytes = fc.array(part, { maxLength: 30 }).map((parts) => Uint8Array.from(parts.flat()));
const chunkSizes = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 5 });

/** A text in random chunks, and what it is as a whole. */
const spooled = fc.tuple(bytes, chunkSizes).map(([all, sizes]) => ({
  artifact: new SpooledArtifact(byteArtifact(all, { chunkSizes: sizes })),
  bytes: all,
  text: decodeUtf8(all),
}));

/** The lines with their ends, as simply as that can be said. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/** All pages from the first on. */
async function readPages(artifact: SpooledArtifact, options: { maxBytes: number; lines?: number }) {
  const pages = [await artifact.cat(options)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    pages.push(await artifact.cat({ ...options, ...next }));
  }
  return pages;
}

/** What is found by one search and all that go on from it. */
async function grepToEnd(artifact: SpooledArtifact, options: GrepOptions): Promise<GrepLine[]> {
  const lines: GrepLine[] = [];
  let next: object | undefined = {};
  for (let round = 0; next !== undefined; round++) {
    if (round > 5_000) throw new Error('The search comes to no end.');
    const result: GrepResult = await artifact.grep({ ...options, ...next });
    lines.push(...result.lines);
    next = result.next;
  }
  return lines;
}

describe('SpooledArtifact', () => {
  it('[A1] is an artifact as its source is, and streams what that streams', async () => {
    const source = byteArtifact('one\ntwo', { id: 'x/1', mimeType: 'text/csv' });
    const artifact = new SpooledArtifact(source);

    expect(Artifact.isArtifact(artifact)).toBe(true);
    expect(artifact).toMatchObject({ id: 'x/1', mimeType: 'text/csv', byteLength: 7, source });
    expect(await new Response(artifact.stream() as BodyInit).text()).toBe('one\ntwo');
    expect(await new Response(artifact.streamFrom(4) as BodyInit).text()).toBe('two');
  });

  it.each([
    ['text/plain', true],
    ['Text/CSV; charset=utf-8', true],
    ['application/json', true],
    ['application/x-ndjson', true],
    ['application/problem+json', true],
    ['image/svg+xml', true],
    ['application/yaml', true],
    ['application/javascript', true],
    ['application/octet-stream', false],
    ['image/png', false],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
    ['', false],
  ])('[A2] takes %s as text: %s', (mimeType, isText) => {
    const artifact = byteArtifact('', { mimeType });

    expect(SpooledArtifact.accepts({ artifact, preview: '' })).toBe(isText);
  });

  it('estimates tokens from bytes', () => {
    expect(new SpooledArtifact(byteArtifact('')).estimateTokens()).toBe(0);
    expect(new SpooledArtifact(byteArtifact('12345')).estimateTokens()).toBe(2);
  });

  it('counts lines, whatever they end with', async () => {
    await fc.assert(
      fc.asyncProperty(spooled, async ({ artifact, text }) => {
        expect(await artifact.lineCount()).toBe(linesOf(text).length);
        expect(await artifact.lineCount()).toBe(linesOf(text).length);
      }),
    );
  });

  it('goes through lines without their ends and without a byte order mark', async () => {
    await fc.assert(
      fc.asyncProperty(spooled, fc.integer({ min: 4, max: 60 }), async ({ artifact, text }, maxLineBytes) => {
        const lines = [];
        for await (const line of artifact.lines({ maxLineBytes })) lines.push(line);

        const expected = linesOf(text.replace(/^\ufeff/, '')).map(withoutEnd);
        // A mark alone is a line of nothing.
        if (text === '\ufeff') expected.push('');
        expect(lines.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
        for (const [index, { text: shown, isCut }] of lines.entries()) {
          expect(isCut ? expected[index]?.startsWith(shown) : shown === expected[index]).toBe(true);
          expect(isCut).toBe(utf8Length(expected[index] ?? '') > maxLineBytes);
        }
      }),
    );
  });
});

describe('SpooledArtifact.cat', () => {
  it('[A3] gives pages that make the text, each character once, and none too large', async () => {
    const options = fc.record({
      maxBytes: fc.integer({ min: 12, max: 60 }),
      lines: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(spooled, options, async ({ artifact, text }, { maxBytes, lines }) => {
        const pages = await readPages(artifact, { maxBytes, lines });

        expect(pages.map((page) => page.text).join('')).toBe(text);
        for (const [index, page] of pages.entries()) {
          expect(utf8Length(page.text)).toBeLessThanOrEqual(maxBytes);
          expect(page.lineCount).toBe(linesOf(page.text).length);
          expect(page.lineCount).toBeLessThanOrEqual(lines);
          expect(page.fromByte).toBe(pages[index - 1]?.toByte ?? 0);
          expect(page.isCut).toBe(!page.text.endsWith('\n') && page.next !== undefined);
        }
        expect(pages.at(-1)?.toByte).toBe(artifact.byteLength);
      }),
      { numRuns: 300 },
    );
  });

  it('gives any line by its number', async () => {
    await fc.assert(
      fc.asyncProperty(spooled, fc.integer({ min: 1, max: 20 }), async ({ artifact, text }, from) => {
        const page = await artifact.cat({ from, lines: 1, maxBytes: 10_000 });

        expect(page.text).toBe(linesOf(text)[from - 1] ?? '');
      }),
    );
  });

  it('keeps a text whole that fits, and says that it ends there', async () => {
    const artifact = new SpooledArtifact(byteArtifact('one\r\ntwo'));

    expect(await artifact.cat()).toEqual({
      text: 'one\r\ntwo',
      fromByte: 0,
      toByte: 8,
      firstLine: 1,
      lineCount: 2,
      isCut: false,
      next: undefined,
    });
    expect(await artifact.cat({ from: 3 })).toMatchObject({ text: '', lineCount: 0, next: undefined });
    expect(await artifact.cat({ fromByte: 8 })).toMatchObject({ text: '', lineCount: 0, next: undefined });
  });

  it('goes on in the middle of a line that is too long for a page', async () => {
    const artifact = new SpooledArtifact(byteArtifact(`${'€'.repeat(10)}\nnext\n`));
    const first = await artifact.cat({ maxBytes: 20 });

    expect(first).toMatchObject({ text: '€'.repeat(6), isCut: true, next: { fromByte: 18 } });
    expect(await artifact.cat({ maxBytes: 20, fromByte: 18 })).toMatchObject({
      text: `${'€'.repeat(4)}\nnext\n`,
      firstLine: undefined,
      next: undefined,
    });
  });
});

describe('SpooledArtifact.head', () => {
  it('gives the first lines', async () => {
    const artifact = new SpooledArtifact(byteArtifact('1\n2\n3\n'));

    expect(await artifact.head({ lines: 2 })).toMatchObject({
      text: '1\n2\n',
      lineCount: 2,
      next: { from: 3 },
    });
    expect(await artifact.head()).toMatchObject({ text: '1\n2\n3\n', next: undefined });
  });
});

describe('SpooledArtifact.tail', () => {
  it('[A3] gives pages from the end that make the text, each character once, and none too large', async () => {
    const options = fc.record({
      maxBytes: fc.integer({ min: 12, max: 60 }),
      lines: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(spooled, options, async ({ artifact, text }, { maxBytes, lines }) => {
        const pages = [await artifact.tail({ maxBytes, lines })];
        for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
          pages.push(await artifact.tail({ maxBytes, lines, ...next }));
        }

        const inOrder = pages.map((page) => page.text).reverse();
        expect(inOrder.join('')).toBe(text);
        for (const page of pages) {
          expect(utf8Length(page.text)).toBeLessThanOrEqual(maxBytes);
          expect(page.lineCount).toBe(linesOf(page.text).length);
          expect(page.lineCount).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the last lines, if they fit', async () => {
    await fc.assert(
      fc.asyncProperty(spooled, fc.integer({ min: 1, max: 9 }), async ({ artifact, text }, lines) => {
        expect((await artifact.tail({ lines, maxBytes: 10_000 })).text).toBe(
          linesOf(text).slice(-lines).join(''),
        );
      }),
    );
  });

  it('reads what it needs and no more, in steps that grow', async () => {
    const offsets: number[] = [];
    class Watched extends SpooledArtifact {
      override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
        offsets.push(byteOffset);
        return super.streamFrom(byteOffset);
      }
    }
    const text = `${'x'.repeat(99)}\n`.repeat(20_000);
    const tail = await new Watched(byteArtifact(text)).tail({ lines: 3_000, maxBytes: 1_000_000 });

    expect(tail).toMatchObject({ lineCount: 3_000, fromByte: 1_700_000 });
    expect(offsets).toEqual([2_000_000 - 65_536, 2_000_000 - 8 * 65_536]);
  });
});

describe('SpooledArtifact.grep', () => {
  it('[A3] finds every line that matches, once, whatever the bounds', async () => {
    const bounds = fc.record({
      maxMatches: fc.integer({ min: 1, max: 4 }),
      maxBytes: fc.integer({ min: 80, max: 400 }),
      context: fc.integer({ min: 0, max: 2 }),
    });
    const pattern = fc.constantFrom('needle', '^a', 'c$', '[^\\n]', '\\r', '^$', '€|😀');
    await fc.assert(
      fc.asyncProperty(spooled, pattern, bounds, async ({ artifact, text }, source, options) => {
        const results = [await artifact.grep({ pattern: source, ...options })];
        for (let next = results[0]?.next; next !== undefined; next = results.at(-1)?.next) {
          results.push(await artifact.grep({ pattern: source, ...options, ...next }));
        }

        const lines = linesOf(text.replace(/^\ufeff/, '')).map(withoutEnd);
        if (text === '\ufeff') lines.push('');
        const expected = lines.flatMap((line, index) =>
          new RegExp(source, 'u').test(line) ? [index + 1] : [],
        );
        const shown = results.flatMap((result) => result.lines);
        expect(shown.filter(({ isMatch }) => isMatch).map(({ number }) => number)).toEqual(expected);
        for (const { number, text: line } of shown) expect(lines[number - 1]?.startsWith(line)).toBe(true);
        for (const { matchCount, lines: found } of results) {
          expect(matchCount).toBeLessThanOrEqual(options.maxMatches);
          expect(matchCount).toBe(found.filter(({ isMatch }) => isMatch).length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows lines around a match, each once', async () => {
    const artifact = new SpooledArtifact(byteArtifact('1\n2\nhit\n4\nhit\n6\n7\n8\n9\nhit\n'));
    const { lines, matchCount } = await artifact.grep({ pattern: 'hit', context: 2 });

    expect(matchCount).toBe(3);
    expect(lines.map(({ number, isMatch }) => `${number}${isMatch ? ':' : '-'}`)).toEqual(
      '1- 2- 3: 4- 5: 6- 7- 8- 9- 10:'.split(' '),
    );
  });

  it('finds every match in a line that is too long to be held, and leads to its place', async () => {
    const gap = 'é'.repeat(150_000);
    const text = `${gap}<one needle>${gap}<two needles, and a needle beside>${gap}\nneedle`;
    const artifact = new SpooledArtifact(byteArtifact(text, { chunkSizes: [1_000, 70_001] }));
    const { lines, next } = await artifact.grep({ pattern: '<[^>]*needle' });

    expect(next).toBeUndefined();
    expect(lines.map(({ number, isCut }) => [number, isCut])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(lines[0]?.text).toMatch(/^é+<one needle>é+$/);
    expect(lines[1]?.text).toMatch(/^é+<two needles, and a needle beside>é+$/);
    const [first] = lines;
    const page = await artifact.cat({ fromByte: first?.fromByte, maxBytes: 1_000 });
    expect(page.text.startsWith(first?.text ?? 'none')).toBe(true);
  });

  it('finds a match that is longer than everything that is held, from edge to edge', async () => {
    const artifact = new SpooledArtifact(byteArtifact(`first\n<${'x'.repeat(500_000)}>\r\nlast`));
    const numbers = async (pattern: string) =>
      (await artifact.grep({ pattern })).lines.map(({ number }) => number);

    expect(await numbers('^<x*>$')).toEqual([2]);
    expect(await numbers('^x')).toEqual([]);
    expect(await numbers('x$')).toEqual([]);
    expect(await numbers('^$|t$')).toEqual([1, 3]);
  });

  it('[A3] goes on after any match of a long line, and repeats none', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word-${index};${'-'.repeat(310)}`);
    const artifact = new SpooledArtifact(byteArtifact(`${words.join('')}\nword-last;`));
    const found: string[] = [];
    let options: object | undefined = {};
    for (let round = 0; options !== undefined && round < 1_000; round++) {
      const result = await artifact.grep({ pattern: String.raw`\bword-\w+;`, maxBytes: 2_000, ...options });
      found.push(...result.lines.map(({ text }) => /word-\w+(?=;)/.exec(text)?.[0] ?? 'none'));
      options = result.next;
    }

    expect(found).toEqual([...Array.from({ length: 400 }, (_, index) => `word-${index}`), 'word-last']);
  });

  it('[A3] goes on in a long line of bytes that are no UTF-8, and repeats none', async () => {
    const bytes = new Uint8Array(60_000).fill(0xff);
    const words = Array.from({ length: 20 }, (_, index) => `<word-${index}>`);
    for (const [index, word] of words.entries()) bytes.set(new TextEncoder().encode(word), index * 3_000);
    const artifact = new SpooledArtifact(byteArtifact(bytes));

    const lines = await grepToEnd(artifact, { pattern: '<word-[0-9]+>', maxMatches: 1 });
    expect(lines.map(({ text }) => /<word-\d+>/.exec(text)?.[0])).toEqual(words);
    const pages = lines.slice(1).map(({ fromByte }) => artifact.cat({ fromByte, maxBytes: 1_000 }));
    for (const [index, { text }] of (await Promise.all(pages)).entries())
      expect(text).toContain(words[index + 1]);
  });

  it('[A3] goes on in a long line after what was shown of it', async () => {
    const artifact = new SpooledArtifact(byteArtifact('needle, '.repeat(1_000)));
    const whole = await artifact.grep({ pattern: 'needle', maxMatches: 1_000, maxBytes: 100_000 });

    const lines = await grepToEnd(artifact, { pattern: 'needle', maxMatches: 1 });
    expect(lines.length).toBe(whole.matchCount);
    expect(lines.length).toBeLessThan(100);
  });

  it('knows where it is when it begins at a byte', async () => {
    const artifact = new SpooledArtifact(byteArtifact('aé b\nab\nb'));
    const numbersFrom = async (fromByte: number, pattern: string) =>
      (await artifact.grep({ pattern, fromByte })).lines.map(({ number }) => number);

    expect(await numbersFrom(0, '^a')).toEqual([1, 2]);
    expect(await numbersFrom(1, '^é')).toEqual([]);
    expect(await numbersFrom(6, '^a')).toEqual([2]);
    expect(await numbersFrom(7, '^b')).toEqual([3]);
    expect(await numbersFrom(7, String.raw`\bb`)).toEqual([3]);
    expect(await numbersFrom(4, String.raw`\bb`)).toEqual([1, 3]);
    expect(await numbersFrom(100, 'b')).toEqual([]);
  });

  it('comes to its end with patterns that match nothing at every place', async () => {
    const artifact = new SpooledArtifact(byteArtifact(`${'😀'.repeat(2_000)}\n\nend`));
    for (const pattern of ['x*', '$', '^', String.raw`\B`, '']) {
      const { lines, next } = await artifact.grep({ pattern, maxMatches: 1_000, maxBytes: 100_000 });

      expect(next).toBeUndefined();
      expect([...new Set(lines.map(({ number }) => number))]).toEqual([1, 2, 3]);
      expect(lines.every(({ text }) => text.isWellFormed())).toBe(true);
    }
  });

  it('[A3] stops after its time and says where to search on', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) =>
      index % 3 === 0 ? 'ab'.repeat(200) : 'ba'.repeat(200),
    );
    const artifact = new SpooledArtifact(byteArtifact(text.join('\n')));
    const { next } = await artifact.grep({ pattern: `${'[ab]*a[ab]{300}'}c`, maxMs: 1 });

    expect(next).toMatchObject({ from: expect.any(Number) });
  });

  it('[A3] is stopped by its signal, and lets timers run meanwhile', async () => {
    const artifact = new SpooledArtifact(byteArtifact('ab'.repeat(5_000_000)));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 1);

    const searching = artifact.grep({ pattern: '(?:[ab]*a[ab]{100})*c', signal: controller.signal });
    await expect(searching).rejects.toThrow('enough');
  });
});

describe('the options of SpooledArtifact', () => {
  it.each([
    ['lines', (artifact: SpooledArtifact) => artifact.head({ lines: 0 })],
    ['lines', (artifact: SpooledArtifact) => artifact.tail({ lines: 1.5 })],
    ['maxBytes', (artifact: SpooledArtifact) => artifact.cat({ maxBytes: 11 })],
    ['from', (artifact: SpooledArtifact) => artifact.cat({ from: 0 })],
    ['fromByte', (artifact: SpooledArtifact) => artifact.grep({ pattern: 'a', fromByte: -1 })],
    ['before', (artifact: SpooledArtifact) => artifact.tail({ before: Number.NaN })],
    ['maxMatches', (artifact: SpooledArtifact) => artifact.grep({ pattern: 'a', maxMatches: 0 })],
  ])('refuse a wrong %s', async (option, ask) => {
    const error = await rejectionOf(ask(new SpooledArtifact(byteArtifact('text'))));

    expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import { BLOCK_BYTES } from './read-blocks.ts';
import { readPieces } from './read-pieces.ts';
import { decodeUtf8 } from './utf8.ts';

describe('readPieces', () => {
  it('gives every line whole or in parts, with characters and line ends across all borders', async () => {
    // Around the places where blocks and parts end.
    const length = fc.integer({ min: -6, max: 6 }).map((offset) => 2 * BLOCK_BYTES + offset);
    const end = fc.constantFrom('\n', '\r\n', '\r', '€\r\n', '😀', '');
    const next = fc.constantFrom('', 'last', '\r\nlast\n');
    const filler = fc.constantFrom('x', 'é', '€');
    const text = fc.tuple(length, filler, end, next).map(([size, character, lineEnd, rest]) => {
      const count = Math.ceil(size / new TextEncoder().encode(character).length);
      return `${character.repeat(count)}${lineEnd}${rest}`;
    });
    await fc.assert(
      fc.asyncProperty(text, async (whole) => {
        const bytes = new TextEncoder().encode(whole);
        const lines: string[] = [];
        for await (const pieces of readPieces(byteArtifact(bytes, { chunkSizes: [BLOCK_BYTES] }))) {
          for (const piece of pieces) {
            expect(piece.isStart).toBe(lines.length < piece.line);
            expect(decodeUtf8(bytes.subarray(piece.fromByte)).startsWith(piece.text)).toBe(true);
            lines[piece.line - 1] = `${lines[piece.line - 1] ?? ''}${piece.text}`;
          }
        }

        const expected = whole.split(/\r?\n/);
        if (expected.at(-1) === '') expected.pop();
        expect(lines).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('begins in the middle of a line, and goes on counting', async () => {
    const artifact = byteArtifact('one\ntwo\nthree');
    const pieces = [];
    for await (const batch of readPieces(artifact, { fromByte: 5, firstLine: 2, isStart: false }))
      pieces.push(...batch);

    expect(pieces.map(({ line, text, isStart, fromByte }) => ({ line, text, isStart, fromByte }))).toEqual([
      { line: 2, text: 'wo', isStart: false, fromByte: 5 },
      { line: 3, text: 'three', isStart: true, fromByte: 8 },
    ]);
  });
});

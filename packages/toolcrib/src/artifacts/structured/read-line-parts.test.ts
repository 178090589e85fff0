import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import { type LinePart, readLineParts } from './read-line-parts.ts';

async function partsOf(
  content: Uint8Array,
  maxLength: number,
  chunkSizes: readonly number[],
): Promise<LinePart[]> {
  const found: LinePart[] = [];
  const artifact = byteArtifact(content, { chunkSizes });
  for await (const parts of readLineParts(artifact, { maxLength, signal: undefined })) found.push(...parts);
  return found;
}

describe('the parts of lines', () => {
  it('are the lines of the text, whatever ends them, also where bytes are no UTF-8', async () => {
    const byte = fc.constantFrom(
      0x0a,
      0x0d,
      0x61,
      0xc3,
      0xa9,
      0xf0,
      0x9f,
      0x98,
      0x80,
      0xff,
      0xef,
      0xbb,
      0xbf,
    );
    const property = fc.asyncProperty(
      fc.array(byte, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 5 })),
      async (bytes, chunkSizes) => {
        const lines = new TextDecoder().decode(new Uint8Array(bytes)).split('\n');
        if (lines.at(-1) === '') lines.pop();

        const parts = await partsOf(new Uint8Array(bytes), 1_000, chunkSizes);

        // Only a line feed takes the carriage return before it along.
        const isFinished = bytes.at(-1) === 0x0a;
        expect(parts).toEqual(
          lines.map((text, index) => ({
            line: index + 1,
            text: isFinished || index < lines.length - 1 ? text.replace(/\r$/, '') : text,
            isStart: true,
            isEnd: true,
          })),
        );
      },
    );

    await fc.assert(property, { numRuns: 200 });
  });

  it('make up lines that are too long, each character once', async () => {
    const text = `short\n${'😀é\r'.repeat(100_000)}\r\nlast`;
    const parts = await partsOf(new TextEncoder().encode(text), 10_000, [65_536]);

    const longParts = parts.filter(({ line }) => line === 2);
    expect(longParts.length).toBeGreaterThan(3);
    expect(longParts.map((part) => part.text).join('')).toBe('😀é\r'.repeat(100_000));
    expect(longParts.map(({ isStart }) => isStart).lastIndexOf(true)).toBe(0);
    expect(longParts.map(({ isEnd }) => isEnd).indexOf(true)).toBe(longParts.length - 1);
    expect([parts[0]?.text, parts.at(-1)?.text, parts.at(-1)?.line]).toEqual(['short', 'last', 3]);
  });
});

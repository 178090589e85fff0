import { describe, expect, it } from 'vitest';
import { GeneratedArtifact } from '../../../../../test/artifacts/generated-artifact.ts';
import { LineIndex } from './line-index.ts';

const MEBIBYTE = 1_048_576;
const LINE_BYTES = 64;
const LINES = (8 * MEBIBYTE) / LINE_BYTES;

/** Lines of 64 bytes, and where somebody began to read them. */
class WatchedText extends GeneratedArtifact {
  readonly offsets: number[] = [];

  constructor() {
    super(
      { id: 'a', mimeType: 'text/plain', byteLength: LINES * LINE_BYTES },
      `${'x'.repeat(LINE_BYTES - 1)}\n`,
    );
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    this.offsets.push(byteOffset);
    return super.streamFrom(byteOffset);
  }
}

describe('LineIndex', () => {
  it('finds the same lines before and after it has learned places', async () => {
    const index = new LineIndex(new WatchedText());
    const perMebibyte = MEBIBYTE / LINE_BYTES;
    const wanted = [1, 2, 3, 4].flatMap((mark) => [-1, 0, 1, 2].map((offset) => mark * perMebibyte + offset));
    const findAll = () =>
      Promise.all([1, ...wanted, LINES, LINES + 1, 1e12].map((line) => index.offsetOf(line)));
    const before = await findAll();
    expect(await index.count()).toBe(LINES);

    const expected = [1, ...wanted, LINES].map((line) => (line - 1) * LINE_BYTES);
    expect(before).toEqual([...expected, undefined, undefined]);
    expect(await findAll()).toEqual(before);
    for (const line of wanted) {
      expect(await index.lineAt((line - 1) * LINE_BYTES)).toBe(line);
      expect(await index.lineAt(line * LINE_BYTES - 1)).toBe(line);
    }
  });

  it('goes on from the last place that it has learned', async () => {
    const text = new WatchedText();
    const index = new LineIndex(text);
    await index.offsetOf(LINES);
    text.offsets.length = 0;

    await index.offsetOf(LINES - 1);
    await index.lineAt(LINES * LINE_BYTES - 1);
    await index.count();
    expect(Math.min(...text.offsets)).toBeGreaterThanOrEqual(6 * MEBIBYTE);
    text.offsets.length = 0;
    await index.count();
    expect(text.offsets).toEqual([]);
  });
});

import { decodeUtf8 } from './utf8.ts';

/** Where a piece is. */
interface PiecePlace {
  /** What is before the bytes, as far as it is kept. */
  readonly previous: Uint8Array;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** What a piece is of its line. */
interface PieceOfLine {
  readonly line: number;
  readonly fromByte: number;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * A line, or a part of a line that is too long to be held whole: without the line feed, and without a carriage return
 * before it. Most lines are only looked at as bytes, so there is a text only if it is asked for.
 */
export class LinePiece {
  /** The number of the line. */
  readonly line: number;
  /** Where it begins in the artifact. */
  readonly fromByte: number;
  /** Whether the line begins with it. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** What it is a part of, from `start` to `end`. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly #previous: Uint8Array;

  constructor({ previous, bytes, start, end }: PiecePlace, { line, fromByte, isStart, isEnd }: PieceOfLine) {
    // The mark says how the text is encoded and is no part of it.
    const skipped =
      fromByte === 0 && byteOrderMark.every((byte, index) => bytes[start + index] === byte) ? 3 : 0;
    this.line = line;
    this.fromByte = fromByte + skipped;
    this.isStart = isStart;
    this.isEnd = isEnd;
    this.#previous = previous;
    this.bytes = bytes;
    this.start = start + skipped;
    this.end = end;
  }

  get byteLength(): number {
    return this.end - this.start;
  }

  /** The texts before and after it, also of other lines. */
  around(maxBytes: number): { readonly before: string; readonly after: string } {
    const { bytes, start, end } = this;
    const missing = Math.max(0, maxBytes - start);
    const previous = missing === 0 ? '' : decodeUtf8(this.#previous.slice(-missing));
    const before = decodeUtf8(bytes.subarray(Math.max(0, start - maxBytes), start));
    return { before: previous + before, after: decodeUtf8(bytes.subarray(end, end + maxBytes)) };
  }

  get text(): string {
    return decodeUtf8(this.bytes.subarray(this.start, this.end));
  }
}

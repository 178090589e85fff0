import type { Artifact } from '../../core/artifact.ts';
import { REDACTION_MARGIN } from '../../runtime/render/redact-part.ts';
import { LinePiece } from './line-piece.ts';
import { BLOCK_BYTES, type ReadOptions, readBlocks } from './read-blocks.ts';
import { cutBackward } from './utf8.ts';

/** Where reading begins: by default at the start of the text. */
export interface PieceOptions extends ReadOptions {
  /** The number of the line that the first byte belongs to. @default 1 */
  readonly firstLine?: number | undefined;
  /** Whether the first byte begins a line. @default true */
  readonly isStart?: boolean | undefined;
  /** The bytes before the first one. @default none */
  readonly previous?: Uint8Array | undefined;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Left for the next piece: half a character, or a carriage return whose line feed is still to come. */
const KEPT_BYTES = 4;

/**
 * The lines of an artifact, those of one block at a time. A line of more than 64 KiB may come in several pieces, cut
 * between characters.
 */
export async function* readPieces(
  artifact: Artifact,
  options: PieceOptions = {},
): AsyncGenerator<LinePiece[], void> {
  const splitter = new LineSplitter(options);
  for await (const block of readBlocks(artifact, options)) yield splitter.split(block);
  yield splitter.end();
}

class LineSplitter {
  #line: number;
  #isStart: boolean;
  /** Where the rest begins. */
  #fromByte: number;
  #rest: Uint8Array = new Uint8Array(0);
  /** What is before the rest. */
  #previous: Uint8Array;

  constructor({ firstLine = 1, isStart = true, fromByte = 0, previous }: PieceOptions) {
    this.#previous = previous ?? new Uint8Array(0);
    this.#line = firstLine;
    this.#isStart = isStart;
    this.#fromByte = fromByte;
  }

  split(block: Uint8Array): LinePiece[] {
    const bytes = concat(this.#rest, block);
    const pieces: LinePiece[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN;
      pieces.push(this.#piece({ bytes, start, end: hasReturn ? end - 1 : end }, true));
      this.#fromByte += end + 1 - start;
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    if (start > 0) this.#keepPrevious(bytes.subarray(0, start));
    if (this.#rest.length > BLOCK_BYTES) pieces.push(this.#takePart());
    return pieces;
  }

  /** What has no line feed at its end. */
  end(): LinePiece[] {
    const bytes = this.#rest;
    if (bytes.length === 0 && this.#isStart) return [];
    return [this.#piece({ bytes, start: 0, end: bytes.length }, true)];
  }

  #takePart(): LinePiece {
    const bytes = this.#rest;
    const end = cutBackward(bytes, bytes.length - KEPT_BYTES);
    const piece = this.#piece({ bytes, start: 0, end }, false);
    this.#keepPrevious(bytes.subarray(0, end));
    this.#fromByte += end;
    this.#rest = bytes.subarray(end);
    return piece;
  }

  #keepPrevious(bytes: Uint8Array): void {
    const tail = bytes.subarray(-REDACTION_MARGIN);
    // A copy, so that it does not keep a whole block.
    this.#previous =
      tail.length === REDACTION_MARGIN ? tail.slice() : concat(this.#previous, tail).slice(-REDACTION_MARGIN);
  }

  #piece(
    place: { readonly bytes: Uint8Array; readonly start: number; readonly end: number },
    isEnd: boolean,
  ): LinePiece {
    const piece = new LinePiece(
      { ...place, previous: this.#previous },
      {
        line: this.#line,
        fromByte: this.#fromByte,
        isStart: this.#isStart,
        isEnd,
      },
    );
    if (isEnd) this.#line += 1;
    this.#isStart = isEnd;
    return piece;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

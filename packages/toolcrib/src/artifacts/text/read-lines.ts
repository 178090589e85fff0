import type { Artifact } from '../../core/artifact.ts';
import { type PieceOptions, readPieces } from './read-pieces.ts';
import { cutToBytes } from './utf8.ts';

/** A line of a text. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
  /** Whether it is only the beginning of the line. */
  readonly isCut: boolean;
}

/** The lines of an artifact, one by one, each as far as a number of bytes goes. */
export async function* readLines(
  artifact: Artifact,
  { maxLineBytes, ...options }: PieceOptions & { readonly maxLineBytes: number },
): AsyncGenerator<TextLine, void> {
  for await (const pieces of readPieces(artifact, options)) {
    for (const { line: number, text, isStart, isEnd } of pieces) {
      if (!isStart) continue;
      const shown = cutToBytes(text, maxLineBytes);
      yield { number, text: shown, isCut: !isEnd || shown.length < text.length };
    }
  }
}

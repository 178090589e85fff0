import type { Artifact } from '../../core/artifact.ts';
import { readBlocks } from '../text/read-blocks.ts';

/** A line, or a part of one that is too long to be held whole. */
export interface LinePart {
  /** From 1. */
  readonly line: number;
  /** Without the line feed, and without a carriage return before it. */
  readonly text: string;
  /** Whether the line begins with it. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/**
 * The lines of an artifact, those of one block at a time, for whoever looks at all of them: a block is decoded at
 * once, which is several times as fast as a line at a time. Parts have about as many characters as allowed.
 */
export async function* readLineParts(
  artifact: Artifact,
  { maxLength, signal }: { readonly maxLength: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<readonly LinePart[], void> {
  const splitter = new PartSplitter(maxLength);
  // Takes away a byte order mark, and keeps what is only half a character for the next block.
  const decoder = new TextDecoder();
  for await (const block of readBlocks(artifact, { signal })) {
    yield splitter.push(decoder.decode(block, { stream: true }));
  }
  yield [...splitter.push(decoder.decode()), ...splitter.end()];
}

class PartSplitter {
  readonly #maxLength: number;
  #line = 1;
  #isStart = true;
  #rest = '';

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  push(text: string): readonly LinePart[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const parts = lines.map((line) => this.#part(line.endsWith('\r') ? line.slice(0, -1) : line, true));
    if (this.#rest.length > this.#maxLength) parts.push(this.#takePart());
    return parts;
  }

  /** What has no line feed at its end. */
  end(): readonly LinePart[] {
    return this.#rest === '' && this.#isStart ? [] : [this.#part(this.#rest, true)];
  }

  /** All but the last character: it may be a carriage return, or the first half of another one. */
  #takePart(): LinePart {
    const part = this.#part(this.#rest.slice(0, -1), false);
    this.#rest = this.#rest.slice(-1);
    return part;
  }

  #part(text: string, isEnd: boolean): LinePart {
    const part = { line: this.#line, text, isStart: this.#isStart, isEnd };
    if (isEnd) this.#line++;
    this.#isStart = isEnd;
    return part;
  }
}

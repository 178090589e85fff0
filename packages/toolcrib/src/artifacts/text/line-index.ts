import type { Artifact } from '../../core/artifact.ts';
import { readBlocks } from './read-blocks.ts';

/** A place of a text, and how many line feeds are before it. */
interface Mark {
  readonly offset: number;
  readonly breaks: number;
}

const LINE_FEED = 10;
const FIRST_SPACING = 1_048_576;
const MAX_MARKS = 1_024;

/**
 * Finds lines of an artifact by number. It remembers a bounded number of places, so that to go on where the last
 * page ended does not mean to read everything again.
 *
 * A line ends with a line feed, or at the end of the text. A lone carriage return ends no line.
 */
export class LineIndex {
  readonly #artifact: Artifact;
  #marks: Mark[] = [{ offset: 0, breaks: 0 }];
  #spacing = FIRST_SPACING;
  #lineCount: number | undefined;

  constructor(artifact: Artifact) {
    this.#artifact = artifact;
  }

  /** How many lines there are; an empty text has none. */
  async count(signal?: AbortSignal): Promise<number> {
    if (this.#lineCount !== undefined) return this.#lineCount;
    let last = LINE_FEED;
    const { breaks } = await this.#scan(
      this.#lastMark((mark) => mark.offset > 0),
      {
        signal,
        visit: (block) => {
          last = block.at(-1) ?? last;
          return undefined;
        },
      },
    );
    this.#lineCount = breaks + (last === LINE_FEED ? 0 : 1);
    return this.#lineCount;
  }

  /** Where a line begins, in bytes; undefined if there is no such line. Lines are counted from 1. */
  async offsetOf(line: number, signal?: AbortSignal): Promise<number | undefined> {
    const wanted = line - 1;
    if (wanted === 0) return this.#artifact.byteLength > 0 ? 0 : undefined;
    const { found } = await this.#scan(
      this.#lastMark(({ breaks }) => breaks < wanted),
      {
        signal,
        visit: (block, { offset, breaks }) => {
          const place = placeAfterBreak(block, wanted - breaks);
          return place === undefined ? undefined : offset + place;
        },
      },
    );
    return found === undefined || found >= this.#artifact.byteLength ? undefined : found;
  }

  /** The number of the line that a byte belongs to. */
  async lineAt(byteOffset: number, signal?: AbortSignal): Promise<number> {
    const { found, breaks } = await this.#scan(
      this.#lastMark(({ offset }) => offset <= byteOffset),
      {
        signal,
        visit: (block, mark) => {
          const length = byteOffset - mark.offset;
          return length > block.length ? undefined : mark.breaks + countBreaks(block.subarray(0, length));
        },
      },
    );
    return (found ?? breaks) + 1;
  }

  /** The last mark that fits, or the first of all. */
  #lastMark(fits: (mark: Mark) => boolean): Mark {
    return this.#marks.findLast(fits) ?? { offset: 0, breaks: 0 };
  }

  async #scan(
    start: Mark,
    {
      signal,
      visit,
    }: { readonly signal: AbortSignal | undefined; visit(block: Uint8Array, mark: Mark): number | undefined },
  ): Promise<{ readonly found?: number; readonly breaks: number }> {
    let { offset, breaks } = start;
    for await (const block of readBlocks(this.#artifact, { fromByte: offset, signal })) {
      const found = visit(block, { offset, breaks });
      if (found !== undefined) return { found, breaks };
      offset += block.length;
      breaks += countBreaks(block);
      this.#remember({ offset, breaks });
    }
    return { breaks };
  }

  #remember(mark: Mark): void {
    const last = this.#marks.at(-1)?.offset ?? 0;
    // A mark at the very end would be the place of no line.
    if (mark.offset < last + this.#spacing || mark.offset >= this.#artifact.byteLength) return;
    this.#marks.push(mark);
    if (this.#marks.length <= MAX_MARKS) return;
    this.#marks = this.#marks.filter((_, index) => index % 2 === 0);
    this.#spacing *= 2;
  }
}

/** The place after the line feed of that number, counted from 1. */
function placeAfterBreak(block: Uint8Array, number: number): number | undefined {
  let left = number;
  for (let place = 0; place < block.length; place++) {
    if (block[place] === LINE_FEED && --left === 0) return place + 1;
  }
  return undefined;
}

/** A plain loop: looking for one after another is slow where there are many. */
function countBreaks(block: Uint8Array): number {
  let breaks = 0;
  for (let place = 0; place < block.length; place++) if (block[place] === LINE_FEED) breaks++;
  return breaks;
}

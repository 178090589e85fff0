import type { Artifact } from '../../core/artifact.ts';
import { REDACTION_MARGIN } from '../../runtime/render/redact-part.ts';
import { type CollectorBounds, GrepCollector } from './grep-collector.ts';
import type { FoundLine, GrepResult } from './grep-result.ts';
import type { LineIndex } from './line-index.ts';
import type { LinePiece } from './line-piece.ts';
import { LongLine } from './long-line.ts';
import { Pace } from './pace.ts';
import { readRange } from './read-blocks.ts';
import { type PieceOptions, readPieces } from './read-pieces.ts';
import type { LineMatcher } from './search/line-matcher.ts';
import type { PageStart } from './text-page.ts';
import { decodeUtf8 } from './utf8.ts';

/** What is searched. */
export interface GrepSource {
  readonly artifact: Artifact;
  readonly index: LineIndex;
}

/** How a text is searched. */
export interface GrepBounds extends CollectorBounds {
  readonly start: PageStart;
  readonly maxMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A line up to this length is looked at and shown as a whole; a longer one where it matches. */
const MAX_WHOLE_BYTES = 500;

/** Searches a text line by line. It holds a few blocks of it, however long its lines are. */
export async function grepText(
  source: GrepSource,
  matcher: LineMatcher,
  bounds: GrepBounds,
): Promise<GrepResult> {
  const start = await findStart(source, bounds);
  if (start === undefined) return { lines: [], matchCount: 0, next: undefined };
  const search = new GrepSearch(matcher, bounds);
  if (!start.isStart) search.startInLine(start);
  for await (const pieces of readPieces(source.artifact, { ...start, signal: bounds.signal })) {
    const next = await search.readAll(pieces);
    if (next !== undefined) return search.result(next);
  }
  return search.result(undefined);
}

interface SearchStart extends PieceOptions {
  /** The character before it. */
  readonly after: string;
}

async function findStart(
  { artifact, index }: GrepSource,
  { start, signal }: GrepBounds,
): Promise<SearchStart | undefined> {
  const fromByte = 'from' in start ? await index.offsetOf(start.from, signal) : start.fromByte;
  if (fromByte === undefined) return undefined;
  const before = Math.max(0, fromByte - REDACTION_MARGIN);
  const previous = await readRange(artifact, { fromByte: before, maxBytes: fromByte - before, signal });
  if ('from' in start) return { fromByte, firstLine: start.from, isStart: true, previous, after: '' };
  const after = Array.from(decodeUtf8(previous.subarray(-4))).at(-1) ?? '';
  const isStart = after === '' || after === '\n';
  return { fromByte, firstLine: await index.lineAt(fromByte, signal), isStart, previous, after };
}

class GrepSearch {
  readonly #matcher: LineMatcher;
  readonly #collector: GrepCollector;
  readonly #bounds: GrepBounds;
  readonly #pace = new Pace();
  readonly #startedAt = performance.now();
  /** Whether something was searched, so that to go on from here leads further. */
  #hasBegun = false;
  /** The line that is being read, if it does not come as one piece. */
  #longLine: LongLine | undefined;

  constructor(matcher: LineMatcher, bounds: GrepBounds) {
    this.#matcher = matcher;
    this.#bounds = bounds;
    this.#collector = new GrepCollector(bounds);
  }

  startInLine({ after }: SearchStart): void {
    this.#matcher.startAfter(after.codePointAt(0));
    this.#longLine = this.#openLongLine();
  }

  result(next: PageStart | undefined): GrepResult {
    const { lines, matchCount } = this.#collector;
    return { lines, matchCount, next };
  }

  /** Gives the place where to search on, if it should stop there. */
  async readAll(pieces: readonly LinePiece[]): Promise<PageStart | undefined> {
    for (const piece of pieces) {
      if (this.#pace.isDue) {
        await this.#pace.rest();
        this.#bounds.signal?.throwIfAborted();
        if (piece.isStart && this.#hasBegun && this.#isLate) return { from: piece.line };
      }
      this.#hasBegun = true;
      const isWhole = piece.isStart && piece.isEnd && piece.byteLength <= MAX_WHOLE_BYTES;
      const next = isWhole ? this.#readWhole(piece) : await this.#readLong(piece);
      if (next !== undefined) return next;
    }
    return undefined;
  }

  get #isLate(): boolean {
    return performance.now() - this.#startedAt > this.#bounds.maxMs;
  }

  #readWhole(piece: LinePiece): PageStart | undefined {
    const { bytes, start, end, line } = piece;
    const isFull = this.#collector.isFull;
    if (isFull && !this.#collector.wantsContext) return { from: line };
    const isMatch = this.#matcher.matchesAscii(bytes, start, end) ?? this.#matcher.matches(piece.text);
    if (isMatch && isFull) return { from: line };
    // Most lines are neither, and are never decoded.
    if (isMatch) this.#collector.addMatch(toLine(piece, isMatch));
    else if (this.#bounds.context > 0) this.#collector.addOther(toLine(piece, isMatch));
    return undefined;
  }

  async #readLong(piece: LinePiece): Promise<PageStart | undefined> {
    if (piece.isStart) {
      if (this.#collector.isFull) return { from: piece.line };
      this.#matcher.startLine();
      this.#longLine = this.#openLongLine();
    }
    this.#longLine ??= this.#openLongLine();
    for (const { match, retryByte, nextByte } of this.#longLine.read(piece)) {
      if (match !== undefined && this.#collector.isFull) return { fromByte: retryByte() };
      if (match !== undefined) this.#collector.addMatch(match);
      if (this.#pace.isDue) await this.#pace.rest();
      this.#bounds.signal?.throwIfAborted();
      const isStop = this.#collector.isFull || this.#isLate;
      if (isStop && nextByte !== undefined) return { fromByte: nextByte() };
    }
    if (piece.isEnd) this.#endLongLine();
    return undefined;
  }

  #openLongLine(): LongLine {
    return new LongLine(this.#matcher, this.#collector.maxLineBytes);
  }

  #endLongLine(): void {
    const context = this.#longLine?.asContext;
    if (context !== undefined) this.#collector.addOther(context);
    this.#longLine = undefined;
  }
}

function toLine(piece: LinePiece, isMatch: boolean): FoundLine {
  const { line: number, text } = piece;
  const around = () => piece.around(REDACTION_MARGIN);
  return { number, text, isMatch, fromByte: undefined, isCut: false, around };
}

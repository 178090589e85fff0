import type { GrepLine } from './grep-result.ts';
import type { LinePiece } from './line-piece.ts';
import type { LineMatcher } from './search/line-matcher.ts';
import { utf8Length } from './utf8.ts';

/** How far the search of a line has come. */
export interface LongLineProgress {
  readonly match: GrepLine | undefined;
  /** Where to search on, in bytes; undefined at the end of the line. */
  readonly nextByte: (() => number) | undefined;
}

/** A piece that is decoded once. */
type TextPiece = Pick<LinePiece, 'line' | 'fromByte' | 'isStart' | 'isEnd' | 'text'>;

/** How much is searched before others may get their turn, in UTF-16 units. */
const SEGMENT_CHARS = 1_024;
const MAX_CHARS_BEFORE = 200;
const MAX_CHARS_AFTER = 100;

/**
 * Searches a line that is too long to be shown, or even to be held. Every match in it counts, unless it is within what
 * is shown of the one before. Where a match begins is not known, so what is shown of it leads up to its end.
 */
export class LongLine {
  readonly #matcher: LineMatcher;
  readonly #charsBefore: number;
  readonly #charsAfter: number;
  #beginning: GrepLine | undefined;
  #hasMatch = false;
  /** The end of the last piece. */
  #tail = '';
  /** Places are counted from the start of the current piece: where the search was begun anew. */
  #freshAt = 0;
  /** As far as the last match is shown. */
  #shownTo = 0;

  /** The matcher has been told where in the line it begins. */
  constructor(matcher: LineMatcher, maxLineBytes: number) {
    this.#matcher = matcher;
    this.#charsBefore = Math.min(MAX_CHARS_BEFORE, Math.floor((maxLineBytes * 2) / 9));
    this.#charsAfter = Math.min(MAX_CHARS_AFTER, Math.floor(maxLineBytes / 9));
  }

  /** The line as context of others; undefined if it has a match itself. */
  get asContext(): GrepLine | undefined {
    return this.#hasMatch ? undefined : this.#beginning;
  }

  *read({ line, fromByte, isStart, isEnd, text }: LinePiece): Generator<LongLineProgress, void> {
    const piece = { line, fromByte, isStart, isEnd, text };
    this.#beginning ??= beginningOf(piece, this.#charsBefore + this.#charsAfter);
    const progress = (match: GrepLine | undefined, place: number) => ({
      match,
      nextByte: isEnd && place === text.length ? undefined : () => byteAt(piece, place),
    });
    let place = 0;
    while (place < text.length) {
      const to = endOfSegment(text, place);
      const end = this.#matcher.find(text, place, to);
      place = end === undefined ? to : this.#beginAnew(text, end);
      const isNew = end !== undefined && end >= this.#shownTo;
      yield progress(isNew ? this.#show(piece, end) : undefined, place);
    }
    const isEmptyMatch = this.#hasMatch && this.#freshAt === text.length;
    if (isEnd && this.#matcher.endLine() && !isEmptyMatch) yield progress(this.#show(piece, place), place);
    this.#freshAt -= text.length;
    this.#shownTo -= text.length;
    this.#tail = text.slice(-this.#charsBefore);
  }

  /** Goes on after a match, at least by one character. */
  #beginAnew(text: string, end: number): number {
    const hasRead = end > this.#freshAt;
    const place = hasRead ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    this.#matcher.startAfter(codePointBefore(text, place) ?? this.#tail.codePointAt(this.#tail.length - 1));
    this.#freshAt = place;
    return place;
  }

  #show(piece: TextPiece, end: number): GrepLine {
    const { line: number, text } = piece;
    const before = this.#tail.slice(Math.max(0, this.#tail.length - Math.max(0, this.#charsBefore - end)));
    const start = wholeCharacter(text, Math.max(0, end - this.#charsBefore));
    const to = Math.min(text.length, end + this.#charsAfter);
    this.#hasMatch = true;
    this.#shownTo = to;
    const isFromStart = piece.isStart && start === 0;
    const fromByte = isFromStart ? undefined : byteAt(piece, start) - utf8Length(before);
    const shown = `${before}${text.slice(start, to)}`.toWellFormed();
    return { number, text: shown, isMatch: true, fromByte, isCut: to < text.length || !piece.isEnd };
  }
}

function beginningOf({ line: number, text, isEnd }: TextPiece, maxChars: number): GrepLine {
  const isCut = text.length > maxChars || !isEnd;
  return { number, text: text.slice(0, maxChars).toWellFormed(), isMatch: false, fromByte: undefined, isCut };
}

/** Exact where the text is valid UTF-8. */
function byteAt({ fromByte, text }: TextPiece, place: number): number {
  return fromByte + utf8Length(text.slice(0, place));
}

function endOfSegment(text: string, start: number): number {
  return wholeCharacter(text, Math.min(text.length, start + SEGMENT_CHARS));
}

/** A place that is not within a character. */
function wholeCharacter(text: string, place: number): number {
  const isWithin = (text.codePointAt(place - 1) ?? 0) > 0xffff;
  return isWithin ? place + 1 : place;
}

function codePointBefore(text: string, place: number): number | undefined {
  const last = text.charCodeAt(place - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff;
  return text.codePointAt(place - (isLow ? 2 : 1));
}

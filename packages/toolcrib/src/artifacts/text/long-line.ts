import { REDACTION_MARGIN } from '../../runtime/render/redact-part.ts';
import type { FoundLine } from './grep-result.ts';
import type { LinePiece } from './line-piece.ts';
import type { LineMatcher } from './search/line-matcher.ts';
import { bytesOfPrefix, utf8Length } from './utf8.ts';

/** How far the search of a line has come. */
export interface LongLineProgress {
  readonly match: FoundLine | undefined;
  /** Where the search for this match began. */
  readonly retryByte: () => number;
  /** Where to search on, in bytes; undefined at the end of the line, and within what is shown of a match. */
  readonly nextByte: (() => number) | undefined;
}

/** A piece that is decoded once. */
interface TextPiece extends Pick<LinePiece, 'line' | 'fromByte' | 'isStart' | 'isEnd' | 'text'> {
  /** The bytes of the text and no others. */
  readonly bytes: Uint8Array;
  readonly around: LinePiece['around'];
}

/** How much is searched before others may get their turn, in UTF-16 units. */
const SEGMENT_CHARS = 1_024;
/** Searched again where a search goes on, for a match that may have begun there. */
const OVERLAP_CHARS = 256;
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
  #beginning: FoundLine | undefined;
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
  get asContext(): FoundLine | undefined {
    return this.#hasMatch ? undefined : this.#beginning;
  }

  *read(source: LinePiece): Generator<LongLineProgress, void> {
    const { line, fromByte, isStart, isEnd, text } = source;
    const piece = {
      line,
      fromByte,
      isStart,
      isEnd,
      text,
      bytes: source.bytes.subarray(source.start, source.end),
      around: (maxBytes: number) => source.around(maxBytes),
    };
    this.#beginning ??= beginningOf(piece, this.#charsBefore + this.#charsAfter);
    let searchedFrom = 0;
    const progress = (match: FoundLine | undefined, place: number): LongLineProgress => {
      const [from, fresh] = [searchedFrom, this.#freshAt];
      const isAtEnd = isEnd && place === text.length;
      // What is shown is not searched again, so that pages which follow one another have each match once.
      const canStop = !isAtEnd && (place >= this.#shownTo || place === text.length);
      return {
        match,
        retryByte: () => byteAt(piece, Math.max(0, from)),
        nextByte: canStop
          ? () => byteAt(piece, wholeCharacter(text, Math.max(0, fresh, place - OVERLAP_CHARS)))
          : undefined,
      };
    };
    let place = 0;
    while (place < text.length) {
      const to = endOfSegment(text, place);
      const end = this.#matcher.find(text, place, to);
      searchedFrom = this.#freshAt;
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

  #show(piece: TextPiece, end: number): FoundLine {
    const { line: number, text } = piece;
    const before = this.#tail.slice(Math.max(0, this.#tail.length - Math.max(0, this.#charsBefore - end)));
    const start = wholeCharacter(text, Math.max(0, end - this.#charsBefore));
    const to = Math.min(text.length, end + this.#charsAfter);
    this.#hasMatch = true;
    this.#shownTo = to;
    const isFromStart = piece.isStart && start === 0;
    const fromByte = isFromStart ? undefined : byteAt(piece, start) - utf8Length(before);
    const shown = `${before}${text.slice(start, to)}`.toWellFormed();
    const around = () => {
      const outside = piece.around(REDACTION_MARGIN);
      const all = outside.before + text.slice(0, start);
      return {
        before: all.slice(0, all.length - before.length).slice(-REDACTION_MARGIN),
        after: (text.slice(to, to + REDACTION_MARGIN) + outside.after).slice(0, REDACTION_MARGIN),
      };
    };
    return { number, text: shown, isMatch: true, fromByte, isCut: to < text.length || !piece.isEnd, around };
  }
}

function beginningOf(piece: TextPiece, maxChars: number): FoundLine {
  const { line: number, text, isEnd } = piece;
  const isCut = text.length > maxChars || !isEnd;
  const shown = text.slice(0, maxChars).toWellFormed();
  const around = () => ({
    before: piece.around(REDACTION_MARGIN).before,
    after: text.slice(maxChars, maxChars + REDACTION_MARGIN),
  });
  return { number, text: shown, isMatch: false, fromByte: undefined, isCut, around };
}

function byteAt({ fromByte, text, bytes }: TextPiece, place: number): number {
  return fromByte + bytesOfPrefix(bytes, text, place);
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

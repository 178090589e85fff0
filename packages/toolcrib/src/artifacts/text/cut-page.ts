import { cutBackward, cutForward, decodeUtf8, utf8Length } from './utf8.ts';

/** What may be taken of some bytes. */
export interface CutOptions {
  readonly maxLines: number;
  /** Of the text, encoded. */
  readonly maxBytes: number;
  /** Whether the bytes go as far as the text does, in the direction of reading. */
  readonly isLast: boolean;
}

export interface PageCut {
  readonly text: string;
  /** How many bytes it was. */
  readonly byteLength: number;
  readonly lineCount: number;
  /** Whether it is a part of one line. */
  readonly isCut: boolean;
}

/** A number of bytes that make whole lines, and how many lines. */
interface WholeLines {
  readonly byteLength: number;
  readonly lineCount: number;
}

const LINE_FEED = 10;

/** As many whole lines from the start of some bytes as fit, or the beginning of a line that is too long. */
export function cutHead(bytes: Uint8Array, options: CutOptions): PageCut {
  return fit(bytes, options, (limit) => {
    const lines = wholeLinesFrom(bytes, limit, options);
    if (lines.lineCount > 0) return { bytes: bytes.subarray(0, lines.byteLength), ...lines, isCut: false };
    const part = bytes.subarray(0, cutBackward(bytes, limit));
    return { bytes: part, byteLength: part.length, lineCount: Math.min(1, part.length), isCut: true };
  });
}

/** As many whole lines from the end of some bytes as fit, or the end of a line that is too long. */
export function cutTail(bytes: Uint8Array, options: CutOptions): PageCut {
  return fit(bytes, options, (limit) => {
    const lines = wholeLinesBefore(bytes, limit, options);
    const { length } = bytes;
    if (lines.lineCount > 0) {
      return { bytes: bytes.subarray(length - lines.byteLength), ...lines, isCut: false };
    }
    const part = bytes.subarray(cutForward(bytes, length - limit));
    return { bytes: part, byteLength: part.length, lineCount: Math.min(1, part.length), isCut: true };
  });
}

function fit(
  bytes: Uint8Array,
  { maxBytes }: CutOptions,
  cut: (limit: number) => Omit<PageCut, 'text'> & { readonly bytes: Uint8Array },
): PageCut {
  const attempt = (limit: number) => {
    const { bytes: part, ...rest } = cut(Math.min(limit, bytes.length));
    return { ...rest, text: decodeUtf8(part) };
  };
  const page = attempt(maxBytes);
  // Every byte that is no UTF-8 becomes a character of three.
  return utf8Length(page.text) <= maxBytes ? page : attempt(Math.floor(maxBytes / 3));
}

function wholeLinesFrom(bytes: Uint8Array, limit: number, { maxLines, isLast }: CutOptions): WholeLines {
  let byteLength = 0;
  let lineCount = 0;
  while (lineCount < maxLines) {
    const lineFeed = bytes.indexOf(LINE_FEED, byteLength);
    const isUnfinished = lineFeed < 0;
    if (isUnfinished && (!isLast || byteLength === bytes.length)) break;
    const end = isUnfinished ? bytes.length : lineFeed + 1;
    if (end > limit) break;
    byteLength = end;
    lineCount += 1;
  }
  return { byteLength, lineCount };
}

function wholeLinesBefore(bytes: Uint8Array, limit: number, { maxLines, isLast }: CutOptions): WholeLines {
  const { length } = bytes;
  let start = length;
  let lineCount = 0;
  while (lineCount < maxLines && start > 0) {
    // The line feed at the end of a line belongs to it. A negative place would mean one from the end.
    const lineFeed = start === 1 ? -1 : bytes.lastIndexOf(LINE_FEED, start - 2);
    if (lineFeed < 0 && !isLast) break;
    const begin = lineFeed + 1;
    if (length - begin > limit) break;
    start = begin;
    lineCount += 1;
  }
  return { byteLength: length - start, lineCount };
}

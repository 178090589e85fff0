import type { Artifact } from '../../core/artifact.ts';
import { REDACTION_MARGIN, redactPart } from '../../runtime/render/redact-part.ts';
import type { Redactor } from '../../runtime/render/redactor.ts';
import { cutHead, cutTail } from './cut-page.ts';
import type { LineIndex } from './line-index.ts';
import { readRange } from './read-blocks.ts';
import type { PageStart, TailPage, TextPage } from './text-page.ts';
import { decodeUtf8, utf8Length } from './utf8.ts';

/** What is read, and how much of it. */
interface PageBounds {
  readonly lines: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly redact: Redactor | undefined;
}

/** A longest character, so that every page has one. */
export const MIN_PAGE_BYTES = 12;

/** The page that begins at a place; an empty one if the text ends before it. */
export async function readPage(
  { artifact, index }: { readonly artifact: Artifact; readonly index: LineIndex },
  start: PageStart,
  bounds: PageBounds,
): Promise<TextPage> {
  const { lines, maxBytes, signal } = bounds;
  const firstLine = 'from' in start ? start.from : undefined;
  const fromByte = 'from' in start ? await index.offsetOf(start.from, signal) : start.fromByte;
  if (fromByte === undefined || fromByte >= artifact.byteLength) return pageAtEnd(artifact, firstLine);
  // One byte more tells where a character ends.
  const bytes = await readRange(artifact, { fromByte, maxBytes: maxBytes + 1, signal });
  const isLast = bytes.length <= maxBytes;
  const page = cutHead(bytes, { maxLines: lines, maxBytes, isLast });
  const toByte = fromByte + page.byteLength;
  const isEnd = isLast && page.byteLength === bytes.length;
  const { text, lineCount, isCut } = page;
  const goOn = firstLine === undefined || isCut ? { fromByte: toByte } : { from: firstLine + lineCount };
  const shown = await redactRange(artifact, { text, fromByte, toByte }, bounds);
  if (shown === undefined)
    return readPage({ artifact, index }, start, { ...bounds, maxBytes: half(maxBytes) });
  return {
    text: shown,
    fromByte,
    toByte,
    firstLine,
    lineCount,
    isCut: isCut && !isEnd,
    next: isEnd ? undefined : goOn,
  };
}

/** The page that ends before a byte. */
export async function readTail(artifact: Artifact, before: number, bounds: PageBounds): Promise<TailPage> {
  const { lines, maxBytes, signal } = bounds;
  const toByte = Math.min(before, artifact.byteLength);
  for (
    let length = Math.min(maxBytes, FIRST_TAIL_BYTES);
    ;
    length = Math.min(maxBytes, length * TAIL_GROWTH)
  ) {
    const start = Math.max(0, toByte - length);
    const bytes = await readRange(artifact, { fromByte: start, maxBytes: toByte - start, signal });
    const { byteLength, ...page } = cutTail(bytes, { maxLines: lines, maxBytes, isLast: start === 0 });
    const isEnough = page.lineCount === lines && !page.isCut;
    if (!isEnough && length < maxBytes && start > 0) continue;
    const fromByte = toByte - byteLength;
    const text = await redactRange(artifact, { text: page.text, fromByte, toByte }, bounds);
    if (text === undefined) return readTail(artifact, before, { ...bounds, maxBytes: half(maxBytes) });
    return {
      ...page,
      text,
      fromByte,
      toByte,
      next: fromByte > 0 && byteLength > 0 ? { before: fromByte } : undefined,
    };
  }
}

/** The text of some bytes without secrets, as far as what is around it tells; undefined if it is too long then. */
async function redactRange(
  artifact: Artifact,
  { text, fromByte, toByte }: Pick<TextPage, 'text' | 'fromByte' | 'toByte'>,
  { maxBytes, signal, redact }: PageBounds,
): Promise<string | undefined> {
  if (redact === undefined || text === '') return text;
  const start = Math.max(0, fromByte - REDACTION_MARGIN);
  // Nothing is around a text that is shown whole.
  const isWhole = fromByte === 0 && toByte >= artifact.byteLength;
  const bytes = isWhole
    ? new Uint8Array(0)
    : await readRange(artifact, {
        fromByte: start,
        maxBytes: toByte + REDACTION_MARGIN - start,
        signal,
      });
  const before = decodeUtf8(bytes.subarray(0, fromByte - start));
  const after = decodeUtf8(bytes.subarray(toByte - start));
  const clean = redactPart({ before, part: text, after }, redact);
  return utf8Length(clean) <= maxBytes || half(maxBytes) === maxBytes ? clean : undefined;
}

function half(maxBytes: number): number {
  return Math.max(MIN_PAGE_BYTES, Math.floor(maxBytes / 2));
}

/** Most tails are short, and the start of an artifact may have to be read again for every step. */
const FIRST_TAIL_BYTES = 65_536;
const TAIL_GROWTH = 8;

function pageAtEnd({ byteLength }: Artifact, firstLine: number | undefined): TextPage {
  const place = { fromByte: byteLength, toByte: byteLength };
  return { text: '', ...place, firstLine, lineCount: 0, isCut: false, next: undefined };
}

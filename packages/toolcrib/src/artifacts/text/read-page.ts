import type { Artifact } from '../../core/artifact.ts';
import { REDACTION_MARGIN, redactPart } from '../../runtime/render/redact-part.ts';
import type { Redactor } from '../../runtime/render/redactor.ts';
import { cutHead, cutTail, type PageCut } from './cut-page.ts';
import { fitRedacted } from './fit-redacted.ts';
import type { LineIndex } from './line-index.ts';
import { readRange } from './read-blocks.ts';
import type { PageStart, TailPage, TextPage } from './text-page.ts';
import { decodeUtf8 } from './utf8.ts';

/** What is read, and how much of it. */
interface PageBounds {
  readonly lines: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly redact: Redactor | undefined;
}

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
  const cut = (limit: number): PlacedCut => {
    const page = cutHead(bytes, { maxLines: lines, maxBytes: limit, isLast });
    return { ...page, fromByte, toByte: fromByte + page.byteLength };
  };
  const source = { fromByte, bytes, cut };
  const { text, toByte, byteLength, lineCount, isCut } = await cutRedacted(artifact, source, bounds);
  const isEnd = isLast && byteLength === bytes.length;
  const goOn = firstLine === undefined || isCut ? { fromByte: toByte } : { from: firstLine + lineCount };
  return {
    text,
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
    const cut = (limit: number): PlacedCut => {
      const page = cutTail(bytes, { maxLines: lines, maxBytes: limit, isLast: start === 0 });
      return { ...page, fromByte: toByte - page.byteLength, toByte };
    };
    const { lineCount, isCut } = cut(maxBytes);
    const isEnough = lineCount === lines && !isCut;
    if (!isEnough && length < maxBytes && start > 0) continue;
    const source = { fromByte: start, bytes, cut };
    const { byteLength, ...page } = await cutRedacted(artifact, source, bounds);
    const { fromByte } = page;
    return { ...page, next: fromByte > 0 && byteLength > 0 ? { before: fromByte } : undefined };
  }
}

/** A page of a text that was read, and where it is. */
interface PlacedCut extends PageCut {
  readonly fromByte: number;
  readonly toByte: number;
}

/** What was read of an artifact, and what page of it takes at most so many bytes. */
interface PageSource {
  readonly fromByte: number;
  readonly bytes: Uint8Array;
  readonly cut: (limit: number) => PlacedCut;
}

/** A page without secrets, as far as what is around it tells. */
async function cutRedacted(
  artifact: Artifact,
  source: PageSource,
  { maxBytes, signal, redact }: PageBounds,
): Promise<PlacedCut> {
  if (redact === undefined) return source.cut(maxBytes);
  const start = Math.max(0, source.fromByte - REDACTION_MARGIN);
  const bytes = await readAround(artifact, source, { start, signal });
  return fitRedacted(maxBytes, (limit) => {
    const page = source.cut(limit);
    if (page.text === '') return page;
    const [from, to] = [page.fromByte - start, page.toByte - start];
    const before = decodeUtf8(bytes.subarray(Math.max(0, from - REDACTION_MARGIN), from));
    const after = decodeUtf8(bytes.subarray(to, to + REDACTION_MARGIN));
    return { ...page, text: redactPart({ before, part: page.text, after }, redact) };
  });
}

/** What was read with what is around it. */
async function readAround(
  artifact: Artifact,
  { fromByte, bytes }: PageSource,
  { start, signal }: { readonly start: number; readonly signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  if (fromByte === 0 && bytes.length >= artifact.byteLength) return bytes;
  const maxBytes = fromByte + bytes.length + REDACTION_MARGIN - start;
  return await readRange(artifact, { fromByte: start, maxBytes, signal });
}

/** Most tails are short, and the start of an artifact may have to be read again for every step. */
const FIRST_TAIL_BYTES = 65_536;
const TAIL_GROWTH = 8;

function pageAtEnd({ byteLength }: Artifact, firstLine: number | undefined): TextPage {
  const place = { fromByte: byteLength, toByte: byteLength };
  return { text: '', ...place, firstLine, lineCount: 0, isCut: false, next: undefined };
}

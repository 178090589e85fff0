import { REDACTION_MARGIN, redactPart } from '../../runtime/render/redact-part.ts';
import type { QueryBounds } from '../artifact-query.ts';
import { AnswerPage, goOn } from '../structured/answer-page.ts';
import { count } from '../structured/count.ts';
import type { PageWish } from '../structured/page-arguments.ts';
import { fitRedacted } from '../text/fit-redacted.ts';
import { cutToBytes, utf8Length } from '../text/utf8.ts';
import type { MarkdownCodeBlock } from './code-collector.ts';
import type { MarkdownLink } from './find-links.ts';
import type { MarkdownArtifact, MarkdownAskOptions } from './markdown-artifact.ts';
import type { MarkdownHeading } from './markdown-block.ts';
import { SearchTime } from './search-time.ts';

/** Kept free for the line above a text. */
const HEADER_BYTES = 128;
/** Kept free for the line under code that is cut. */
const CUT_BYTES = 80;
const MAX_HEADING_BYTES = 500;
const MAX_LINK_TEXT_BYTES = 300;
const MAX_TARGET_BYTES = 1_000;

export async function answerFrontMatter(
  artifact: MarkdownArtifact,
  _args: unknown,
  { maxBytes, signal, redact }: QueryBounds,
): Promise<string> {
  const text = await artifact.frontMatter({ signal });
  if (text === undefined) return 'There is no front matter.';
  if (text === '') return 'The front matter is empty.';
  const lines = text.split('\n').length;
  const page = await artifact.cat({ from: 2, lines, maxBytes: maxBytes - HEADER_BYTES, signal, redact });
  const isEnd = !page.isCut && page.lineCount >= lines;
  const next = goOn(isEnd ? undefined : page.next).replace('Continue with', 'Continue with artifact_cat,');
  return `Front matter, lines 2 to ${lines + 1}. ${next}\n${page.text}`;
}

export function answerHeadings(
  artifact: MarkdownArtifact,
  wish: PageWish,
  bounds: QueryBounds,
): Promise<string> {
  const show = ({ line, level, text }: MarkdownHeading) =>
    `${line}: ${'#'.repeat(level)} ${cut(bounds.redact(text.replace(/\s+/g, ' ')), MAX_HEADING_BYTES)}`;
  return listItems('heading', (options) => artifact.headings(options), { wish, bounds, show });
}

export function answerLinks(
  artifact: MarkdownArtifact,
  wish: PageWish,
  bounds: QueryBounds,
): Promise<string> {
  const show = ({ kind, line, text, target }: MarkdownLink) => {
    const address = cut(bounds.redact(target), MAX_TARGET_BYTES);
    if (kind === 'autolink') return `${line}: <${address}>`;
    return `${line}: ${kind === 'image' ? '!' : ''}[${cut(bounds.redact(text), MAX_LINK_TEXT_BYTES)}](${address})`;
  };
  return listItems('link', (options) => artifact.links(options), { wish, bounds, show });
}

export function answerCodeBlocks(
  artifact: MarkdownArtifact,
  wish: PageWish,
  bounds: QueryBounds,
): Promise<string> {
  const read = (options: MarkdownAskOptions) =>
    artifact.codeBlocks({ ...options, maxBlockChars: bounds.maxBytes });
  return listItems('code block', read, { wish, bounds, show: showCode });
}

/** Above the code what is known about it. The lines that do not fit can be read as text. */
function showCode(
  { line, language, lineCount, isClosed, cutAtLine, text }: MarkdownCodeBlock,
  room: number,
): string {
  const facts = [cut(language, 40), count(lineCount, 'line'), isClosed ? '' : 'never closed'].filter(Boolean);
  const header = `Line ${line}, ${facts.join(', ')}:`;
  const lines = text === '' ? [] : text.split('\n');
  const whole = [header, ...lines].join('\n');
  if (cutAtLine === undefined && utf8Length(whole) <= room) return whole;
  const shown = takeLines(lines, room - utf8Length(header) - CUT_BYTES);
  const next = line + 1 + shown.length;
  return [header, ...shown, `[Cut here. Continue with artifact_cat, from: ${next}.]`].join('\n');
}

/** The lines that have at most so many bytes together. */
function takeLines(lines: readonly string[], maxBytes: number): readonly string[] {
  let left = maxBytes;
  const end = lines.findIndex((line) => {
    left -= utf8Length(line) + 1;
    return left < 0;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

export async function answerText(
  artifact: MarkdownArtifact,
  { from }: PageWish,
  { maxBytes, signal, redact }: QueryBounds,
): Promise<string> {
  const page = new AnswerPage(maxBytes);
  let position = 0;
  let before = '';
  let text = '';
  for await (const piece of artifact.prose({ signal })) {
    // One character more than fits tells that there is more.
    if (text.length > page.room + REDACTION_MARGIN) break;
    before = (before + piece.slice(0, Math.max(0, from - position))).slice(-REDACTION_MARGIN);
    text += piece.slice(Math.max(0, from - position));
    position += piece.length;
  }
  if (text === '') return page.finish(`No text from character ${from} on: there are ${position}.`);
  const { text: shown, length } = fitRedacted(page.room, (limit) => {
    const part = cutToBytes(text, limit);
    const after = text.slice(part.length, part.length + REDACTION_MARGIN);
    return { text: redactPart({ before, part, after }, redact), length: part.length };
  });
  const end = from + length;
  page.add(shown);
  return page.finish(
    `Characters ${from} to ${end - 1}. ${goOn(length < text.length ? { from: end } : undefined)}`,
  );
}

interface ItemList<Item> {
  readonly wish: PageWish;
  readonly bounds: QueryBounds;
  /** What an answer tells of an item, in so many bytes. */
  show(item: Item, maxBytes: number): string;
}

/** Lists items that come one after another, as many as fit and are found in time. */
async function listItems<Item>(
  noun: string,
  read: (options: MarkdownAskOptions) => AsyncIterable<Item>,
  { wish, bounds, show }: ItemList<Item>,
): Promise<string> {
  const { from, limit = Number.POSITIVE_INFINITY } = wish;
  const page = new AnswerPage(bounds.maxBytes);
  const time = new SearchTime(bounds.maxMs);
  let index = 0;
  let hasMore = false;
  for await (const item of read({ signal: bounds.signal, time })) {
    if (index >= from && (page.itemCount >= limit || !page.add(bounds.redact(show(item, page.room))))) {
      hasMore = true;
      break;
    }
    index++;
  }
  const { stoppedAt } = time;
  if (page.itemCount === 0) {
    const known = stoppedAt === undefined ? `: there are ${index}` : '';
    const none = `No ${noun}s${from === 0 ? '' : ` from ${from} on${known}`}`;
    return page.finish(stoppedAt === undefined ? `${none}.` : `${none} so far. ${outOfTime(stoppedAt)}`);
  }
  const range = `${noun[0]?.toUpperCase()}${noun.slice(1)}s ${from} to ${index - 1}`;
  if (stoppedAt !== undefined) return page.finish(`${range}. ${outOfTime(stoppedAt)}`);
  const size = hasMore ? '' : ` of ${index}`;
  return page.finish(`${range}${size}. ${goOn(hasMore ? { from: index } : undefined)}`);
}

/** To ask again would lead no further. */
function outOfTime(line: number): string {
  return `The time was up at line ${line}. Search on from there with artifact_grep, from: ${line}.`;
}

function cut(text: string, maxBytes: number): string {
  const short = cutToBytes(text, maxBytes);
  return short.length < text.length ? `${short}…` : text;
}

import { type LinePlace, skipIndent } from './line-place.ts';

/** What a line begins with, at some place. */
export type LineStart =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | Fence
  | { readonly kind: 'item'; readonly marker: string; readonly content: LinePlace; readonly offset: number }
  | { readonly kind: 'break' }
  | { readonly kind: 'html'; readonly endMarks: readonly string[] }
  | { readonly kind: 'text' };

export interface Fence {
  readonly kind: 'fence';
  readonly mark: '`' | '~';
  readonly length: number;
  readonly info: string;
}

const rawTags: readonly string[] = ['pre', 'script', 'style', 'textarea'];

/** What begins at a place that holds no space. Looks at each character of the line a fixed number of times. */
export function readLineStart(text: string, place: LinePlace): LineStart {
  switch (text[place.index]) {
    case '#':
      return readHeading(text, place.index);
    case '`':
    case '~':
      return readFence(text, place.index);
    case '<':
      return readHtml(text, place.index);
    case '*':
    case '-':
    case '_':
      return isBreak(text, place.index) ? { kind: 'break' } : readItem(text, place);
    default:
      return readItem(text, place);
  }
}

/** The level of the heading that a line makes of the paragraph before it; 0 if it makes none. */
export function underlineLevel(text: string, start: number): number {
  const mark = text[start];
  if (mark !== '=' && mark !== '-') return 0;
  const end = skipMark(text, start, mark);
  if (!isBlankFrom(text, end)) return 0;
  return mark === '=' ? 1 : 2;
}

/** Whether a line closes a fence, at a place that holds no space. */
export function isClosingFence(text: string, start: number, { mark, length }: Fence): boolean {
  if (text[start] !== mark) return false;
  const end = skipMark(text, start, mark);
  return end - start >= length && isBlankFrom(text, end);
}

function readHeading(text: string, start: number): LineStart {
  const end = skipMark(text, start, '#');
  const level = end - start;
  if (level > 6 || !isSpaceAt(text, end)) return { kind: 'text' };
  return { kind: 'heading', level, text: withoutClosingMarks(text.slice(end).trim()) };
}

/** `# Title ##` is closed by the marks at its end; in `# C#` they belong to the text. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || isSpace(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

function readFence(text: string, start: number): LineStart {
  const mark = text[start] === '`' ? '`' : '~';
  const end = skipMark(text, start, mark);
  const length = end - start;
  if (length < 3 || (mark === '`' && text.includes('`', end))) return { kind: 'text' };
  return { kind: 'fence', mark, length, info: text.slice(end).trim() };
}

function readHtml(text: string, start: number): LineStart {
  if (text.startsWith('<!--', start)) return { kind: 'html', endMarks: ['-->'] };
  const name = rawTags.find((tag) => text.slice(start + 1, start + 1 + tag.length).toLowerCase() === tag);
  if (name === undefined) return { kind: 'text' };
  const after = start + 1 + name.length;
  const isTag = isSpaceAt(text, after) || text[after] === '>';
  return isTag ? { kind: 'html', endMarks: rawTags.map((tag) => `</${tag}>`) } : { kind: 'text' };
}

function isBreak(text: string, start: number): boolean {
  const mark = text[start];
  let count = 0;
  for (let index = start; index < text.length; index++) {
    if (text[index] === mark) count++;
    else if (!isSpace(text[index])) return false;
  }
  return count >= 3;
}

function readItem(text: string, { index, column }: LinePlace): LineStart {
  const width = markerWidth(text, index);
  if (width === 0 || !isSpaceAt(text, index + width)) return { kind: 'text' };
  const end = { index: index + width, column: column + width };
  const content = skipIndent(text, end);
  const isEmpty = content.index >= text.length;
  // Five spaces or more are one space, and code that is indented.
  const isNear = !isEmpty && content.column - end.column <= 4;
  const offset = isNear ? content.column : end.column + 1;
  return { kind: 'item', marker: text.slice(index, index + width), content, offset };
}

/** Of `-`, `*`, `+`, `1.` or `1)`; 0 if there is none. */
function markerWidth(text: string, start: number): number {
  if (text[start] === '-' || text[start] === '*' || text[start] === '+') return 1;
  let end = start;
  while (end < start + 9 && isDigit(text[end])) end++;
  return end > start && (text[end] === '.' || text[end] === ')') ? end - start + 1 : 0;
}

function skipMark(text: string, start: number, mark: string): number {
  let end = start;
  while (text[end] === mark) end++;
  return end;
}

function isBlankFrom(text: string, start: number): boolean {
  return skipIndent(text, { index: start, column: 0 }).index >= text.length;
}

/** The end of the line counts. */
function isSpaceAt(text: string, index: number): boolean {
  return index >= text.length || isSpace(text[index]);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

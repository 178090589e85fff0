import { isEscape, isSpaceOrEnd, skipSpace, unescapeText } from './characters.ts';

/**
 * How many parentheses an address may have open. It also bounds the work: an address that has no end passes this
 * many other beginnings of one at most.
 */
const MAX_PARENTHESES = 8;

/** CommonMark's own limit. */
const MAX_LABEL_LENGTH = 999;

/** Reads `address "title")` after the parenthesis; undefined if it is nothing of that kind. */
export function readTarget(
  text: string,
  start: number,
): { readonly target: string; readonly end: number } | undefined {
  const address = readAddress(text, skipSpace(text, start));
  if (address === undefined) return undefined;
  let end = skipSpace(text, address.end);
  if (end > address.end) end = skipSpace(text, readTitle(text, end) ?? end);
  return text[end] === ')' ? { target: address.target, end: end + 1 } : undefined;
}

/** An address, in angle brackets or bare. It may be empty. */
export function readAddress(
  text: string,
  start: number,
): { readonly target: string; readonly end: number } | undefined {
  if (text[start] === '<') {
    const end = findEnd(text, start + 1, { end: '>', stops: '<\n' });
    return end === undefined ? undefined : { target: unescapeText(text.slice(start + 1, end)), end: end + 1 };
  }
  let open = 0;
  let end = start;
  for (let character = text[end]; !isSpaceOrEnd(character); character = text[++end]) {
    if (character === '\\' && isEscape(text, end)) end++;
    else if (character === '(' && ++open > MAX_PARENTHESES) return undefined;
    else if (character === ')' && open-- === 0) break;
  }
  return { target: unescapeText(text.slice(start, end)), end };
}

/** Where the title that begins here has ended; undefined if there is none. */
export function readTitle(text: string, start: number): number | undefined {
  const mark = text[start];
  if (mark !== '"' && mark !== "'" && mark !== '(') return undefined;
  const marks = mark === '(' ? { end: ')', stops: '(' } : { end: mark, stops: '' };
  const end = findEnd(text, start + 1, marks);
  return end === undefined ? undefined : end + 1;
}

/** Reads `label]` after the bracket. The label is folded, so that equal labels are equal texts. */
export function readLabel(
  text: string,
  start: number,
): { readonly label: string; readonly end: number } | undefined {
  const end = findEnd(text, start, { end: ']', stops: '[', maxLength: MAX_LABEL_LENGTH });
  if (end === undefined) return undefined;
  const label = text.slice(start, end).trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
  return { label, end: end + 1 };
}

interface EndMarks {
  readonly end: string;
  /** What cannot come before it. */
  readonly stops: string;
  /** How far away it can be. */
  readonly maxLength?: number;
}

/** Where a mark is that no escape precedes; undefined where one of the others comes first, or the end. */
function findEnd(
  text: string,
  start: number,
  { end, stops, maxLength = text.length }: EndMarks,
): number | undefined {
  const limit = Math.min(text.length, start + maxLength + 1);
  for (let position = start; position < limit; position++) {
    const character = text[position] ?? '';
    if (character === '\\' && isEscape(text, position)) position++;
    else if (character === end) return position;
    else if (stops.includes(character)) return undefined;
  }
  return undefined;
}

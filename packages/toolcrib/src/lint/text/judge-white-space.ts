import { isPlainAscii } from './hidden-characters.ts';

/** White space that can spell something, because the author chose it where nobody sees a difference. */
export interface WhiteRun {
  readonly start: number;
  readonly end: number;
  /** What is wrong with it. */
  readonly deed: string;
}

/** Fewer choices than this cannot spell a byte. */
const MIN_CHOICES = 8;
/** Tables and careless typing have some double spaces, tabs, and spaces where a line ends. */
const MAX_CHOICES = 32;

const foreign = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]|\r(?!\n)/;
const gaps = /[ \t\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+/g;
const lineEnds = /\r?\n/g;
/** No layout has so much white space of several kinds in a row. */
const longRuns = /\s{33,}/g;
const doubleGaps = /[^\s|](?: {2}|\t)(?=[^\s|])/g;
const unusualGaps = /(?<=[\p{L},;.])(?: {2}|\t)(?=\p{L})/gu;
const usualGaps = /(?<=[\p{L},;.]) (?=\p{L})/gu;

/** How much of what follows a number is looked at. */
const UNIT_LENGTH = 4;
const braille = /[\u2801-\u28ff]/;
const eastAsian = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const digit = /\d/;
const unit = /^[^\s\d]{1,3}(?![\p{L}\d])/u;
/** French has narrow spaces at these, and so have units. */
const spacedMarks = /[:;!?»›%‰€$£°–—]/;

/** The white space of ASCII in a text that may carry a message. */
export function judgeLayout(text: string): readonly WhiteRun[] {
  const hasReturns = text.includes('\r');
  if (!hasReturns && !text.includes('  ') && !text.includes('\t') && !text.includes(' \n')) return [];
  const found = [...judgeGaps(text), ...judgeLines(text), ...judgeRuns(text)];
  return hasReturns && isPlainAscii(text) ? [...found, ...judgeSpaces(text)] : found;
}

function judgeLines(text: string): readonly WhiteRun[] {
  const hasReturns = text.includes('\r\n');
  if (!hasReturns && !text.includes(' \n') && !text.includes('\t\n')) return [];
  const lines = text.split('\n').slice(0, -1);
  const returns = lines.map((line) => (line.endsWith('\r') ? '\r' : ''));
  const ends = lines.map((line) => line.slice(line.trimEnd().length));
  const isBlank = lines.map((line, index) => line === ends[index]);
  const rareEnds = [true, false].map((blank) => countRare(ends.filter((_, at) => isBlank[at] === blank)));
  if (countRare(returns) < MIN_CHOICES && Math.max(...rareEnds) <= MAX_CHOICES) return [];
  return [wholeOf(text, 'has different white space at the ends of lines')];
}

function judgeGaps(text: string): readonly WhiteRun[] {
  if (text.length <= MAX_CHOICES || countOf(text, doubleGaps) <= MAX_CHOICES) return [];
  const choices = Math.min(countOf(text, unusualGaps), countOf(text, usualGaps));
  return choices > MAX_CHOICES ? [wholeOf(text, 'has one or two spaces, or a tab, between words')] : [];
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** A row of white space that ends a text, or is of several kinds. */
function judgeRuns(text: string): readonly WhiteRun[] {
  if (text.length <= MAX_CHOICES) return [];
  return [...text.matchAll(longRuns)].flatMap(({ 0: run, index: start }) => {
    const end = start + run.length;
    const kinds = new Set(run.replace(lineEnds, ''));
    const isBad = kinds.size > 1 || end === text.length;
    return isBad ? [{ start, end, deed: `has ${run.length} white characters in a row` }] : [];
  });
}

/**
 * Spaces that are not those of ASCII. What a place needs is of one form, such as the narrow space before a mark in
 * French; what has another form than most of its kind was chosen.
 */
export function judgeSpaces(text: string): readonly WhiteRun[] {
  if (!foreign.test(text)) return [];
  const byPlace = new Map<string, string[]>();
  for (const { 0: run, index } of text.matchAll(gaps)) {
    const end = index + run.length;
    // The first half of the end of a line.
    const gap = run.endsWith('\r') && text.charAt(end) === '\n' ? run.slice(0, -1) : run;
    if (gap === '') continue;
    const place = placeOf(text.charAt(index - 1), text.slice(end, end + UNIT_LENGTH));
    const forms = byPlace.get(place) ?? [];
    // How far a line is indented is seen.
    const form = place === 'indent' ? [...new Set(gap)].sort().join('') : gap;
    forms.push(foreign.test(gap) ? form : ' ');
    byPlace.set(place, forms);
  }
  const choices = [...byPlace.values()].reduce((sum, forms) => sum + countRare(forms), 0);
  return choices < MIN_CHOICES ? [] : [wholeOf(text, 'has spaces that look alike')];
}

/** What kind of place a gap is at; each kind has its own habits. */
function placeOf(before: string, after: string): string {
  const next = after.charAt(0);
  if (before === '' || before === '\n') return 'indent';
  if (next === '' || next === '\n' || next === '\r') return 'end';
  if (braille.test(before) || braille.test(next)) return 'braille';
  if (eastAsian.test(before) || eastAsian.test(next)) return 'east-asian';
  if (before === '«' || before === '‹' || spacedMarks.test(next)) return 'mark';
  if (!digit.test(before)) return 'word';
  return digit.test(next) ? 'digits' : (unit.exec(after)?.[0] ?? 'word');
}

/** How many have another form than the most frequent one. */
function countRare(forms: readonly string[]): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const form of forms) {
    const count = (counts.get(form) ?? 0) + 1;
    counts.set(form, count);
    if (count > most) most = count;
  }
  return forms.length - most;
}

function wholeOf(text: string, deed: string): WhiteRun {
  return { start: 0, end: text.length, deed };
}

import { splitHumps } from './split-humps.ts';

/** Scripts that are written without spaces: each pair of neighbours counts as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const NOT_ASCII = /[^\0-\x7f]/;
const ASCII_RUN = /[A-Za-z0-9]+/g;
const LOWER_RUN = /^[a-z]+$/;
/** A short name with a number in it, such as s3, oauth2, 2fa or k8s. */
const CODE = /^(?:([A-Za-z]{1,6})[0-9]{1,4}|[0-9]{1,2}[A-Za-z]{1,5}|[A-Za-z][0-9]{1,2}(?:[a-z]|[A-Z]))$/;
const ASCII_PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const LETTERS_OR_DIGITS = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Accents of Latin letters, and the dots of the Russian \u0451, which few people write. */
const UNHEARD_MARKS = /([A-Za-z])\p{M}+|(?<=[\u0415\u0435])\u0308/gu;
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu;
const UNSPACED_RUN = new RegExp(`([${UNSPACED}\\p{M}]+)|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/**
 * The words of a text in lower case, in order: camelCase, snake_case and kebab-case are taken apart, `oauth2` is `oauth2` and
 * `oauth`, accents of Latin letters do not count, and scripts without spaces are pairs of characters.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  if (NOT_ASCII.test(text)) splitUnicode(text, words);
  else splitAscii(text, words);
  return words;
}

function splitAscii(text: string, words: string[]): void {
  for (const run of text.match(ASCII_RUN) ?? []) {
    if (LOWER_RUN.test(run)) words.push(run);
    else splitRun(run, words);
  }
}

function splitRun(run: string, words: string[]): void {
  const code = CODE.exec(run);
  if (code === null) {
    for (const part of run.match(ASCII_PART) ?? []) words.push(part.toLowerCase());
    return;
  }
  words.push(run.toLowerCase());
  const letters = code[1] ?? '';
  if (letters.length >= MIN_LETTERS) words.push(letters.toLowerCase());
}

function splitUnicode(text: string, words: string[]): void {
  // Sorting the marks of one letter takes as long as there are marks, squared.
  const plain = text
    .replace(MANY_MARKS, '$1')
    .normalize('NFKD')
    .replace(UNHEARD_MARKS, '$1')
    .normalize('NFC');
  if (!NOT_ASCII.test(plain)) {
    splitAscii(plain, words);
    return;
  }
  for (const run of plain.match(RUN) ?? []) {
    if (!NOT_ASCII.test(run)) splitRun(run, words);
    else for (const part of run.match(LETTERS_OR_DIGITS) ?? []) splitPart(part, words);
  }
}

function splitPart(part: string, words: string[]): void {
  if (IS_UNSPACED.test(part)) splitUnspaced(part, words);
  else for (const word of splitHumps(part).split(' ')) words.push(word.toLowerCase());
}

function splitUnspaced(run: string, words: string[]): void {
  for (const [part, unspaced] of run.matchAll(UNSPACED_RUN)) {
    if (unspaced === undefined) {
      words.push(part.toLowerCase());
      continue;
    }
    const characters = [...part];
    if (characters.length === 1) words.push(part);
    for (let index = 1; index < characters.length; index++) {
      words.push(`${characters[index - 1]}${characters[index]}`);
    }
  }
}

/** Of a name with a number: fewer letters mean nothing without the number. */
const MIN_LETTERS = 3;

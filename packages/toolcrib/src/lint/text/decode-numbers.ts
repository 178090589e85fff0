/** Text that was written as a row of numbers, one for each character. */
export interface NumberedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** No word that says anything is shorter than this, with its neighbours. */
export const MIN_NUMBERS = 8;
const pieces = /[^\s,;[\](){}"'`|]+/g;
const isNumber = /^(?:0[xbo])?[0-9a-f]{2,8}$/i;
const prefix = /^0[xbo]/i;
const bases: readonly (readonly [base: number, isOne: RegExp])[] = [
  [2, /^[01]{7,8}$/],
  [8, /^[0-7]{2,3}$/],
  [10, /^[0-9]{2,3}$/],
  [16, /^[0-9a-f]{2}$/i],
];

/** The rows of numbers in a text, read as characters in each base that all of a row can be of. */
export function decodeNumbers(text: string): readonly NumberedText[] {
  const found: NumberedText[] = [];
  let row: string[] = [];
  let start = 0;
  let end = 0;
  const finish = () => {
    if (row.length >= MIN_NUMBERS) found.push(...readRow(row).map((read) => ({ text: read, start, end })));
    row = [];
  };
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (isNumber.test(piece)) {
      if (row.length === 0) start = index;
      row.push(piece.replace(prefix, ''));
      end = index + piece.length;
    } else finish();
  }
  finish();
  return found;
}

function readRow(row: readonly string[]): readonly string[] {
  return bases
    .filter(([, isOne]) => row.every((number) => isOne.test(number)))
    .map(([base]) => String.fromCharCode(...row.map((number) => Number.parseInt(number, base))));
}

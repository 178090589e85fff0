/** Letters that take two columns; some that take one may count as two, which only leaves room. */
const wide =
  /[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{18d8f}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}\p{Emoji_Presentation}]|\u{fe0f}/u;
const ascii = /^[ -~]*$/;
const mark = /^\p{M}$/u;

/** How many columns a visible text takes in a terminal. */
export function columnsOf(text: string): number {
  if (ascii.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) columns += columnsOfLetter(segment);
  return columns;
}

/** A text that takes at most so many columns, with an ellipsis if it was cut. Letters are never taken apart. */
export function cutColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  return `${splitColumns(text, columns - 1)[0].trimEnd()}…`;
}

/** A text filled up with blanks to so many columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** A text in lines of at most so many columns, broken at blanks where there are any. */
export function wrapColumns(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

function breakWord(word: string, columns: number): readonly string[] {
  const pieces: string[] = [];
  let rest = word;
  while (columnsOf(rest) > columns) {
    const [head, tail] = splitColumns(rest, columns);
    // A letter wider than the line is still printed; otherwise this would never end.
    if (head === '') break;
    pieces.push(head);
    rest = tail;
  }
  return [...pieces, rest];
}

/** What fits into so many columns, and the rest. */
function splitColumns(text: string, columns: number): readonly [head: string, rest: string] {
  let used = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    used += columnsOfLetter(segment);
    if (used > columns) return [text.slice(0, index), text.slice(index)];
  }
  return [text, ''];
}

function columnsOfLetter(letter: string): number {
  if (wide.test(letter)) return 2;
  return mark.test(letter) ? 0 : 1;
}

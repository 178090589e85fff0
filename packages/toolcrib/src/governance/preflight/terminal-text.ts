/** What can move the cursor, turn the text round, or cannot be seen; a blank is none of it. */
const unseen = /[^\S ]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters that take two columns; some that take one may count as two, which only leaves room. */
const wide =
  /[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{16fe0}-\u{18d8f}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}\p{Emoji_Presentation}]/u;

/** A text in which nothing is hidden: whatever is, is written as an escape. */
export function toPlainText(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A text that takes at most so many columns, with an ellipsis if it was cut. */
export function cutColumns(text: string, columns: number): string {
  const [first = '', rest] = splitColumns(text, columns);
  return rest === '' ? first : `${splitColumns(text, columns - 1)[0]}…`;
}

/** A text in lines of at most so many columns, broken at blanks where there are any. */
export function wrapColumns(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (splitColumns(longer, columns)[1] === '') {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    for (
      let [head, rest] = splitColumns(line, columns);
      rest !== '';
      [head, rest] = splitColumns(line, columns)
    ) {
      lines.push(head);
      line = rest;
    }
  }
  return [...lines, line];
}

/** What fits into so many columns, and the rest. */
function splitColumns(text: string, columns: number): readonly [head: string, rest: string] {
  let [used, length] = [0, 0];
  for (const character of text) {
    used += wide.test(character) ? 2 : 1;
    if (used > columns) break;
    length += character.length;
  }
  return [text.slice(0, length), text.slice(length)];
}

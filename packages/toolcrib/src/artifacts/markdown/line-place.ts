/** A place in a line. Tabs reach to the next column that is a multiple of four. */
export interface LinePlace {
  readonly index: number;
  readonly column: number;
}

/** A line without the quotation marks at its beginning. Columns count from after them. */
export interface Unquoted {
  readonly text: string;
  readonly line: number;
  readonly depth: number;
  readonly place: LinePlace;
}

/** The first place from here on that holds neither a space nor a tab. */
export function skipIndent(text: string, start: LinePlace): LinePlace {
  let { index, column } = start;
  for (; ; index++) {
    if (text[index] === ' ') column++;
    else if (text[index] === '\t') column += 4 - (column % 4);
    else return { index, column };
  }
}

/** Where a column begins; a tab that reaches beyond it belongs to what comes after. */
export function indexOfColumn(text: string, { index, column }: LinePlace, target: number): number {
  let [position, reached] = [index, column];
  while (reached < target) {
    const width = text[position] === '\t' ? 4 - (reached % 4) : 1;
    if (reached + width > target) break;
    reached += width;
    position++;
  }
  return position;
}

export function unquote(at: {
  readonly text: string;
  readonly line: number;
  readonly maxDepth: number;
}): Unquoted {
  const { text, line, maxDepth } = at;
  let place: LinePlace = { index: 0, column: 0 };
  for (let depth = 0; ; depth++) {
    const first = skipIndent(text, place);
    const isQuote = text[first.index] === '>' && first.column <= 3;
    if (!isQuote || depth >= maxDepth) return { text, line, depth, place };
    place = { index: first.index + (text[first.index + 1] === ' ' ? 2 : 1), column: 0 };
  }
}

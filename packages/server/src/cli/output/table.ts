import { columnsOf, cutColumns, padColumns } from './columns.ts';
import type { Paint, Style } from './style.ts';
import { toVisibleLine } from './visible.ts';

const GAP = 2;

/** A column of a table. */
export interface TableColumn<Row> {
  readonly title: string;
  /** The text of a cell; whatever is in it, it is made visible before it is printed. */
  readonly text: (row: Row) => string;
  /** How narrow it may become where there is little room. @default as wide as its widest cell */
  readonly minWidth?: number;
  readonly paint?: (row: Row, style: Style) => Paint | undefined;
}

/** How a table is to look. */
export interface TableLook {
  /** Of the terminal; undefined for as wide as it needs, where the output is no terminal. */
  readonly width: number | undefined;
  readonly style: Style;
}

/** Rows under their titles. Columns that may, get narrower until the table fits; what does not fit ends with `…`. */
export function formatTable<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { width, style }: TableLook,
): string {
  const cells = rows.map((row) => columns.map(({ text }) => toVisibleLine(text(row).trim())));
  const natural = columns.map(({ title }, index) =>
    cells.reduce((widest, line) => Math.max(widest, columnsOf(line[index] ?? '')), columnsOf(title)),
  );
  const widths = width === undefined ? natural : shrink(natural, columns, width - GAP * (columns.length - 1));
  const toLine = (texts: readonly string[], paints: readonly (Paint | undefined)[]): string =>
    texts
      .map((text, index) => {
        const room = widths[index] ?? 0;
        const cut = cutColumns(text, room);
        const painted = paints[index]?.(cut) ?? cut;
        return index === texts.length - 1 ? painted : painted + padColumns(cut, room).slice(cut.length);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const head = toLine(
    columns.map(({ title }) => title),
    columns.map(() => style.dim),
  );
  const lines = rows.map((row, index) =>
    toLine(
      cells[index] ?? [],
      columns.map(({ paint }) => paint?.(row, style)),
    ),
  );
  return `${[head, ...lines].join('\n')}\n`;
}

/** Takes from the widest column that may be narrower, until it fits or none is left. */
function shrink(
  natural: readonly number[],
  columns: readonly TableColumn<never>[],
  room: number,
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      const least = columns[index]?.minWidth ?? Number.POSITIVE_INFINITY;
      if (width > least && width > (widths[widest] ?? 0)) widest = index;
    }
    const width = widths[widest];
    if (width === undefined) return widths;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

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
  /** Whether the table says enough without it. It gives way before all others: it gets narrow, then it is left out. */
  readonly isSpare?: boolean;
  readonly paint?: (row: Row, style: Style) => Paint | undefined;
}

/** How a table is to look. */
export interface TableLook {
  /** Of the terminal; undefined for as wide as it needs, where the output is no terminal. */
  readonly width: number | undefined;
  readonly style: Style;
}

/** A column that is shown, with its visible cells. */
type ShownColumn<Row> = {
  readonly column: TableColumn<Row>;
  readonly cells: readonly string[];
  readonly width: number;
};

/**
 * Rows under their titles. Where there is little room, spare columns give way first; then the widest of those that may get
 * narrower, until the table fits. What does not fit ends with `…`.
 */
export function formatTable<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { width, style }: TableLook,
): string {
  const natural = columns.map((column) => measure(column, rows));
  const shown = width === undefined ? natural : fit(natural, width);
  const toLine = (texts: readonly string[], paints: readonly (Paint | undefined)[]): string =>
    texts
      .map((text, index) => {
        const room = shown[index]?.width ?? 0;
        const cut = cutColumns(text, room);
        const painted = paints[index]?.(cut) ?? cut;
        return index === texts.length - 1 ? painted : painted + padColumns(cut, room).slice(cut.length);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const head = toLine(
    shown.map(({ column }) => column.title),
    shown.map(() => style.dim),
  );
  const lines = rows.map((row, index) =>
    toLine(
      shown.map(({ cells }) => cells[index] ?? ''),
      shown.map(({ column }) => column.paint?.(row, style)),
    ),
  );
  return `${[head, ...lines].join('\n')}\n`;
}

/** A column that is as wide as its widest cell. */
function measure<Row>(column: TableColumn<Row>, rows: readonly Row[]): ShownColumn<Row> {
  const cells = rows.map((row) => toVisibleLine(column.text(row).trim()));
  const width = cells.reduce((widest, cell) => Math.max(widest, columnsOf(cell)), columnsOf(column.title));
  return { column, cells, width };
}

function fit<Row>(natural: readonly ShownColumn<Row>[], width: number): readonly ShownColumn<Row>[] {
  const narrowed = shrink(natural, width, ({ isSpare }) => isSpare === true);
  if (excessOf(narrowed, width) <= 0) return narrowed;
  const spare = natural.findLastIndex(({ column }) => column.isSpare === true);
  if (spare === -1) return shrink(natural, width, () => true);
  return fit(natural.toSpliced(spare, 1), width);
}

/** How many columns of the terminal are missing. */
function excessOf(shown: readonly ShownColumn<never>[], width: number): number {
  return shown.reduce((sum, each) => sum + each.width, GAP * (shown.length - 1)) - width;
}

/** Takes from the widest column that may be narrower, until it fits or none is left. */
function shrink<Row>(
  natural: readonly ShownColumn<Row>[],
  width: number,
  isMeant: (column: TableColumn<Row>) => boolean,
): readonly ShownColumn<Row>[] {
  const widths = natural.map((each) => each.width);
  for (let excess = excessOf(natural, width); excess > 0; excess--) {
    let widest = -1;
    for (const [index, { column }] of natural.entries()) {
      const [own, least] = [widths[index] ?? 0, column.minWidth ?? Number.POSITIVE_INFINITY];
      if (isMeant(column) && own > least && own > (widths[widest] ?? 0)) widest = index;
    }
    const own = widths[widest];
    if (own === undefined) break;
    widths[widest] = own - 1;
  }
  return natural.map((each, index) => ({ ...each, width: widths[index] ?? each.width }));
}

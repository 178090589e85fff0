/** What one library did in one test. */
export interface Cell {
  readonly passed: boolean;
  readonly finding: string;
}

export interface Column {
  readonly name: string;
  /** One per test, in order; none if the library could not be driven. */
  readonly cells: readonly Cell[];
}

const TITLE_WIDTH = 22;
const COLUMN_WIDTH = 10;

/** Prints the tests as rows and the libraries as columns. Eight columns are 110 characters wide. */
export function printTable(titles: readonly string[], columns: readonly Column[]): void {
  printRow(
    '',
    columns.map(({ name }) => [name]),
  );
  for (const [index, title] of titles.entries()) {
    printRow(
      `${index + 1} ${title}`,
      columns.map(({ cells }) => toLines(cells[index])),
    );
  }
  printRow(
    'passed',
    columns.map(({ cells }) => [toCount(cells, titles.length)]),
  );
}

function toCount(cells: readonly Cell[], all: number): string {
  return cells.length === 0 ? '?' : `${cells.filter(({ passed }) => passed).length} of ${all}`;
}

/** The mark and the words, on as many lines as they need. */
function toLines(cell: Cell | undefined): readonly string[] {
  if (cell === undefined) return ['?'];
  const lines = [cell.passed ? '✓' : '✗'];
  for (const word of cell.finding.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= COLUMN_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines;
}

function printRow(title: string, cells: readonly (readonly string[])[]): void {
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  for (let line = 0; line < height; line++) {
    const texts = cells.map((lines) => (lines[line] ?? '').padEnd(COLUMN_WIDTH));
    console.log([(line === 0 ? title : '').padEnd(TITLE_WIDTH), ...texts].join(' ').trimEnd());
  }
}

/** A table whose first column is a name. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly name: string;
  readonly cells: readonly string[];
}

/** With names of ten characters, eight cells fit into a line of 100. */
const CELL_WIDTH = 11;

export function printTable({ title, columns, rows }: Table): void {
  console.log(`\n${title}`);
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, cells } of [{ name: '', cells: columns }, ...rows]) {
    const padded = cells.map((cell) => cell.padStart(CELL_WIDTH));
    console.log(`${name.padEnd(nameWidth)}${padded.join('')}`.trimEnd());
  }
}

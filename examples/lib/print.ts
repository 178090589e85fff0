import { styleText } from 'node:util';

const LABEL_WIDTH = 27;
const WIDTH = Math.min(process.stdout.columns ?? 100, 100);

export function heading(text: string): void {
  console.log(`\n${styleText('bold', text)}`);
}

/** A label and a text that wraps beside it. */
export function say(label: string, text: string): void {
  const [first = '', ...rest] = wrap(text, WIDTH - LABEL_WIDTH - 2);
  console.log(`  ${styleText('dim', label.padEnd(LABEL_WIDTH))}${first}`);
  for (const line of rest) console.log(`  ${' '.repeat(LABEL_WIDTH)}${line}`);
}

/** Columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`  ${styleText('dim', line(header))}`);
  for (const row of rows) console.log(`  ${line(row)}`);
}

function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

import { ToolError } from 'toolcrib';

const MAX_FIELDS = 200_000;

/**
 * The rows of a table (RFC 4180), without those that are empty.
 *
 * @throws ToolError for a quotation mark that does not end, or too many fields.
 */
export function readCsvRows(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let count = 0;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at <= text.length) {
    const { field, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    row.push(field);
    if (++count > MAX_FIELDS) {
      throw new ToolError(`The table has more than ${MAX_FIELDS} fields.`, { changedNothing: true });
    }
    const next = text[end];
    if (next !== separator) endRow();
    at = end + (next === '\r' && text[end + 1] === '\n' ? 2 : 1);
    if (next !== undefined && next !== separator && next !== '\r' && next !== '\n') {
      throw new ToolError(`Something follows a quoted field, in row ${rows.length}.`, {
        changedNothing: true,
      });
    }
  }
  return rows;
}

type CsvField = { readonly field: string; readonly end: number };

function readPlain(text: string, start: number, separator: string): CsvField {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { field: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): CsvField {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new ToolError('A quotation mark has no end.', { changedNothing: true });
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') return { field: parts.join('"'), end: quote + 1 };
    at = quote + 2;
  }
}

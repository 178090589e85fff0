import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { readCsvRows } from './read-csv-rows.ts';

const MAX_COLUMNS = 200;
/** Short rows are filled up, so the size of the text does not bound the result. */
const MAX_CELLS = 200_000;

/** Turns tables into JSON. */
export const parseCsv = defineTool({
  name: 'parse_csv',
  title: 'CSV to JSON',
  description:
    'Turns a table in CSV into JSON records, with the first row as names of the columns. Quoted fields, line breaks ' +
    'in fields and other separators are understood. Values stay text.',
  version: '1.0.0',
  tags: ['data', 'csv', 'json'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    csv: z.string().max(500_000).describe('The table, as CSV text.'),
    separator: z.enum([',', ';', '\t', '|']).default(',').describe('What separates the fields of a row.'),
    limit: z.int().min(1).max(5_000).default(500).describe('How many records to give at most.'),
  }),
  outputSchema: z.strictObject({
    columns: z.array(z.string()),
    records: z.array(z.record(z.string(), z.string())),
    total: z.int(),
  }),
  handler: ({ csv, separator, limit }) => {
    const [header = [], ...rows] = readCsvRows(csv, separator);
    const columns = nameColumns(header);
    const most = Math.min(limit, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
    const records = rows.slice(0, most).map((row, index) => {
      if (row.length > columns.length) {
        const message = `Record ${index + 1} has ${row.length} fields, but there are ${columns.length} columns.`;
        throw new ToolError(message, { changedNothing: true });
      }
      return Object.fromEntries(columns.map((column, field) => [column, row[field] ?? '']));
    });
    return { columns, records, total: rows.length };
  },
});

/** Names that are missing or taken get a number. */
function nameColumns(header: readonly string[]): string[] {
  if (header.length > MAX_COLUMNS) {
    throw new ToolError(`There are more than ${MAX_COLUMNS} columns.`, { changedNothing: true });
  }
  const taken = new Set<string>();
  return header.map((field, index) => {
    const name = field.trim() === '' ? `column_${index + 1}` : field.trim();
    if (name === '__proto__') {
      throw new ToolError('A column has a name that cannot be handled safely.', { changedNothing: true });
    }
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
    taken.add(free);
    return free;
  });
}

import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { jsonLength, ResultBudget } from '../result-budget.ts';
import { readCsvRows } from './read-csv-rows.ts';

const MAX_COLUMNS = 200;

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
    const budget = new ResultBudget(
      'Ask for fewer records by a lower limit, or shorten the names of the columns.',
    );
    // Each record repeats the names of all columns, also one that has a single field.
    const emptyLength = jsonLength(Object.fromEntries(columns.map((column) => [column, ''])));
    const records = rows.slice(0, limit).map((row, index) => {
      if (row.length > columns.length) {
        const message = `Record ${index + 1} has ${row.length} fields, but there are ${columns.length} columns.`;
        throw new ToolError(message, { changedNothing: true });
      }
      budget.take(emptyLength);
      budget.takeJson(row);
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

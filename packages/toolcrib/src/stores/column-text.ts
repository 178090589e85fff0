/**
 * A text that is compared in the database. Escaped as in JSON, because databases refuse or confuse null
 * characters and lone surrogates; different texts stay different.
 */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text that {@link toColumn} has made a column of. Throws on what it cannot have made. */
export function fromColumn(column: string): string {
  return column.includes('\\') ? JSON.parse(`"${column}"`) : column;
}

/** PostgreSQL numbers the values of a statement: `$1`, `$2`. No statement of ours has a `?` in a text. */
export function toNumbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count++;
    return `$${count}`;
  });
}

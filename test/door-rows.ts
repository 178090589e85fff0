/** The import paths in the first column of the table under the heading "Doors" of the README. */
export function findDoorRows(readme: string): string[] {
  const [, section = ''] = readme.split(/^## Doors$/m);
  const [table = ''] = section.split(/^## /m);
  return Array.from(table.matchAll(/^\| *`([^`]+)` *\|/gm), ([, specifier = '']) => specifier);
}

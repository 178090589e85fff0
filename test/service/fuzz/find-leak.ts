/** What no answer has to tell, with what would give it away. Requests of the fuzz hold none of it. */
const signs: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\bat (?:async )?[\w.<>[\] ]+ ?\((?:file|node|\/)|\.[cm]?[jt]s:\d+:\d+/],
  [
    'a path',
    /\/home\/|\/root\/|\/tmp\/|node_modules|file:\/\/\/|packages\/(?:server|toolcrib)|node:internal/,
  ],
  [
    'a database',
    /SQLITE|sqlite3|constraint failed|no such (?:table|column)|syntax error at|\bINSERT INTO\b|\bSELECT [\w*]/,
  ],
  ['a value that is none', /\b(?:undefined|NaN)\b|\[object \w+\]/],
  [
    'an error of JavaScript',
    /\b(?:Type|Range|Syntax|Reference)Error\b|Cannot read propert|is not a function|is not iterable/,
  ],
];

/** What an answer tells that it should not; undefined if nothing. */
export function findLeak(text: string, secrets: readonly string[]): string | undefined {
  if (secrets.some((secret) => text.includes(secret))) return 'a secret';
  for (const [what, sign] of signs) {
    const found = sign.exec(text);
    if (found !== null) return `${what}: …${text.slice(Math.max(0, found.index - 80), found.index + 120)}…`;
  }
  return undefined;
}

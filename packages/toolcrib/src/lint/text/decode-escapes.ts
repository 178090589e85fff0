const mayHaveEscape = /%[0-9a-f]{2}|\\[ux0-3nrts]|&[#a-z]|U\+[0-9a-f]{4}/i;
const anyEscape =
  /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|U\+([0-9a-f]{4,6})\b|\\([0-3][0-7]{2})|&#([0-9]{1,7});|&([a-z]{2,4});|\\([nrts])[+*]?/gi;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};
const OCTAL = 6;
const DECIMAL = 7;
const ENTITY = 8;
const LAST_VISIBLE = 0x10ffff;

/** A text with the escapes of HTML, JSON, URLs and patterns as the characters that they stand for. */
export function decodeEscapes(text: string): string {
  if (!mayHaveEscape.test(text)) return text;
  return text.replace(anyEscape, (whole: string, ...groups: (string | undefined)[]) => {
    const at = groups.findIndex((group, index) => group !== undefined && index <= ENTITY);
    const code = groups[at];
    // White space, also in a pattern, where it may be repeated.
    if (code === undefined || at === -1) return ' ';
    if (at === ENTITY) return entities[code.toLowerCase()] ?? whole;
    const value = Number.parseInt(code, at === OCTAL ? 8 : at === DECIMAL ? 10 : 16);
    return value <= LAST_VISIBLE ? String.fromCodePoint(value) : whole;
  });
}

/** How deeply a large text may be nested. */
const MAX_DEPTH = 10_000;

/** How many arrays and objects a large text may hold: each takes far more memory than the two bytes it needs. */
const MAX_CONTAINERS = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Where a text holds more arrays and objects, or more inside of one another, than should be parsed; undefined if it
 * does not. Otherwise some 32 MiB of brackets would take a gigabyte or two. It need not be JSON.
 */
export function findExcess(text: string): { readonly offset: number; readonly expected: string } | undefined {
  let depth = 0;
  let containers = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) {
      offset = endOfString(text, offset);
      // Brackets and braces differ in one bit.
    } else if ((code | 0x20) === 0x7b) {
      if (++depth > MAX_DEPTH) return { offset, expected: `at most ${MAX_DEPTH} levels of nesting` };
      if (++containers > MAX_CONTAINERS) {
        return { offset, expected: `at most ${MAX_CONTAINERS} arrays and objects` };
      }
    } else if ((code | 0x20) === 0x7d) depth--;
  }
  return undefined;
}

/** Where the closing quote is, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

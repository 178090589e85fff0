/** How deeply a large text may be nested. */
const MAX_DEPTH = 10_000;

/** How many arrays and objects a large text may hold: each takes far more memory than the two bytes it needs. */
const MAX_CONTAINERS = 2_000_000;

/** How many keys beyond those that objects of a table have: in one object, millions take seconds to be put in order. */
const MAX_KEYS = 500_000;
const KEYS_OF_AN_OBJECT = 32;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Where a text holds more keys, arrays and objects, or more inside of one another, than should be parsed; undefined
 * if it does not. Otherwise some 16 MiB of brackets would take a gigabyte. It need not be JSON.
 */
export function findExcess(text: string): { readonly offset: number; readonly expected: string } | undefined {
  let depth = 0;
  let containers = 0;
  let keys = 0;
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
    else if (code === COLON && ++keys > MAX_KEYS + KEYS_OF_AN_OBJECT * containers) {
      return { offset, expected: `at most ${MAX_KEYS} keys in objects of more than ${KEYS_OF_AN_OBJECT}` };
    }
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

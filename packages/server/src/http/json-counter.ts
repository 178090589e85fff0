const MEBIBYTE = 1_048_576;
/** Of different keys, for each mebibyte that a body may have. Engines take a microsecond for each that they meet first. */
const KEYS_PER_MEBIBYTE = 20_000;
/** Of values, for each mebibyte that a body may have. A call copies and looks through each of them several times. */
const VALUES_PER_MEBIBYTE = 80_000;
/** Of a body that is worked on in parts. It only bounds memory: no definitions have a value for each ten bytes. */
const VALUES_PER_MEBIBYTE_OF_PARTS = 100_000;
/** A text that is not longer has less than the smallest limit. */
const MIN_CHARS = 65_536;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A body that may be larger has many definitions, each of which has limits of its own, and is worked on in parts. */
const MAX_BYTES_OF_ONE = 8 * MEBIBYTE;

/** How much the JSON of a body may hold. */
export interface JsonLimits {
  readonly maxKeys: number;
  readonly maxValues: number;
  /** Whether each part that is read without a pause may have so many keys, and not only the whole. @default false */
  readonly areKeysOfParts?: boolean;
}

/** What the JSON of a body may hold that may have so many bytes. */
export function jsonLimitsOf(maxBytes: number): JsonLimits {
  const mebibytes = Math.max(1, maxBytes / MEBIBYTE);
  const areKeysOfParts = maxBytes > MAX_BYTES_OF_ONE;
  return {
    maxKeys: Math.floor((areKeysOfParts ? 1 : mebibytes) * KEYS_PER_MEBIBYTE),
    maxValues: Math.floor(mebibytes * (areKeysOfParts ? VALUES_PER_MEBIBYTE_OF_PARTS : VALUES_PER_MEBIBYTE)),
    areKeysOfParts,
  };
}

/**
 * What a JSON text has more of than it may, found out without reading it; undefined for a short one, which cannot have too
 * much.
 */
export function findExcess(text: string, limits: JsonLimits): string | undefined {
  return text.length <= MIN_CHARS ? undefined : new JsonCounter(limits).count(text);
}

/**
 * Counts the values and the different keys of JSON that comes in one part or more, in linear time. Two spellings of a key count as two. Rows that have
 * the same keys are fine. Of a text that is no JSON it counts something.
 */
export class JsonCounter {
  readonly #limits: JsonLimits;
  readonly #keys = new Set<string>();
  #values = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** Takes the next part; says what there is too much of, once there is. */
  count(text: string): string | undefined {
    const { maxKeys, maxValues, areKeysOfParts } = this.#limits;
    if (areKeysOfParts) this.#keys.clear();
    const { length } = text;
    let values = this.#values;
    for (let at = 0; at < length && values <= maxValues; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA) values += 1;
      else if (code === QUOTE) at = this.#countKey(text, at);
      // The first item of a container has no comma in front of it.
      else if (code === OPEN_BRACKET) values += text.charCodeAt(at + 1) === CLOSE_BRACKET ? 0 : 1;
      else if (code === OPEN_BRACE) values += text.charCodeAt(at + 1) === CLOSE_BRACE ? 0 : 1;
    }
    this.#values = values;
    if (this.#keys.size > maxKeys) return `has more than ${maxKeys} different keys`;
    return values > maxValues ? `has more than ${maxValues} values` : undefined;
  }

  /** Answers where the string ends. */
  #countKey(text: string, start: number): number {
    const end = endOfString(text, start);
    let next = end + 1;
    while (isSpace(text.charCodeAt(next))) next += 1;
    if (text.charCodeAt(next) !== COLON) return end;
    // No more are kept than it takes to know.
    if (this.#keys.size <= this.#limits.maxKeys) this.#keys.add(text.slice(start, end));
    return next;
  }
}

/** Where the quote is that ends a string, or the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

import { type JsonNode, LongNumber } from './json-node.ts';

export type JsonReading =
  | { readonly ok: true; readonly node: JsonNode }
  | { readonly ok: false; readonly offset: number; readonly expected: string };

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Reads a text as `JSON.parse` would, at several times its cost: to keep digits that it would lose, and to find
 * out where a text ceases to be JSON. Linear in time, and no recursion: a text may be nested as deeply as it is
 * long. It yields after each few thousand values, for those who cannot wait for all of it.
 */
export function readJsonText(
  text: string,
  options: { readonly keepDigits: boolean },
): Generator<void, JsonReading> {
  return new JsonTextReader(text, options.keepDigits).readDocument();
}

/** Read in some milliseconds. */
const VALUES_AT_ONCE = 4_096;

type Container =
  | { readonly kind: 'array'; readonly items: JsonNode[] }
  | { readonly kind: 'object'; readonly properties: Record<string, JsonNode>; key: string };

/** Methods that give undefined have met what is no JSON, and said so in `#problem`. */
class JsonTextReader {
  readonly #text: string;
  readonly #keepDigits: boolean;
  readonly #number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  readonly #open: Container[] = [];
  #position = 0;
  #problem = { offset: 0, expected: '' };

  constructor(text: string, keepDigits: boolean) {
    this.#text = text;
    this.#keepDigits = keepDigits;
  }

  *readDocument(): Generator<void, JsonReading> {
    for (let values = 1; ; values++) {
      if (values % VALUES_AT_ONCE === 0) yield;
      const start = this.#readStart();
      if (start === undefined) return { ok: false, ...this.#problem };
      if (start === 'opened') continue;
      const end = this.#close(start.node);
      if (end === undefined) return { ok: false, ...this.#problem };
      if (end !== 'next') return { ok: true, node: end.node };
    }
  }

  /** A value that is complete, or the beginning of one whose first item is next. */
  #readStart(): { readonly node: JsonNode } | 'opened' | undefined {
    const code = this.#skipSpace();
    if (code === OPEN_BRACKET) return this.#openArray();
    if (code === OPEN_BRACE) return this.#openObject();
    if (code === QUOTE) {
      const text = this.#readString();
      return text === undefined ? undefined : { node: text };
    }
    return this.#readWord() ?? this.#readNumber() ?? this.#expect('a JSON value');
  }

  #openArray(): { readonly node: JsonNode } | 'opened' {
    this.#position++;
    const items: JsonNode[] = [];
    if (this.#skipSpace() === CLOSE_BRACKET) {
      this.#position++;
      return { node: items };
    }
    this.#open.push({ kind: 'array', items });
    return 'opened';
  }

  #openObject(): { readonly node: JsonNode } | 'opened' | undefined {
    this.#position++;
    const properties: Record<string, JsonNode> = {};
    if (this.#skipSpace() === CLOSE_BRACE) {
      this.#position++;
      return { node: properties };
    }
    const key = this.#readKey();
    if (key === undefined) return undefined;
    this.#open.push({ kind: 'object', properties, key });
    return 'opened';
  }

  /** Puts a complete value where it belongs; with it, all that it completes. */
  #close(complete: JsonNode): { readonly node: JsonNode } | 'next' | undefined {
    let node = complete;
    for (;;) {
      const container = this.#open.at(-1);
      const code = this.#skipSpace();
      if (container === undefined) return code === -1 ? { node } : this.#expect('the end of the text');
      if (container.kind === 'array') container.items.push(node);
      else setOwn(container.properties, container.key, node);

      if (code === COMMA) return this.#next(container);
      if (code !== (container.kind === 'array' ? CLOSE_BRACKET : CLOSE_BRACE)) {
        return this.#expect(container.kind === 'array' ? '"," or "]"' : '"," or "}"');
      }
      this.#position++;
      this.#open.pop();
      node = container.kind === 'array' ? container.items : container.properties;
    }
  }

  #next(container: Container): 'next' | undefined {
    this.#position++;
    if (container.kind === 'array') return 'next';
    const key = this.#readKey();
    if (key === undefined) return undefined;
    container.key = key;
    return 'next';
  }

  #readKey(): string | undefined {
    if (this.#skipSpace() !== QUOTE) return this.#expect('a key in double quotes');
    const key = this.#readString();
    if (key === undefined) return undefined;
    if (this.#skipSpace() !== COLON) return this.#expect('":"');
    this.#position++;
    return key;
  }

  #readString(): string | undefined {
    const text = this.#text;
    const start = this.#position;
    let hasEscapes = false;
    let position = start + 1;
    for (let code = text.charCodeAt(position); code !== QUOTE; code = text.charCodeAt(position)) {
      // Also at the end of the text, where there is no code.
      if (!(code >= SPACE)) {
        const expected = position < text.length ? 'an escape for a control character' : 'a closing quote';
        return this.#expectAt(position, expected);
      }
      const length = code === BACKSLASH ? escapeLength(text, position) : 1;
      if (length === 0) return this.#expectAt(position, 'a legal escape');
      hasEscapes ||= code === BACKSLASH;
      position += length;
    }
    this.#position = position + 1;
    // A string with legal escapes is one.
    return hasEscapes
      ? (JSON.parse(text.slice(start, this.#position)) as string)
      : text.slice(start + 1, position);
  }

  #readWord(): { readonly node: JsonNode } | undefined {
    for (const node of [true, false, null]) {
      const word = String(node);
      if (this.#text.startsWith(word, this.#position)) {
        this.#position += word.length;
        return { node };
      }
    }
    return undefined;
  }

  #readNumber(): { readonly node: JsonNode } | undefined {
    this.#number.lastIndex = this.#position;
    const text = this.#number.exec(this.#text)?.[0];
    if (text === undefined) return undefined;
    this.#position += text.length;
    return { node: this.#keepDigits && !isHeld(text) ? new LongNumber(text) : Number(text) };
  }

  /** The next character that is no space, -1 at the end of the text. */
  #skipSpace(): number {
    for (; this.#position < this.#text.length; this.#position++) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    return -1;
  }

  #expect(expected: string): undefined {
    return this.#expectAt(this.#position, expected);
  }

  #expectAt(offset: number, expected: string): undefined {
    this.#problem = { offset, expected };
    return undefined;
  }
}

/** Whether a number still means the same after JavaScript has read it. */
function isHeld(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return !/^[^eE]*[1-9]/.test(text);
  // Fifteen digits always fit.
  return text.length <= 15 || String(value) === text;
}

/** As `JSON.parse` does it: what is inherited plays no part, not even when it has a setter or is frozen. */
function setOwn(properties: Record<string, JsonNode>, key: string, value: JsonNode): void {
  if (key in properties) {
    Object.defineProperty(properties, key, { value, configurable: true, enumerable: true, writable: true });
  } else properties[key] = value;
}

/** How long the escape is that begins here; 0 if it is none. */
function escapeLength(text: string, start: number): number {
  const letter = text[start + 1];
  if (letter === 'u') return /^[\dA-Fa-f]{4}$/.test(text.slice(start + 2, start + 6)) ? 6 : 0;
  return letter !== undefined && '"\\/bfnrt'.includes(letter) ? 2 : 0;
}

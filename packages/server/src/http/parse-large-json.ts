import type { JsonValue, ValidationIssue } from 'toolcrib';
import { parseStrictJson } from 'toolcrib/runtime';
import { decodeText } from './decode-text.ts';
import { InvalidRequest } from './invalid-request.ts';
import { JsonCounter, type JsonLimits } from './json-counter.ts';

/** How much is read without a pause, and how much of it is looked through for where it can be divided. */
export interface LargeJsonOptions {
  /** @default 131_072 */
  readonly pieceBytes?: number;
  /** Of the whole. */
  readonly limits: JsonLimits;
  readonly pause: () => Promise<void>;
}

const PIECE_BYTES = 131_072;
const SCAN_BYTES = 262_144;
/** What cannot be divided, such as a string, may be so long: as long as a body that other routes take. */
const MAX_INDIVISIBLE_BYTES = 2_097_152;
const MAX_ITEMS = 1_000_000;
/** Of an object, whose members are worked on together. More than one body that is published may have of them. */
const MAX_MEMBERS = 50_000;
/** As `parseStrictJson` has it. */
const MAX_DEPTH = 128;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Stands in a piece for a container that is divided itself. No text in front of it can make another value of it. */
const PLACEHOLDER = '[]';

/**
 * The value of a large JSON text, as `parseStrictJson` gives it, read in pieces with pauses. A list or an object that is
 * longer than a piece is divided between its items; each piece goes through the strict parser, as a list or an object of
 * its own. What is left to be checked here is what two pieces have to do with each other.
 *
 * @throws ToolcribError `E_INVALID_REQUEST`.
 */
export async function parseLargeJson(bytes: Uint8Array, options: LargeJsonOptions): Promise<JsonValue> {
  const { pieceBytes = PIECE_BYTES, limits, pause } = options;
  const reader = new PieceReader(bytes, { pieceBytes, limits });
  while (!reader.scan()) await pause();
  return reader.value();
}

/** A list or an object that has begun and not ended. */
class Container {
  readonly isObject: boolean;
  readonly start: number;
  /** What comes from here on was not read yet. */
  unreadFrom: number;
  /** Its place in the container around it; known once it is divided. */
  step: string | number = 0;
  isDivided = false;
  /** Where its last string is, which in front of a divided member is the key. */
  stringStart = 0;
  stringEnd = 0;
  /** Whether what comes next has to be a comma, or the end. */
  isAfterDivided = false;
  readonly items: JsonValue[] = [];
  readonly members = new Map<string, JsonValue>();

  constructor(isObject: boolean, start: number) {
    this.isObject = isObject;
    this.start = start;
    this.unreadFrom = start + 1;
  }

  toValue(): JsonValue {
    return Object.freeze(this.isObject ? Object.fromEntries(this.members) : this.items);
  }
}

class PieceReader {
  readonly #bytes: Uint8Array;
  readonly #pieceBytes: number;
  readonly #counter: JsonCounter;
  readonly #open: Container[] = [];
  #position = 0;
  #root: { readonly value: JsonValue; readonly end: number } | undefined;

  constructor(bytes: Uint8Array, { pieceBytes, limits }: { pieceBytes: number; limits: JsonLimits }) {
    this.#bytes = bytes;
    this.#pieceBytes = pieceBytes;
    this.#counter = new JsonCounter(limits);
  }

  /** Goes on until something was read, or looked through for long; answers whether that was all. */
  scan(): boolean {
    const bytes = this.#bytes;
    const until = Math.min(bytes.length, this.#position + SCAN_BYTES);
    let hasRead = false;
    while (this.#position < until && !hasRead && this.#root === undefined) {
      const at = this.#position;
      const code = bytes[at];
      this.#position = at + 1;
      if (code === QUOTE) this.#position = this.#passString(at);
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#begin(code === OPEN_BRACE, at);
      else if (code === COMMA) hasRead = this.#separate(at);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) hasRead = this.#end(code === CLOSE_BRACE, at);
      else if (this.#open.length === 0 && !isSpace(code)) throw this.#unexpected(at);
    }
    return this.#root !== undefined || this.#position >= bytes.length;
  }

  value(): JsonValue {
    if (this.#root === undefined) throw this.#unexpected(this.#bytes.length);
    const { value, end } = this.#root;
    this.#assertSpace(end, this.#bytes.length);
    return value;
  }

  #begin(isObject: boolean, at: number): void {
    if (this.#open.length === MAX_DEPTH) {
      throw refuse([{ path: [], message: `is nested more than ${MAX_DEPTH} levels deep` }]);
    }
    this.#open.push(new Container(isObject, at));
  }

  /** At a comma: reads what came before it, if that is enough for a piece. */
  #separate(at: number): boolean {
    const container = this.#innermost(at);
    if (container.isAfterDivided) {
      this.#assertSpace(container.unreadFrom, at);
      container.isAfterDivided = false;
      container.unreadFrom = at + 1;
      return false;
    }
    if (at - container.unreadFrom < this.#pieceBytes) return false;
    this.#divide(this.#open.length - 1);
    this.#read(this.#open.length - 1, { end: at, placeholder: '' });
    container.unreadFrom = at + 1;
    return true;
  }

  /** At the end of a container. One that was not divided is read as a part of the one around it. */
  #end(isObject: boolean, at: number): boolean {
    const container = this.#innermost(at);
    if (container.isObject !== isObject) throw this.#unexpected(at);
    const depth = this.#open.length - 1;
    if (!container.isDivided && depth > 0) {
      this.#open.pop();
      return false;
    }
    if (container.isAfterDivided) this.#assertSpace(container.unreadFrom, at);
    else if (container.isDivided || !this.#isSpace(container.unreadFrom, at)) {
      this.#read(depth, { end: at, placeholder: '' });
    }
    this.#open.pop();
    const value = container.toValue();
    const around = this.#open.at(-1);
    if (around === undefined) this.#root = { value, end: at + 1 };
    else {
      if (around.isObject) around.members.set(String(container.step), value);
      else around.items[Number(container.step)] = value;
      around.isAfterDivided = true;
      around.unreadFrom = at + 1;
    }
    return true;
  }

  /** Divides a container, and with it all those around it: they are longer than it is. */
  #divide(depth: number): void {
    const container = this.#open[depth];
    if (container === undefined || container.isDivided) return;
    this.#divide(depth - 1);
    const around = this.#open[depth - 1];
    if (around !== undefined) {
      if (around.isAfterDivided) throw this.#unexpected(container.start);
      this.#read(depth - 1, { end: container.start, placeholder: PLACEHOLDER });
      container.step = around.isObject ? this.#readKey(around) : around.items.length - 1;
    }
    container.isDivided = true;
  }

  /** The key of what a container was just read up to: the order of keys in an object is not that of its text. */
  #readKey({ stringStart, stringEnd }: Container): string {
    return JSON.parse(decodeText(this.#bytes.subarray(stringStart, stringEnd)) ?? '');
  }

  /** Reads what was not read of a container yet, up to some place. */
  #read(depth: number, piece: { readonly end: number; readonly placeholder: string }): void {
    // There is one at each depth.
    const container = this.#open[depth] as Container;
    const { isObject, items, members, unreadFrom } = container;
    if (piece.end - unreadFrom > MAX_INDIVISIBLE_BYTES) {
      const message = `has a text of more than ${MAX_INDIVISIBLE_BYTES} bytes`;
      throw refuse([{ path: this.#pathOf(depth), message }]);
    }
    const inner = decodeText(this.#bytes.subarray(unreadFrom, piece.end));
    if (inner === undefined) throw new InvalidRequest('The body is not UTF-8.');
    const text = isObject ? `{${inner}${piece.placeholder}}` : `[${inner}${piece.placeholder}]`;
    const excess = this.#counter.count(text);
    if (excess !== undefined) throw new InvalidRequest(`The body ${excess}.`);
    const outcome = parseStrictJson(text, { maxChars: text.length, maxDepth: MAX_DEPTH - depth });
    if (!outcome.ok) throw refuse(outcome.issues.map((issue) => this.#toIssue(depth, issue)));
    const count = items.length + members.size;
    if (Array.isArray(outcome.value)) for (const item of outcome.value) items.push(item);
    else this.#addMembers(depth, outcome.value as Readonly<Record<string, JsonValue>>);
    if (items.length + members.size === count) throw this.#unexpected(piece.end);
    if (items.length > MAX_ITEMS) {
      throw refuse([{ path: this.#pathOf(depth), message: `has more than ${MAX_ITEMS} items` }]);
    }
    if (members.size > MAX_MEMBERS) {
      throw refuse([{ path: this.#pathOf(depth), message: `has more than ${MAX_MEMBERS} members` }]);
    }
  }

  #addMembers(depth: number, added: Readonly<Record<string, JsonValue>>): void {
    const members = (this.#open[depth] as Container).members;
    for (const [key, value] of Object.entries(added)) {
      if (members.has(key)) {
        const message = 'is given more than once in one object; give it once';
        throw refuse([{ path: [...this.#pathOf(depth), key], message }]);
      }
      members.set(key, value);
    }
  }

  #toIssue(depth: number, { path: [step, ...rest], message }: ValidationIssue): ValidationIssue {
    const container = this.#open[depth] as Container;
    const first = typeof step === 'number' ? container.items.length + step : step;
    // Characters would count from the beginning of the piece.
    const text = message.replace(/ at character \d+/, '');
    return {
      path: [...this.#pathOf(depth), ...(first === undefined ? [] : [first, ...rest])],
      message: text,
    };
  }

  #pathOf(depth: number): readonly (string | number)[] {
    return this.#open.slice(1, depth + 1).map(({ step }) => step);
  }

  #innermost(at: number): Container {
    const container = this.#open.at(-1);
    if (container === undefined) throw this.#unexpected(at);
    return container;
  }

  /** Takes note of a string that begins here; answers where it ends. */
  #passString(start: number): number {
    const container = this.#innermost(start);
    container.stringStart = start;
    container.stringEnd = this.#endOfString(start);
    return container.stringEnd;
  }

  /** Behind its quote, or with the body. */
  #endOfString(start: number): number {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
      let before = at - 1;
      while (bytes[before] === BACKSLASH) before -= 1;
      if ((at - before) % 2 === 1) return at + 1;
    }
    return bytes.length;
  }

  #isSpace(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (!isSpace(this.#bytes[at])) return false;
    return true;
  }

  #assertSpace(start: number, end: number): void {
    if (!this.#isSpace(start, end)) throw this.#unexpected(start);
  }

  #unexpected(at: number): InvalidRequest {
    const found = at < this.#bytes.length ? `what is there at byte ${at + 1}` : 'the end of the text';
    return refuse([
      {
        path: this.#pathOf(this.#open.findLastIndex(({ isDivided }) => isDivided)),
        message: `is not valid JSON: did not expect ${found}`,
      },
    ]);
  }
}

function refuse(issues: readonly ValidationIssue[]): InvalidRequest {
  return new InvalidRequest('The body is not acceptable JSON.', issues);
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

import { cutText } from '../../core/cut-text.ts';
import type { CheckOutcome, ValidationIssue } from '../../core/issue.ts';
import { type JsonArray, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from '../../core/json.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { parsePlainJson } from './parse-plain-json.ts';

/** How much JSON text may come. */
export interface JsonLimits {
  /** In UTF-16 units. */
  readonly maxChars: number;
  /** How deeply it may be nested; more than the default is never accepted. @default MAX_JSON_DEPTH */
  readonly maxDepth?: number | undefined;
}

const limitNames: ReadonlySet<string> = new Set<keyof JsonLimits>(['maxChars', 'maxDepth']);

const MAX_ISSUES = 100;
const SNIPPET_LENGTH = 12;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * The deeply frozen value of a JSON text, read once, by RFC 8259 and more strictly than `JSON.parse`: what
 * that would change or drop in silence is refused. So are a key that is given twice in one object, an integer
 * that a number cannot hold exactly, a number that is too large, lone surrogates, `__proto__` keys and a byte
 * order mark. Every accepted text means the same as to `JSON.parse`, except that `-0` is 0.
 *
 * A text that is no JSON has one issue; otherwise all are listed, up to 100. Characters count from 1, and
 * long keys are cut in the paths of issues. Time is linear in the length of the text.
 *
 * @throws ConfigError `E_INVALID_OPTION` for a limit that does not exist.
 */
export function parseJson(text: string, limits: JsonLimits): CheckOutcome<JsonValue> {
  requireKnownOptions(limits, limitNames);
  const { maxChars, maxDepth = MAX_JSON_DEPTH } = limits;
  const problem = findEarlyProblem(text, maxChars);
  if (problem !== undefined) return { ok: false, issues: [{ path: [], message: problem }] };
  const depth = Math.min(maxDepth, MAX_JSON_DEPTH);
  const plain = parsePlainJson(text, depth);
  return plain === undefined ? new JsonReader(text, depth).readDocument() : { ok: true, value: plain };
}

/**
 * {@link parseJson} for the arguments of a call. An empty text stands for no arguments, as some providers send it for a tool
 * without parameters; what the schema of a tool requires is missing then.
 */
export function parseArguments(text: string, limits: JsonLimits): CheckOutcome<JsonValue> {
  return parseJson(isBlank(text) ? '{}' : text, limits);
}

/** Whether a text is empty but for space. */
export function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

function findEarlyProblem(text: string, maxChars: number): string | undefined {
  if (text.length > maxChars) return `is ${text.length} characters long; at most ${maxChars} are accepted`;
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) return 'begins with a byte order mark; leave it out';
  return undefined;
}

/** Reads one text. A method that gives undefined has met the end of what can be read, and said why. */
class JsonReader {
  readonly #text: string;
  readonly #maxDepth: number;
  #position = 0;
  /** Where the value is that is being read: the first `#depth` steps count. */
  readonly #path: (string | number)[] = [];
  #depth = 0;
  /** Whether the last string may hold a lone surrogate. */
  #isSuspect = false;
  readonly #issues: ValidationIssue[] = [];
  #end: ValidationIssue | undefined;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  readDocument(): CheckOutcome<JsonValue> {
    const value = this.#readRoot();
    if (this.#end !== undefined) return { ok: false, issues: [this.#end] };
    if (value === undefined || this.#issues.length > 0) return { ok: false, issues: this.#issues };
    return { ok: true, value };
  }

  #readRoot(): JsonValue | undefined {
    if (this.#skipSpace() === -1) return this.#stop('is empty; send {} for no arguments');
    const value = this.#readValue();
    if (value !== undefined && this.#skipSpace() !== -1) return this.#expected('the end of the text');
    return value;
  }

  #readValue(): JsonValue | undefined {
    const code = this.#text.charCodeAt(this.#position);
    switch (code) {
      case QUOTE:
        return this.#readText();
      case OPEN_BRACE:
        return this.#readObject();
      case OPEN_BRACKET:
        return this.#readArray();
      case LOWER_T:
        return this.#readWord('true', true);
      case LOWER_F:
        return this.#readWord('false', false);
      case LOWER_N:
        return this.#readWord('null', null);
      default:
        return code === MINUS || isDigit(code) ? this.#readNumber() : this.#expected('a JSON value');
    }
  }

  #readObject(): JsonObject | undefined {
    const object: Record<string, JsonValue> = {};
    let code = this.#enter();
    if (code === CLOSE_BRACE) {
      this.#position++;
      return Object.freeze(object);
    }
    let repeated: Set<string> | undefined;
    while (code !== undefined) {
      if (code !== QUOTE) return this.#expected('a key in double quotes');
      const key = this.#readString();
      if (key === undefined) return undefined;
      if (this.#skipSpace() !== COLON) return this.#expected('":"');
      this.#position++;
      this.#skipSpace();

      this.#path[this.#depth++] = key;
      const isRepeated = Object.hasOwn(object, key);
      if (isRepeated && !repeated?.has(key)) {
        repeated = (repeated ?? new Set()).add(key);
        this.#refuse('is given more than once in one object; give it once');
      }
      this.#checkKey(key);
      const value = this.#readValue();
      if (value === undefined) return undefined;
      if (!isRepeated) setOwn(object, key, value);
      this.#depth--;

      if (this.#isLast(CLOSE_BRACE)) return this.#end === undefined ? Object.freeze(object) : undefined;
      code = this.#skipSpace();
    }
    return undefined;
  }

  #readArray(): JsonArray | undefined {
    const items: JsonValue[] = [];
    const code = this.#enter();
    if (code === undefined) return undefined;
    if (code === CLOSE_BRACKET) {
      this.#position++;
      return Object.freeze(items);
    }
    for (;;) {
      this.#path[this.#depth++] = items.length;
      const value = this.#readValue();
      if (value === undefined) return undefined;
      items.push(value);
      this.#depth--;

      if (this.#isLast(CLOSE_BRACKET)) return this.#end === undefined ? Object.freeze(items) : undefined;
      this.#skipSpace();
    }
  }

  /** The first character inside an object or array, -1 at the end of the text. */
  #enter(): number | undefined {
    if (this.#depth >= this.#maxDepth) return this.#stop(`is nested more than ${this.#maxDepth} levels deep`);
    this.#position++;
    return this.#skipSpace();
  }

  /** Whether a container ends after an item: with its closing mark, or because something else is there. */
  #isLast(mark: number): boolean {
    const code = this.#skipSpace();
    if (code !== COMMA && code !== mark) this.#expected(mark === CLOSE_BRACE ? '"," or "}"' : '"," or "]"');
    else this.#position++;
    return code !== COMMA;
  }

  #checkKey(key: string): void {
    if (key === '__proto__') this.#refuse('is a key that is never accepted');
    else if (this.#isSuspect && !key.isWellFormed()) this.#refuse('is a key with a lone surrogate');
  }

  #readText(): string | undefined {
    const text = this.#readString();
    if (text !== undefined && this.#isSuspect && !text.isWellFormed()) {
      this.#refuse('contains a lone surrogate');
    }
    return text;
  }

  #readString(): string | undefined {
    const text = this.#text;
    const start = this.#position;
    let position = start + 1;
    let isEscaped = false;
    this.#isSuspect = false;
    while (position < text.length) {
      const code = text.charCodeAt(position);
      if (code === QUOTE) {
        this.#position = position + 1;
        // Escapes were checked one by one, so this never throws.
        return isEscaped ? JSON.parse(text.slice(start, position + 1)) : text.slice(start + 1, position);
      }
      if (code === BACKSLASH) {
        const length = escapeLength(text, position);
        if (length === 0) return this.#expectedAt(position, 'a legal escape');
        isEscaped = true;
        if (length === 6) this.#isSuspect = true;
        position += length;
      } else {
        if (code < SPACE) return this.#expectedAt(position, 'an escape for a control character');
        if (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) this.#isSuspect = true;
        position++;
      }
    }
    return this.#expectedAt(position, 'the closing quote of a string');
  }

  #readNumber(): number | undefined {
    const text = this.#text;
    const start = this.#position;
    const whole = text.charCodeAt(start) === MINUS ? start + 1 : start;
    let end = text.charCodeAt(whole) === ZERO ? whole + 1 : skipDigits(text, whole);
    if (end === whole) return this.#expectedAt(end, 'a digit');
    let isInteger = true;
    if (text.charCodeAt(end) === DOT) {
      const fraction = end + 1;
      end = skipDigits(text, fraction);
      if (end === fraction) return this.#expectedAt(end, 'a digit');
      isInteger = false;
    }
    // Both cases of the letter.
    if ((text.charCodeAt(end) | SPACE) === LOWER_E) {
      const sign = text.charCodeAt(end + 1);
      const exponent = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
      end = skipDigits(text, exponent);
      if (end === exponent) return this.#expectedAt(end, 'a digit');
      isInteger = false;
    }
    this.#position = end;
    // Adding zero makes 0 of -0.
    return this.#checkNumber(Number(text.slice(start, end)) + 0, isInteger);
  }

  #checkNumber(value: number, isInteger: boolean): number {
    if (isInteger && !Number.isSafeInteger(value)) {
      this.#refuse(`is an integer beyond ±${Number.MAX_SAFE_INTEGER}, which would be changed in silence`);
    } else if (!Number.isFinite(value)) this.#refuse('is a number that is too large');
    return value;
  }

  #readWord<Value extends JsonValue>(word: string, value: Value): Value | undefined {
    if (!this.#text.startsWith(word, this.#position)) return this.#expected('a JSON value');
    this.#position += word.length;
    return value;
  }

  /** The next character that is no space, -1 at the end of the text. */
  #skipSpace(): number {
    const text = this.#text;
    let position = this.#position;
    while (position < text.length) {
      const code = text.charCodeAt(position);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) {
        this.#position = position;
        return code;
      }
      position++;
    }
    this.#position = position;
    return -1;
  }

  #expected(what: string): undefined {
    return this.#expectedAt(this.#position, what);
  }

  #expectedAt(position: number, what: string): undefined {
    const snippet = this.#text.slice(position, position + SNIPPET_LENGTH).toWellFormed();
    const found = snippet === '' ? 'where the text ends' : `not ${JSON.stringify(snippet)}`;
    return this.#stop(`is not valid JSON: expected ${what} at character ${position + 1}, ${found}`);
  }

  #stop(message: string): undefined {
    this.#end ??= this.#issue(message);
  }

  #refuse(message: string): void {
    if (this.#issues.length < MAX_ISSUES) this.#issues.push(this.#issue(message));
  }

  #issue(message: string): ValidationIssue {
    const steps = this.#path.slice(0, this.#depth);
    return {
      path: steps.map((step) => (typeof step === 'string' ? cutText(step.toWellFormed()) : step)),
      message,
    };
  }
}

/** As `JSON.parse` does it: what is inherited plays no part, not even when it has a setter or is frozen. */
function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key in object) {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else object[key] = value;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function skipDigits(text: string, start: number): number {
  let position = start;
  while (isDigit(text.charCodeAt(position))) position++;
  return position;
}

/** How long the escape is that begins here; 0 if it is none. */
function escapeLength(text: string, start: number): number {
  const code = text.charCodeAt(start + 1);
  if (code !== LOWER_U) return '"\\/bfnrt'.includes(String.fromCharCode(code)) ? 2 : 0;
  for (let position = start + 2; position < start + 6; position++) {
    if (!isHexDigit(text.charCodeAt(position))) return 0;
  }
  return 6;
}

function isHexDigit(code: number): boolean {
  const lower = code | SPACE;
  return isDigit(code) || (lower >= 0x61 && lower <= LOWER_F);
}

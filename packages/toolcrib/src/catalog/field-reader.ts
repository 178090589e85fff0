import { cutText } from '../core/cut-text.ts';
import { isPlainObject } from '../core/json.ts';
import { describeUnknown } from '../core/require-known-options.ts';

/** A list with holes can claim any length. */
const MAX_ITEMS = 10_000_000;
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Throws for what is wrong with a value, in words that follow the name of the field, such as `must be a text, not null`.
 * The field is empty if it is the value itself. The sentence, if there is one, says the same of an option.
 */
export type Fail = (field: string, problem: string, sentence?: string) => never;

/** Reads an object of unknown origin, each field once. Fields that are `undefined` count as absent. */
export class FieldReader<Field extends string> {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #fail: Fail;

  /** Refuses what is no plain object, and fields that are not in the list. */
  constructor(value: unknown, known: readonly Field[], fail: Fail) {
    this.#fail = fail;
    const given = value === undefined ? 'but nothing is there' : `not ${describe(value)}`;
    const fields = readKeys(value) ?? fail('', `must be an object, ${given}`);
    // Before any is read: there may be a million.
    const unknown = fields.find((field) => !known.some((name) => name === field));
    if (unknown !== undefined) {
      const problem = `is not known; the fields here are ${known.join(', ')}`;
      fail(unknown, problem, describeUnknown(unknown, known));
    }
    this.#fields = readOwn(value, fields) ?? fail('', `must be an object, ${given}`);
  }

  get(field: Field): unknown {
    return Object.hasOwn(this.#fields, field) ? this.#fields[field] : undefined;
  }

  text(field: Field, maxLength: number): string {
    const value = this.get(field);
    const isText = typeof value === 'string' && value.length >= 1 && value.length <= maxLength;
    if (isText && value.isWellFormed()) return value;
    return this.wrong(field, `a text of 1 to ${maxLength} characters`);
  }

  optionalText(field: Field, maxLength: number): string | undefined {
    return this.get(field) === undefined ? undefined : this.text(field, maxLength);
  }

  /** In the one form that `Date.prototype.toISOString` gives, so that equal dates are equal texts. */
  date(field: Field): string {
    const value = this.get(field);
    if (typeof value === 'string' && isIsoDate(value)) return value;
    return this.wrong(field, 'a date such as 2026-01-31T12:00:00.000Z');
  }

  optionalDate(field: Field): string | undefined {
    return this.get(field) === undefined ? undefined : this.date(field);
  }

  flag(field: Field): boolean {
    const value = this.get(field);
    return typeof value === 'boolean' ? value : this.wrong(field, 'true or false');
  }

  /** In milliseconds, as a timer can wait. */
  optionalTimeout(field: Field): number | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    const isWhole = typeof value === 'number' && Number.isInteger(value);
    if (isWhole && value >= 1 && value <= MAX_TIMEOUT_MS) return value;
    return this.wrong(field, `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
  }

  list(field: Field): readonly unknown[] {
    return readItems(this.get(field)) ?? this.wrong(field, `a list of at most ${MAX_ITEMS} items`);
  }

  wrong(field: Field, expected: string): never {
    const value = this.get(field);
    if (value === undefined) return this.refuse(field, `is missing; it must be ${expected}`);
    return this.refuse(field, `must be ${expected}, not ${describe(value)}`);
  }

  /** Throws for a field, in words that follow its name. */
  refuse(field: Field, problem: string): never {
    return this.#fail(field, problem);
  }
}

/** Undefined for what is no plain object, or throws when it is read. */
function readKeys(value: unknown): readonly string[] | undefined {
  try {
    return isPlainObject(value) ? Object.keys(value) : undefined;
  } catch {
    // Code of the value itself threw, such as a getter: it is no plain object then.
    return undefined;
  }
}

/** The fields that are there, each read once; undefined as above. */
function readOwn(value: unknown, fields: readonly string[]): Record<string, unknown> | undefined {
  try {
    return Object.fromEntries(fields.map((field) => [field, Reflect.get(Object(value), field)]));
  } catch {
    // As above.
    return undefined;
  }
}

/** Undefined for what is no list, or throws when it is read. */
function readItems(value: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(value) && value.length <= MAX_ITEMS ? [...value] : undefined;
  } catch {
    // As above.
    return undefined;
  }
}

function isIsoDate(text: string): boolean {
  const time = Date.parse(text);
  return Number.isFinite(time) && new Date(time).toISOString() === text;
}

/** A value in a few words, for a message. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value));
  if (typeof value === 'object' && value !== null) return isList(value) ? 'this list' : 'this object';
  return typeof value === 'function' ? 'a function' : cutText(String(value));
}

function isList(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    // A proxy that was revoked is nothing at all.
    return false;
  }
}

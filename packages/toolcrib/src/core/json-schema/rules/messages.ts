import { cutText } from '../../cut-text.ts';
import type { JsonValue } from '../../json.ts';
import type { TypeName } from '../type-name.ts';

const MAX_LISTED = 10;

export const typePhrases: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  string: 'a string',
  integer: 'an integer',
};

/** "must be a string or null, not a number". */
export function describeTypes(expected: readonly TypeName[], value: JsonValue): string {
  return `must be ${joinWith(
    'or',
    expected.map((name) => typePhrases[name]),
  )}, not ${describe(value, expected)}`;
}

function describe(value: JsonValue, expected: readonly TypeName[]): string {
  // "must be an integer, not a number" would leave the reader guessing.
  if (typeof value === 'number') return expected.includes('integer') ? String(value) : typePhrases.number;
  if (value === null) return typePhrases.null;
  if (Array.isArray(value)) return typePhrases.array;
  return typePhrases[typeof value as 'string' | 'boolean' | 'object'];
}

/** "must be one of "a", "b" or "c"", with long lists and long values cut. */
export function describeValues(values: readonly JsonValue[]): string {
  const [first] = values;
  if (first === undefined) return 'is not allowed, because no value is';
  return values.length === 1 ? `must be ${show(first)}` : `must be one of ${list(values)}`;
}

/** Values in JSON, separated by commas; what exceeds a handful is only counted. */
export function list(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MAX_LISTED).map(show).join(', ');
  const rest = values.length - MAX_LISTED;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** A value in JSON, cut if it is long. */
export function show(value: JsonValue): string {
  return cutText(JSON.stringify(value));
}

/** "1 item", "2 items". */
export function countOf(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** "a, b or c". */
export function joinWith(word: 'and' | 'or', parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

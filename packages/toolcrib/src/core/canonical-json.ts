import { isJsonObject, type JsonValue } from './json.ts';

/**
 * The RFC 8785 canonical text of a JSON value: the same for equal values, whatever the order of keys.
 * The value must be free of lone surrogates, as `copyJson` makes it; numbers and strings are then
 * written by the language as the RFC wants them, and keys sort by code unit.
 *
 * `visit` is called with every value on the way, before it is written, and may throw to end a long text.
 */
export function canonicalJson(value: JsonValue, visit?: (value: JsonValue) => void): string {
  visit?.(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, visit)).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue, visit)}`);
  return `{${members.join()}}`;
}

import { isJsonArray, type JsonValue } from './json.ts';

/** Texts without anything to escape, which are nearly all. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * The RFC 8785 canonical text of a JSON value: the same for equal values, whatever the order of keys.
 * The value must be free of lone surrogates, as `copyJson` makes it; numbers and strings are then
 * written by the language as the RFC wants them, and keys sort by code unit.
 *
 * `visit` is called with every value on the way, before it is written, and may throw to end a long text.
 */
export function canonicalJson(value: JsonValue, visit?: (value: JsonValue) => void): string {
  visit?.(value);
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += `${text && ','}${canonicalJson(item, visit)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    text += `${text && ','}${quote(key)}:${canonicalJson(value[key] as JsonValue, visit)}`;
  }
  return `{${text}}`;
}

function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

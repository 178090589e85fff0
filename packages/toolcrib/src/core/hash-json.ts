import { isJsonArray, type JsonValue } from './json.ts';

/** Of a long text only so many characters count. */
const MAX_CHARS = 256;

/**
 * A number of 32 bits that is the same for equal values, whatever the order of keys, for a fraction of what their
 * canonical text costs. Values that differ may share it, and somebody who wants to can make such values.
 */
export function hashJson(value: JsonValue): number {
  switch (typeof value) {
    case 'string':
      return hashText(value);
    case 'number':
      return Math.imul(value | 0, 0x9e3779b1) ^ hashText(value === (value | 0) ? '' : String(value));
    case 'boolean':
      return value ? 0x5bd1e995 : 0x1b873593;
    default:
      return value === null ? 0x165667b1 : hashContainer(value);
  }
}

function hashContainer(value: Exclude<JsonValue, string | number | boolean | null>): number {
  if (isJsonArray(value)) {
    let hash = value.length;
    for (const item of value) hash = (Math.imul(hash, 31) + hashJson(item)) | 0;
    return hash;
  }
  let hash = 0;
  // Adding them up makes their order meaningless.
  for (const key in value) hash = (hash + mix(hashText(key), hashJson(value[key] as JsonValue))) | 0;
  return hash;
}

function mix(left: number, right: number): number {
  const mixed = Math.imul(left ^ (right >>> 15), 0x85ebca6b) ^ Math.imul(right, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

function hashText(text: string): number {
  let hash = text.length;
  const end = Math.min(text.length, MAX_CHARS);
  for (let index = 0; index < end; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

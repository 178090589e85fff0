import type { JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';

/** Where each object and array of a document is; each is at one place, as in anything that was parsed or copied. */
export function listPointers(document: JsonValue): ReadonlyMap<JsonValue, string> {
  const pointers = new Map<JsonValue, string>([[document, '']]);
  for (const [value, pointer] of pointers) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object' && item !== null) pointers.set(item, pointerTo(pointer, key));
    }
  }
  return pointers;
}

import { canonicalJson } from '../../canonical-json.ts';
import type { JsonArray, JsonValue } from '../../json.ts';
import { type Run, spend, spendOn } from './run.ts';

/** The index of an item that is equal to an earlier one, in linear time; nothing if all differ. */
export function findEqualItems(items: JsonArray, run: Run): number | undefined {
  spend(run, items.length);
  const primitives = new Set<JsonValue>();
  const texts = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonValue;
    if (typeof item === 'object' && item !== null) {
      const sizeBefore = texts.size;
      if (texts.add(canonicalJson(item, spendOn(run))).size === sizeBefore) return index;
    } else {
      const sizeBefore = primitives.size;
      if (primitives.add(item).size === sizeBefore) return index;
    }
  }
  return undefined;
}

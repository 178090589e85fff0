import { isJsonArray, isJsonObject, type JsonValue } from '../../core/json.ts';

/** Whether two values are the same JSON, whatever the order of keys. */
export function isEqualJson(first: JsonValue | undefined, second: JsonValue | undefined): boolean {
  if (first === second) return true;
  if (first === undefined || second === undefined) return false;
  if (isJsonArray(first)) {
    if (!isJsonArray(second) || first.length !== second.length) return false;
    return first.every((item, index) => isEqualJson(item, second[index]));
  }
  if (!isJsonObject(first) || !isJsonObject(second)) return false;
  const names = Object.keys(first);
  if (names.length !== Object.keys(second).length) return false;
  return names.every((name) => Object.hasOwn(second, name) && isEqualJson(first[name], second[name]));
}

import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from './json.ts';

/** Whether two values are the same JSON, whatever the order of keys. */
export function isEqualJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (isJsonArray(left)) return isJsonArray(right) && areItemsEqual(left, right);
  return isJsonObject(left) && isJsonObject(right) && areMembersEqual(left, right);
}

function areItemsEqual(left: JsonArray, right: JsonArray): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!isEqualJson(left[index], right[index])) return false;
  }
  return true;
}

function areMembersEqual(left: JsonObject, right: JsonObject): boolean {
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index++) {
    // Below the length there is always one.
    const key = keys[index] as string;
    // In nearly all that is compared they are in the same order.
    if (key !== others[index] && !Object.hasOwn(right, key)) return false;
    if (!isEqualJson(left[key], right[key])) return false;
  }
  return true;
}

import type { JsonValue } from '../../core/json.ts';

/** Freezes what a translation has made. Parts that are frozen were so all the way down before. */
export function freezeDeeply<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) freezeDeeply(item as JsonValue);
  return value;
}

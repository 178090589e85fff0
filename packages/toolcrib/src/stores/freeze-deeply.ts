/** Freezes JSON as a whole, and gives it back. */
export function freezeDeeply<Value>(value: Value): Value {
  if (!isObject(value)) return value;
  // Looked at before the call: most values of JSON are no objects, and this is done for every spec that is loaded.
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (isObject(item)) freezeDeeply(item);
  }
  return Object.freeze(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

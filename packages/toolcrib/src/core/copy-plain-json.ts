import type { JsonValue } from './json.ts';

const MAX_DEPTH = 16;
const MAX_ITEMS = 10_000;

/**
 * A deeply frozen copy of a value that is JSON beyond doubt; undefined for anything that has to be looked at
 * more closely, which takes several times as long. Nearly all arguments and results are of this kind.
 */
export function copyPlainJson(value: unknown): JsonValue | undefined {
  try {
    return copyAt(value, MAX_DEPTH);
  } catch {
    // Code of the value itself threw, such as a getter. Whoever looks more closely meets it again.
    return undefined;
  }
}

function copyAt(value: unknown, depth: number): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : undefined;
    case 'number':
      // Adding zero makes 0 of -0, as JSON text would.
      return Number.isFinite(value) ? value + 0 : undefined;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth === 0) return undefined;
      return Array.isArray(value) ? copyItems(value, depth) : copyProperties(value, depth);
    default:
      return undefined;
  }
}

function copyItems(items: readonly unknown[], depth: number): JsonValue | undefined {
  const { length } = items;
  if (length > MAX_ITEMS) return undefined;
  const copy: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const item = copyAt(items[index], depth - 1);
    if (item === undefined) return undefined;
    copy.push(item);
  }
  return Object.freeze(copy);
}

function copyProperties(value: object, depth: number): JsonValue | undefined {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const properties = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(properties)) {
    if (key === '__proto__' || !key.isWellFormed()) return undefined;
    const item = copyAt(properties[key], depth - 1);
    if (item === undefined) return undefined;
    copy[key] = item;
  }
  return Object.freeze(copy);
}

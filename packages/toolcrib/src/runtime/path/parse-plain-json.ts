import type { JsonValue } from '../../core/json.ts';

/**
 * The deeply frozen value of a JSON text that `JSON.parse` reads as it stands, beyond doubt; undefined for any other,
 * which has to be read character by character. Nearly all arguments are of the first kind.
 */
export function parsePlainJson(text: string, maxDepth: number): JsonValue | undefined {
  // An escape can hide anything.
  if (text.includes('\\') || !text.isWellFormed()) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    // Whoever reads more closely can say why.
    return undefined;
  }
  // Where a key is given twice, or a string has a colon, there are more colons than keys.
  return freezePlain(value, maxDepth) === countColons(text) ? value : undefined;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

/** How many keys are in a value; NaN if something in it is doubtful. */
function freezePlain(value: JsonValue, depth: number): number {
  if (typeof value === 'number') return isPlainNumber(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) keys += freezePlain(value[index], depth - 1);
  } else {
    const properties = value as Readonly<Record<string, JsonValue>>;
    for (const key in properties) {
      keys += key === '__proto__' ? Number.NaN : 1 + freezePlain(properties[key] as JsonValue, depth - 1);
    }
  }
  Object.freeze(value);
  return keys;
}

/** An integer may have been written with more digits than a number holds, and zero with a sign. */
function isPlainNumber(value: number): boolean {
  if (!Number.isInteger(value)) return Number.isFinite(value);
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

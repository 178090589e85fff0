/** Of different keys, for each mebibyte that a body may have. Engines take a microsecond for each that they meet first. */
const KEYS_PER_MEBIBYTE = 20_000;
const MEBIBYTE = 1_048_576;

const key = /"([^"\\]*)"\s*:/g;

/** How many different keys the JSON of a body may have. */
export function maxKeysOf(maxBytes: number): number {
  return Math.max(KEYS_PER_MEBIBYTE, Math.floor((maxBytes / MEBIBYTE) * KEYS_PER_MEBIBYTE));
}

/** Whether a JSON text has more different keys than that, found out without reading it. Rows that have the same keys are fine. */
export function hasTooManyKeys(text: string, maxKeys: number): boolean {
  if (!hasColons(text, maxKeys)) return false;
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(key)) {
    if (names.add(name).size > maxKeys) return true;
  }
  return false;
}

function hasColons(text: string, count: number): boolean {
  let left = count;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    if (--left < 0) return true;
  }
  return false;
}

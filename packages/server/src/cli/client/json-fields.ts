/** An object of JSON that came from outside. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/*
 * A service may be newer or older than the command line, so answers are read field by field, and what is missing is
 * shown as nothing.
 */

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field as text; empty if it is none, or no text. */
export function textOf(record: JsonRecord, field: string): string {
  const value = record[field];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A field as a list of objects; empty if it is none. */
export function recordsOf(record: JsonRecord, field: string): readonly JsonRecord[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A field as a list of texts; empty if it is none. */
export function textsOf(record: JsonRecord, field: string): readonly string[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A field as an object; an empty one if it is none. */
export function recordOf(record: JsonRecord, field: string): JsonRecord {
  const value = record[field];
  return isRecord(value) ? value : {};
}

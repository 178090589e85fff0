import { type JsonObject, ToolcribError } from '../index.ts';
import { fromColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { SqlRow } from './sql-session.ts';

/**
 * The frozen documents of their rows, by key; undefined for those that were removed.
 *
 * @throws ToolcribError `E_STORE_CORRUPT` that names tenant and key when a row does not hold an object.
 */
export function readDocuments(
  tenant: string,
  rows: readonly SqlRow[],
): ReadonlyMap<string, JsonObject | undefined> {
  return new Map(rows.map((row) => readDocument(tenant, row)));
}

function readDocument(tenant: string, row: SqlRow): readonly [key: string, document: JsonObject | undefined] {
  const column = String(row.key);
  try {
    return [fromColumn(column), row.document === null ? undefined : toDocument(String(row.document))];
  } catch (cause) {
    throw new ToolcribError(
      'E_STORE_CORRUPT',
      `The stored document "${column}" of tenant "${tenant}" cannot be read. Something other than a catalogue has changed it; restore its row from a backup.`,
      { cause, context: { tenant, key: column } },
    );
  }
}

function toDocument(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('This is no object.');
  }
  // What is parsed from JSON and no array is an object of JSON.
  return freezeDeeply(value as JsonObject);
}

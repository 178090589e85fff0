import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CheckOutcome } from '../issue.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Checks with the schema library's own validation; the JSON Schema is what the model is shown. */
export class LibrarySchemaReader implements SchemaReader {
  readonly json: JsonObject;
  readonly #standard: StandardSchemaV1.Props;

  constructor(json: JsonObject, standard: StandardSchemaV1.Props) {
    this.json = json;
    this.#standard = standard;
  }

  check(value: JsonValue): CheckOutcome<unknown> | Promise<CheckOutcome<unknown>> {
    const result = this.#standard.validate(value);
    return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
  }
}

function toOutcome(result: StandardSchemaV1.Result<unknown>): CheckOutcome<unknown> {
  if (result.issues === undefined) return { ok: true, value: freezePlain(result.value) };
  const issues = result.issues.map(({ path, message }) => ({ path: (path ?? []).map(toStep), message }));
  return { ok: false, issues };
}

function toStep(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'symbol' ? String(key) : key;
}

/** Freezes plain objects and arrays; what a transformation made (a `Date`, a `Map`) is left alone. */
function freezePlain(value: unknown): unknown {
  if (Object.isFrozen(value) || !(Array.isArray(value) || isPlainObject(value))) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) freezePlain(item);
  return value;
}

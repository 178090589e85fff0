import { type JsonObject, type JsonValue, jsonSchema } from 'toolcrib';

/** A result, and what is left of it without its secrets. */
export interface RedactedValue {
  readonly value: JsonValue;
  readonly rest: JsonValue;
}

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords whose values have schemas under names of any kind. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/**
 * Whether what is left of a result fits the output schema, as any client may check it. Formats are annotations here, and many
 * clients enforce them, each its own; so a string that was changed fits none.
 */
export function fitsWithoutSecrets(outputSchema: JsonObject, { value, rest }: RedactedValue): boolean {
  const changed = new Set<string>();
  collectChanged(value, rest, changed);
  try {
    const schema = jsonSchema(refuseInFormats(outputSchema, [...changed]) as JsonObject);
    const outcome = schema['~standard'].validate(rest);
    return !(outcome instanceof Promise) && outcome.issues === undefined;
  } catch {
    // The schema has become larger than schemas may be.
    return false;
  }
}

function collectChanged(value: unknown, rest: JsonValue, changed: Set<string>): void {
  if (typeof rest === 'string' && rest !== value) changed.add(rest);
  if (typeof rest !== 'object' || rest === null) return;
  const before = Object(value) as Readonly<Record<string, unknown>>;
  for (const [key, item] of Object.entries(rest)) {
    collectChanged(Object.hasOwn(before, key) ? before[key] : undefined, item, changed);
  }
}

/** A schema in which a place with a format does not take these strings. */
function refuseInFormats(schema: JsonValue, strings: readonly string[]): JsonValue {
  if (strings.length === 0 || typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => refuseInFormats(item, strings));
  const own: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(schema).map(([key, item]) => [key, refuseInKeyword(key, item, strings)]),
  );
  if (typeof own.format !== 'string') return own;
  const others = Array.isArray(own.allOf) ? own.allOf : [];
  return { ...own, allOf: [...others, { not: { enum: strings } }] };
}

function refuseInKeyword(key: string, item: JsonValue, strings: readonly string[]): JsonValue {
  if (DATA.has(key)) return item;
  if (!NAMED.has(key)) return refuseInFormats(item, strings);
  return Object.fromEntries(
    Object.entries(Object(item)).map(([name, schema]) => [
      name,
      refuseInFormats(schema as JsonValue, strings),
    ]),
  );
}

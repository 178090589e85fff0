import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';

/** A JSON Schema as it is written. */
export type Schema = JsonObject | boolean;

/** The steps from a schema to one of its subschemas. */
export type SchemaPath = readonly string[];

const schemaKeywords: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const mapKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Whether a value can be a schema by its kind. */
export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Every schema in a document, the root first. */
export function listPlaces(schema: Schema, path: SchemaPath = []): SchemaPath[] {
  if (typeof schema === 'boolean') return [path];
  const places: SchemaPath[] = [path];
  for (const [keyword, value] of Object.entries(schema)) {
    for (const step of listSteps(keyword, value)) {
      const child = getAt(value, step);
      if (isSchema(child)) places.push(...listPlaces(child, [...path, keyword, ...step]));
    }
  }
  return places;
}

function listSteps(keyword: string, value: JsonValue): SchemaPath[] {
  const steps: SchemaPath[] = [];
  if (schemaKeywords.has(keyword) && isSchema(value)) steps.push([]);
  if (listKeywords.has(keyword) && isJsonArray(value)) steps.push(...value.map((_, index) => [`${index}`]));
  if (mapKeywords.has(keyword) && isJsonObject(value)) steps.push(...Object.keys(value).map((key) => [key]));
  return steps;
}

/** What is at a place; nothing if there is no such place. */
export function getAt(value: JsonValue | undefined, path: SchemaPath): JsonValue | undefined {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as JsonObject)[step];
  }
  return current;
}

/** A copy with another value at a place. */
export function replaceAt(value: JsonValue, path: SchemaPath, replacement: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (isJsonArray(value)) {
    return value.map((item, index) => (`${index}` === step ? replaceAt(item, rest, replacement) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: replaceAt(value[step] ?? {}, rest, replacement) };
}

/** A copy with every schema changed, from the innermost outwards, so that the paths of those to come stay as they are. */
export function mapPlaces(schema: Schema, change: (schema: JsonObject) => JsonObject): Schema {
  return listPlaces(schema).reduceRight<Schema>((current, path) => {
    const place = getAt(current, path);
    return isJsonObject(place) ? (replaceAt(current, path, change(place)) as Schema) : current;
  }, schema);
}

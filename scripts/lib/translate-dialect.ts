import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import { mapPlaces, type Schema } from '../../test/compat/schema-places.ts';

// For other people's checkers, each of which reads one dialect only. Written for the schemas of the comparison.

/** A schema of draft-04 or draft-07 in the words of 2020-12. */
export function toDraft2020(schema: Schema): Schema {
  return isDialect(schema, 'draft-04', 'draft-07')
    ? mapPlaces(schema, convertTo2020)
    : mapPlaces(schema, dropDialect);
}

/** A schema in the words of draft-07; nothing if that has no words for it. */
export function toDraft07(schema: Schema): Schema | undefined {
  if (isDialect(schema, 'draft-04', 'draft-07')) return schema;
  if (/"(?:unevaluated\w+|(?:min|max)Contains|\$dynamicRef|\$anchor)":/.test(JSON.stringify(schema)))
    return undefined;
  return mapPlaces(schema, convertTo07);
}

function isDialect(schema: Schema, ...names: readonly string[]): boolean {
  return isJsonObject(schema) && names.some((name) => String(schema.$schema).includes(name));
}

function dropDialect({ $schema: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function convertTo2020(schema: JsonObject): JsonObject {
  const { $schema: _, definitions, $ref, items, additionalItems, dependencies, $id, ...rest } = schema;
  const converted: Record<string, JsonValue> = definitions === undefined ? {} : { $defs: definitions };
  if (typeof $ref === 'string') return { ...converted, $ref: $ref.replace('#/definitions/', '#/$defs/') };
  Object.assign(converted, rest);
  if (typeof $id === 'string')
    Object.assign(converted, $id.startsWith('#') ? { $anchor: $id.slice(1) } : { $id });
  if (isJsonArray(items ?? null)) {
    Object.assign(
      converted,
      { prefixItems: items },
      additionalItems === undefined ? {} : { items: additionalItems },
    );
  } else if (items !== undefined) converted.items = items;
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (rest[exclusive] === true) converted[exclusive] = rest[bound] ?? 0;
    else if (rest[exclusive] === false) delete converted[exclusive];
  }
  if (isJsonObject(dependencies)) {
    const entries = Object.entries(dependencies);
    converted.dependentRequired = Object.fromEntries(entries.filter(([, needed]) => isJsonArray(needed)));
    converted.dependentSchemas = Object.fromEntries(entries.filter(([, needed]) => !isJsonArray(needed)));
  }
  return converted;
}

function convertTo07(schema: JsonObject): JsonObject {
  const {
    $schema: _,
    $ref,
    $defs,
    prefixItems,
    items,
    dependentRequired,
    dependentSchemas,
    ...rest
  } = schema;
  const converted: Record<string, JsonValue> = { ...rest };
  if (prefixItems !== undefined) {
    Object.assign(converted, { items: prefixItems }, items === undefined ? {} : { additionalItems: items });
  } else if (items !== undefined) converted.items = items;
  if (dependentRequired !== undefined || dependentSchemas !== undefined) {
    converted.dependencies = { ...(dependentRequired as JsonObject), ...(dependentSchemas as JsonObject) };
  }
  const frame = $defs === undefined ? {} : { $defs };
  if ($ref === undefined) return { ...converted, ...frame };
  if (Object.keys(converted).length === 0 && $defs === undefined) return { $ref };
  return { allOf: [{ $ref }, converted], ...frame };
}

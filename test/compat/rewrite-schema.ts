import { isJsonArray, type JsonObject, type JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { Schema } from './schema-places.ts';

/** Keywords that mean the same wherever they stand, so that they can move into an `allOf`. */
const independentKeywords: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'propertyNames',
  'dependentRequired',
  'anyOf',
  'oneOf',
  'not',
]);

/** A schema in other words: each one accepts the same values. */
export function listRewrites(schema: Schema, amount: number): Schema[] {
  const wrapped: Schema[] = [
    { allOf: [schema] },
    { anyOf: [schema] },
    { oneOf: [schema, false] },
    { anyOf: [schema, false] },
    { not: { not: schema } },
    { if: true, [amount % 2 === 0 ? 'then' : 'else']: schema, ...(amount % 2 === 0 ? {} : { if: false }) },
  ];
  if (typeof schema === 'boolean') return [...wrapped, schema ? {} : { not: {} }];
  return [...wrapped, ...listReformulations(schema), ...listSplits(schema), ...listDistributions(schema)];
}

function listReformulations(schema: JsonObject): Schema[] {
  const rewritten: Schema[] = [
    Object.fromEntries(Object.entries(schema).reverse()),
    { ...schema, description: 'Other words for the same.' },
  ];
  const { const: constant, enum: options, type, multipleOf, minimum, maximum, ...rest } = schema;
  const limits = definedOnly({ multipleOf, minimum, maximum });
  if (constant !== undefined && options === undefined) {
    rewritten.push({ ...rest, ...limits, ...definedOnly({ type }), enum: [constant] });
  }
  if (isJsonArray(options ?? null)) {
    const choices = options as readonly JsonValue[];
    rewritten.push({ ...schema, enum: [...choices].reverse() });
    const { enum: _, ...others } = schema;
    if (others.anyOf === undefined && choices.length > 0) {
      rewritten.push({ ...others, anyOf: choices.map((choice) => ({ const: choice })) });
    }
  }
  if (type === 'integer') {
    const { type: _, ...others } = schema;
    if (multipleOf === undefined) rewritten.push({ ...others, type: 'number', multipleOf: 1 });
    if (Number.isSafeInteger(minimum) && others.exclusiveMinimum === undefined) {
      const { minimum: lowest, ...open } = schema;
      rewritten.push({ ...open, exclusiveMinimum: (lowest as number) - 1 });
    }
  }
  return rewritten;
}

/** A list of types as alternatives. */
function listDistributions(schema: JsonObject): Schema[] {
  const { type, ...rest } = schema;
  if (!isJsonArray(type ?? null) || schema.anyOf !== undefined) return [];
  return [{ ...rest, anyOf: (type as readonly string[]).map((only) => ({ type: only })) }];
}

/** One keyword moved into an `allOf`. */
function listSplits(schema: JsonObject): Schema[] {
  // Within draft-07 nothing may stand beside a reference.
  if (schema.$ref !== undefined || schema.allOf !== undefined) return [];
  const movable = Object.keys(schema).filter((keyword) => independentKeywords.has(keyword));
  return movable.map((keyword) => {
    const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
    return { ...rest, allOf: [{ [keyword]: schema[keyword] as JsonValue }] };
  });
}

function definedOnly(keywords: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(keywords).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

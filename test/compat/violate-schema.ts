import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import type { SchemaDocument } from './schema-document.ts';
import { isSchema, type Schema } from './schema-places.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Keywords of our own, for what a plain keyword cannot ask for: to miss another keyword. */
export const avoid = {
  enum: 'avoid-enum',
  multipleOf: 'avoid-multiple-of',
  pattern: 'avoid-pattern',
  uniqueItems: 'avoid-unique-items',
} as const;

const allTypes = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

/**
 * A schema that asks for a value which breaks one keyword of another schema, chosen at random. It is a
 * hint for drawing values, in a dialect of its own: tuples are arrays of `items`.
 */
export function violateSchema(schema: Schema, document: SchemaDocument, random: SeededRandom): Schema {
  if (typeof schema === 'boolean') return !schema;
  const keywords = Object.keys(schema).filter((keyword) => violations[keyword] !== undefined);
  const keyword = schema.$ref !== undefined && document.isDraft07 ? '$ref' : random.pick(keywords);
  if (keyword === undefined) return false;
  const operand = schema[keyword] as JsonValue;
  return violations[keyword]?.({ operand, schema, document, random }) ?? false;
}

interface Violation {
  readonly operand: JsonValue;
  readonly schema: JsonObject;
  readonly document: SchemaDocument;
  readonly random: SeededRandom;
}

const onString = (rest: JsonObject): Schema => ({ type: 'string', ...rest });
const onNumber = (rest: JsonObject): Schema => ({ type: 'number', ...rest });
const onArray = (rest: JsonObject): Schema => ({ type: 'array', ...rest });
const onObject = (rest: JsonObject): Schema => ({ type: 'object', ...rest });
const no = (operand: JsonValue): Schema => ({ not: operand });
const amount = (operand: JsonValue, change: number): number => Math.max(0, Number(operand) + change);

const violations: Readonly<Record<string, (violation: Violation) => Schema>> = {
  $ref: ({ operand, document }) => no(document.resolve(String(operand))),
  $dynamicRef: ({ operand, document }) => no(document.resolve(String(operand))),
  type: ({ operand }) => {
    const types = (isJsonArray(operand) ? operand : [operand]) as readonly string[];
    const others = allTypes.filter((type) => !types.includes(type));
    if (types.includes('integer') && !types.includes('number')) {
      return {
        anyOf: [
          ...others.filter((type) => type !== 'number').map((type) => ({ type })),
          onNumber({ [avoid.multipleOf]: 1 }),
        ],
      };
    }
    return { type: others };
  },
  enum: ({ operand }) => ({ [avoid.enum]: operand }),
  const: ({ operand }) => ({ [avoid.enum]: [operand] }),
  multipleOf: ({ operand }) => onNumber({ [avoid.multipleOf]: operand }),
  minimum: ({ operand }) => onNumber({ exclusiveMaximum: operand }),
  maximum: ({ operand }) => onNumber({ exclusiveMinimum: operand }),
  exclusiveMinimum: ({ operand }) => onNumber({ maximum: operand }),
  exclusiveMaximum: ({ operand }) => onNumber({ minimum: operand }),
  minLength: ({ operand }) => onString({ maxLength: amount(operand, -1) }),
  maxLength: ({ operand }) => onString({ minLength: amount(operand, 1) }),
  pattern: ({ operand }) => onString({ [avoid.pattern]: operand }),
  minItems: ({ operand }) => onArray({ maxItems: amount(operand, -1) }),
  maxItems: ({ operand }) => onArray({ minItems: amount(operand, 1) }),
  uniqueItems: () => onArray({ minItems: 2, [avoid.uniqueItems]: true }),
  minProperties: ({ operand }) => onObject({ maxProperties: amount(operand, -1) }),
  maxProperties: ({ operand }) => onObject({ minProperties: amount(operand, 1) }),
  required: ({ operand, random }) => {
    const name = random.pick(operand as readonly string[]);
    return name === undefined ? false : onObject({ properties: { [name]: false } });
  },
  properties: ({ operand, random }) => {
    const [name, child] = random.pick(Object.entries(operand as JsonObject)) ?? [];
    return name === undefined
      ? false
      : onObject({ required: [name], properties: { [name]: no(child as Schema) } });
  },
  patternProperties: ({ operand, random }) => {
    const [pattern, child] = random.pick(Object.entries(operand as JsonObject)) ?? [];
    return pattern === undefined
      ? false
      : onObject({ minProperties: 1, patternProperties: { [pattern]: no(child as Schema) } });
  },
  additionalProperties: ({ operand, schema }) =>
    onObject({
      minProperties: 1,
      properties: Object.fromEntries(Object.keys(asObject(schema.properties)).map((name) => [name, true])),
      additionalProperties: no(operand),
    }),
  unevaluatedProperties: ({ operand }) => onObject({ minProperties: 1, additionalProperties: no(operand) }),
  propertyNames: ({ operand }) => onObject({ minProperties: 1, propertyNames: no(operand) }),
  dependentRequired: ({ operand, random }) => violateDependency(operand, random),
  dependentSchemas: ({ operand, random }) => violateDependency(operand, random),
  dependencies: ({ operand, random }) => violateDependency(operand, random),
  items: ({ operand, schema, random }) => {
    if (isJsonArray(operand)) return violateTuple(operand, random);
    const prefix = (schema.prefixItems ?? []) as readonly JsonValue[];
    return onArray({
      minItems: prefix.length + 1,
      items: prefix.map(() => true),
      additionalItems: no(operand),
    });
  },
  prefixItems: ({ operand, random }) => violateTuple(operand as readonly JsonValue[], random),
  additionalItems: ({ operand, schema }) => {
    if (!isJsonArray(schema.items ?? null)) return false;
    const prefix = schema.items as readonly JsonValue[];
    return onArray({
      minItems: prefix.length + 1,
      items: prefix.map(() => true),
      additionalItems: no(operand),
    });
  },
  unevaluatedItems: ({ operand }) => onArray({ minItems: 1, items: no(operand) }),
  contains: ({ operand, schema, random }) => {
    const most = schema.maxContains;
    if (typeof most === 'number' && random.onceIn(2))
      return onArray({ contains: operand, minContains: most + 1 });
    return onArray({ items: no(operand) });
  },
  allOf: ({ operand, random }) => no(random.pick(operand as readonly Schema[]) ?? true),
  anyOf: ({ operand }) => ({ allOf: (operand as readonly Schema[]).map(no) }),
  oneOf: ({ operand, random }) => {
    const branches = operand as readonly Schema[];
    if (branches.length < 2 || random.onceIn(2)) return { allOf: branches.map(no) };
    const first = random.below(branches.length);
    const second = (first + 1 + random.below(branches.length - 1)) % branches.length;
    return { allOf: [branches[first] as Schema, branches[second] as Schema] };
  },
  not: ({ operand }) => operand as Schema,
  if: ({ operand, schema, random }) =>
    random.onceIn(2)
      ? { allOf: [operand, no(schema.then ?? true)] }
      : { allOf: [no(operand), no(schema.else ?? true)] },
};

function violateDependency(operand: JsonValue, random: SeededRandom): Schema {
  const [name, needed] = random.pick(Object.entries(operand as JsonObject)) ?? [];
  if (name === undefined) return false;
  if (isSchema(needed)) return onObject({ required: [name], not: needed });
  const missing = random.pick(needed as readonly string[]);
  return missing === undefined ? false : onObject({ required: [name], properties: { [missing]: false } });
}

function violateTuple(prefix: readonly JsonValue[], random: SeededRandom): Schema {
  const chosen = random.below(prefix.length);
  const items = prefix.map((item, index) => (index === chosen ? no(item) : true));
  return onArray({ minItems: chosen + 1, items });
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

import fc from 'fast-check';
import type { JsonValue } from '../../packages/toolcrib/src/core/json.ts';

/** Generators of the values of keywords. */
export type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;

// Few names and few values, so that keywords meet each other and values meet keywords.
/** Property names. */
export const name = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'ab', 'x y'), weight: 15 },
  { arbitrary: fc.constant('toString'), weight: 1 },
);
/** Lists of property names. */
export const names = fc.uniqueArray(name, { maxLength: 3 });
const primitive = fc.constantFrom<JsonValue>(
  null,
  true,
  false,
  0,
  1,
  2,
  1.5,
  -3,
  0.1,
  '',
  'a',
  'ab',
  'b😀',
  '12',
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: primitive, weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 1 },
    { arbitrary: mapOf(name, tie('value')), weight: 1 },
  ),
}));
const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'string', 'integer');
/** Lengths and counts. */
export const count = fc.nat({ max: 4 });
const bound = fc.oneof(
  { arbitrary: fc.integer({ min: -3, max: 5 }), weight: 4 },
  { arbitrary: fc.constantFrom(0.5, 1.5, -0.5, 100), weight: 2 },
  { arbitrary: fc.constantFrom(1e-7, 1e21, 2 ** 53), weight: 1 },
);
const pattern = fc.constantFrom(
  '^a',
  'b$',
  '^.$',
  '^[a-z]*$',
  '^[a-c]+$',
  '^[a-z]{2,3}$',
  '^(a|b|ab)$',
  '^\\d+$',
  '\\s',
  '',
);

const numberKeywords: Keywords = {
  multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.1, 6, 0.01),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
};
const stringKeywords: Keywords = { minLength: count, maxLength: count, pattern };
/** The keywords that hold no schemas. */
export const plainKeywords: Keywords = {
  type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 4 })),
  enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (item) => JSON.stringify(item) }),
  const: value,
  ...numberKeywords,
  ...stringKeywords,
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  minProperties: count,
  maxProperties: count,
  required: names,
  format: fc.constantFrom('email', 'date-time'),
  description: fc.constantFrom('one', 'two'),
  default: value,
};

/** The keywords that both dialects have. */
export function createSharedKeywords(schema: fc.Arbitrary<unknown>): Keywords {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    ...plainKeywords,
    properties: mapOf(name, schema),
    patternProperties: mapOf(pattern, schema),
    additionalProperties: schema,
    propertyNames: schema,
    contains: schema,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    then: schema,
    else: schema,
  };
}

/** A schema of one type with the keywords that belong to it, as people write them. */
export function createTyped(schema: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { minItems, maxItems, uniqueItems, description, enum: options } = plainKeywords;
  const typed = (only: string, keywords: Keywords) =>
    someOf(keywords, 3).map((rest) => ({ type: only, ...rest }));
  return fc.oneof(
    { arbitrary: createObject(schema), weight: 4 },
    typed('string', { ...stringKeywords, enum: fc.subarray(['a', 'ab', 'b', '12'], { minLength: 1 }) }),
    typed('integer', numberKeywords),
    typed('number', numberKeywords),
    typed('array', { minItems, maxItems, uniqueItems, items: schema } as Keywords),
    fc.record({ description, enum: options } as Keywords),
    type.map((only) => ({ type: only })),
  );
}

/** Mostly what is required is also described. */
export function createObject(property: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.dictionary(name, property, { maxKeys: 4, noNullPrototype: true }).chain((properties) =>
    fc
      .record(
        {
          required: fc.oneof(
            { arbitrary: fc.subarray(Object.keys(properties)), weight: 4 },
            { arbitrary: names, weight: 1 },
          ),
          additionalProperties: fc.oneof(fc.boolean(), property),
        },
        { requiredKeys: [] },
      )
      .map((rest) => ({ type: 'object', properties, ...rest })),
  );
}

/** Small objects. */
export function mapOf<T>(key: fc.Arbitrary<string>, item: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.dictionary(key, item, { maxKeys: 3, noNullPrototype: true });
}

/** Objects with a few of the keywords. */
export function someOf(keywords: Keywords, maxLength = 4): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray(Object.entries(keywords), { minLength: 1, maxLength })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)));
}

import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import type { Schema } from './schema-places.ts';

/** A few keywords that belong together, and all values that matter to them: a universe to search completely. */
export interface SmallWorld {
  readonly name: string;
  readonly schema: fc.Arbitrary<Schema>;
  readonly values: readonly JsonValue[];
}

type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const limit = fc.constantFrom(-2, -1, -0.5, 0, 0.1, 0.5, 1, 1.5, 2, 3);
const numbers: SmallWorld = {
  name: 'numbers',
  schema: combine({
    type: fc.constantFrom('number', 'integer', ['integer', 'string']),
    minimum: limit,
    maximum: limit,
    exclusiveMinimum: limit,
    exclusiveMaximum: limit,
    multipleOf: fc.constantFrom(0.1, 0.2, 0.25, 0.3, 0.5, 1, 1.5, 2, 3),
    enum: fc.subarray([-1, 0, 0.3, 0.5, 1, 2, 'a'], { minLength: 1 }),
  }),
  // Twentieths, because bounds and multiples meet there; and a little beside them.
  values: [...range(-80, 80).flatMap((step) => [step / 20, (step + 0.5) / 20]), 12, 60, 1e9, -1e9, 'a'],
};

const small = fc.nat({ max: 3 });
const letterPattern = fc.constantFrom(
  ...[
    '',
    '^a',
    'a$',
    '^a$',
    '^[ab]$',
    '^a*$',
    '^(ab)*$',
    'aa',
    '^[^a]',
    '^.b',
    '^a?b+$',
    '(?:a|b){2}',
    '^(?:a|bb)+$',
  ],
  ...[
    '^(?!a)',
    '^(?=.*b)',
    '\\bab',
    '^\\w{1,2}$',
    '^a{2,}$',
    '[^b]$',
    'a|^b$',
    '^$',
    '.',
    '^[\\s\\S]*$',
    'b.*a',
  ],
);
const texts: SmallWorld = {
  name: 'texts',
  schema: combine({
    pattern: letterPattern,
    minLength: small,
    maxLength: small,
    enum: fc.subarray(['', 'a', 'b', 'ab', 'ba', 'aab', 1], { minLength: 1 }),
    type: fc.constant('string'),
  }),
  values: [...words(['a', 'b', 'c', ' '], 4), ...words(['a', 'b'], 6), '😀', '\n', 'a\n', 1],
};

const item = fc.constantFrom<Schema>(
  ...[true, false, { const: 1 }, { const: 2 }, { enum: [1, 2] }, { type: 'number' }, { type: 'string' }],
  ...[{ not: { const: 1 } }, { minimum: 2 }],
);
const arrays: SmallWorld = {
  name: 'arrays',
  schema: combine({
    prefixItems: fc.array(item, { minLength: 1, maxLength: 3 }),
    items: item,
    contains: item,
    minContains: small,
    maxContains: small,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    unevaluatedItems: item,
    type: fc.constant('array'),
  }),
  values: [...tuples([1, 2, 3, 'a'], 4), ...tuples([1, 2], 6), 'a'],
};

const name = fc.constantFrom('a', 'b', 'ab');
const property = fc.constantFrom<Schema>(
  true,
  false,
  { const: 1 },
  { type: 'number' },
  { type: 'string' },
  { not: { const: 1 } },
);
const objects: SmallWorld = {
  name: 'objects',
  schema: combine({
    properties: dictionary(name, property),
    patternProperties: dictionary(fc.constantFrom('^a', 'b', '^.$', 'c'), property),
    additionalProperties: property,
    unevaluatedProperties: property,
    propertyNames: fc.constantFrom<Schema>(
      { pattern: '^a' },
      { maxLength: 1 },
      { enum: ['a', 'b'] },
      { not: { const: 'c' } },
      false,
    ),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    dependentRequired: dictionary(name, fc.uniqueArray(name, { maxLength: 2 })),
    dependentSchemas: dictionary(
      name,
      fc.constantFrom<Schema>(
        false,
        { required: ['b'] },
        { maxProperties: 1 },
        { properties: { b: { const: 1 } } },
      ),
    ),
    minProperties: small,
    maxProperties: small,
    type: fc.constant('object'),
  }),
  values: [...records(['a', 'b', 'ab', 'c'], [1, 2, 'x']), 'a'],
};

const sizes: SmallWorld = {
  name: 'sizes of objects',
  schema: combine({
    properties: dictionary(name, fc.boolean()),
    additionalProperties: fc.boolean(),
    propertyNames: fc.constantFrom<Schema>({ enum: ['a', 'b'] }, { pattern: '^a' }),
    required: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    minProperties: small,
    maxProperties: small,
  }),
  values: [...records(['a', 'b', 'ab', 'c', 'd'], [1]), 'a'],
};

/** The worlds. */
export const smallWorlds: readonly SmallWorld[] = [numbers, texts, arrays, objects, sizes];

/** Schemas of the keywords, alone and combined by `allOf`, `anyOf`, `oneOf`, `not` and `if`. */
function combine(keywords: Keywords): fc.Arbitrary<Schema> {
  const plain = fc
    .subarray(Object.entries(keywords), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen))) as fc.Arbitrary<JsonObject>;
  const pair = fc.array(plain, { minLength: 2, maxLength: 3 });
  const outer = fc.record({
    allOf: pair,
    anyOf: pair,
    oneOf: pair,
    not: plain,
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    conditional: fc.record({ if: plain, then: plain, else: plain }, { requiredKeys: ['if'] }),
  });
  return fc.oneof(
    { arbitrary: plain, weight: 5 },
    {
      arbitrary: fc
        .tuple(outer, fc.constantFrom('allOf', 'anyOf', 'oneOf', 'not'))
        .map(([all, keyword]) => ({ [keyword]: all[keyword] }) as JsonObject),
      weight: 3,
    },
    {
      arbitrary: fc
        .tuple(outer, plain)
        .map(([{ conditional }, rest]) => ({ ...rest, ...conditional }) as JsonObject),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(outer, plain, fc.constantFrom('allOf', 'anyOf', 'oneOf', 'not'))
        .map(([all, rest, keyword]) => ({ ...rest, [keyword]: all[keyword] }) as JsonObject),
      weight: 2,
    },
  );
}

function dictionary<T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.dictionary(key, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function tuples(items: readonly JsonValue[], maxLength: number): JsonValue[][] {
  let last: JsonValue[][] = [[]];
  const all = [...last];
  for (let length = 1; length <= maxLength; length++) {
    last = last.flatMap((tuple) => items.map((item) => [...tuple, item]));
    all.push(...last);
  }
  return all;
}

function words(letters: readonly string[], maxLength: number): string[] {
  return tuples(letters, maxLength).map((tuple) => tuple.join(''));
}

function records(names: readonly string[], values: readonly JsonValue[]): JsonObject[] {
  return names.reduce<JsonObject[]>(
    (all, key) => all.flatMap((record) => [record, ...values.map((value) => ({ ...record, [key]: value }))]),
    [{}],
  );
}

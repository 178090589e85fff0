import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../packages/toolcrib/src/core/json.ts';
import { readJsonSchema } from '../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';

type Part = fc.Arbitrary<JsonObject>;

const propertyNames = [
  'city',
  'size',
  'a.b',
  'a-b',
  '$top',
  'with space',
  'ü',
  'A/B~C',
  'constructor',
  'x'.repeat(70),
] as const;

const literals: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>('a', 'b', '', 0, 1.5, true, null);

const annotations: Part = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ description: 'What it is.' }) },
  {
    weight: 1,
    arbitrary: fc.constant({ title: 'It', $comment: 'None.', deprecated: true, examples: ['a'] }),
  },
  { weight: 1, arbitrary: literals.map((value) => ({ default: value })) },
);

const texts: Part = some({
  minLength: fc.constantFrom(0, 2),
  maxLength: fc.constantFrom(2, 5),
  pattern: fc.constantFrom('^[a-c]{2,4}$', '^(?!b)[ab]{2}$'),
  format: fc.constantFrom('date', 'uri', 'email', 'made-up'),
}).map((bounds) => ({ type: 'string', ...bounds }));

const numbers: Part = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    some({
      minimum: fc.constantFrom(-5, 0),
      maximum: fc.constantFrom(10, 12.5),
      exclusiveMinimum: fc.constant(-1),
      exclusiveMaximum: fc.constant(11),
      multipleOf: fc.constantFrom(2, 0.5),
    }),
  )
  .map(([type, bounds]) => ({ type, ...bounds }));

const leaves: Part = fc.oneof(
  texts,
  numbers,
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: 'null' }),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ type: ['integer', 'string', 'boolean'] }),
  fc.constant({}),
  literals.map((value) => ({ const: value })),
  fc.uniqueArray(literals, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  fc.constant({ type: 'string', enum: ['north', 'south'] }),
  fc.constant({ enum: [{ a: 1 }, ['b']] }),
  fc.constantFrom('#/$defs/first', '#/$defs/second').map(($ref) => ({ $ref })),
);

const plainLeaves: Part = fc.oneof(
  fc.constantFrom('string', 'integer', 'number', 'boolean', 'null').map((type) => ({ type })),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ type: ['integer', 'boolean'] }),
  fc.uniqueArray(literals, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  fc.constant({ type: 'string', enum: ['north', 'south'] }),
  fc.constant({ type: ['string', 'null'], enum: ['north', null] }),
  literals.map((value) => ({ const: value })),
);

const { schema: schemas } = fc.letrec<{ schema: JsonObject; inner: JsonObject }>((tie) => ({
  schema: fc.tuple(tie('inner'), annotations).map(([inner, notes]) => ({ ...inner, ...notes })),
  inner: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    objects(tie('schema')),
    arrays(tie('schema')),
    combinations(tie('schema')),
  ),
}));

/** Schemas of arguments as strangers write them: JSON Schema, and more of it than any provider takes. */
export const wildSchemas: Part = fc
  .tuple(objects(schemas), annotations, schemas, schemas)
  .map(([root, notes, first, second]) => ({ ...root, ...notes, $defs: { first, second } }));

/** Schemas that most providers can say: types, values, unions and references, without bounds. */
const plainSchemas: Part = fc
  .tuple(plainObjects(plainChildren(fc.constantFrom('#/$defs/first', '#/$defs/second'))), annotations)
  .chain(([root, notes]) =>
    fc
      .tuple(plainObjects(plainChildren(fc.constantFrom('#/$defs/first', '#/$defs/second'))), plainLeaves)
      .map(([first, second]) => ({ ...root, ...notes, $defs: { first, second } })),
  );

/** Those among them that our validator takes: the others refer to themselves without an end. */
export const toolSchemas: Part = fc.oneof(plainSchemas, wildSchemas).filter((schema) => {
  try {
    readJsonSchema(schema);
    return true;
  } catch {
    // The reason does not matter here.
    return false;
  }
});

function plainChildren(refs: fc.Arbitrary<string>): Part {
  const { schema } = fc.letrec<{ schema: JsonObject; inner: JsonObject }>((tie) => ({
    schema: fc.tuple(tie('inner'), annotations).map(([inner, notes]) => ({ ...inner, ...notes })),
    inner: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      plainLeaves,
      refs.map(($ref) => ({ $ref })),
      plainObjects(tie('schema')),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    ),
  }));
  return schema;
}

function plainObjects(child: Part): Part {
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...propertyNames), child), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
      fc.nat(),
      fc.constantFrom<JsonObject[]>({}, { additionalProperties: false }, { additionalProperties: true }),
    )
    .map(([properties, mask, rest]) => ({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name).filter((_, at) => (mask >> at) % 2 === 1),
      ...rest,
    }));
}

function objects(child: Part): Part {
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...propertyNames), fc.oneof(child, child, fc.constant(true))), {
        maxLength: 3,
        selector: ([name]) => name,
      }),
      fc.nat(),
      some({
        additionalProperties: fc.oneof(fc.constant(false), fc.constant(false), fc.constant(true), child),
        minProperties: fc.constant(1),
        maxProperties: fc.constant(4),
        patternProperties: child.map((part) => ({ '^x-': part })),
        propertyNames: fc.constant({ maxLength: 80 }),
        dependentRequired: fc.constant({ city: ['size'] }),
      }),
    )
    .map(([properties, mask, rest]) => ({
      type: 'object',
      properties: Object.fromEntries(properties) as JsonObject,
      required: properties.map(([name]) => name).filter((_, at) => (mask >> at) % 2 === 1),
      ...rest,
    }));
}

function arrays(child: Part): Part {
  return some({
    items: fc.oneof(child, child, fc.constant(false)),
    prefixItems: child.map((part) => [part]),
    minItems: fc.constantFrom(0, 1, 2),
    maxItems: fc.constant(3),
    uniqueItems: fc.constant(true),
    contains: child,
  }).map((bounds) => ({ type: 'array', ...bounds }));
}

function combinations(child: Part): Part {
  const several = fc.array(child, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    several.map((anyOf) => ({ anyOf })),
    several.map((oneOf) => ({ oneOf })),
    several.map((allOf) => ({ allOf })),
    fc.tuple(several, child).map(([anyOf, part]) => ({ ...part, anyOf })),
    child.map((part) => ({ type: 'string', not: part })),
    // By name: an object with a method of this name would be taken for a promise.
    fc
      .tuple(child, child)
      .map((parts) => Object.fromEntries(['if', 'then'].map((keyword, at) => [keyword, parts[at] ?? {}]))),
  );
}

/** Keywords, most of them left out. */
function some(keywords: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): Part {
  const entries = Object.entries(keywords).map(([keyword, values]) =>
    fc.option(
      values.map((value): [string, JsonValue][] => [[keyword, value]]),
      { freq: 2, nil: [] },
    ),
  );
  return fc.tuple(...entries).map((chosen) => Object.fromEntries(chosen.flat()));
}

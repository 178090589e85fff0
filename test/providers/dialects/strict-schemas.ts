import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../packages/toolcrib/src/core/json.ts';
import { readJsonSchema } from '../../../packages/toolcrib/src/core/json-schema/read-json-schema.ts';

type Part = fc.Arbitrary<JsonObject>;

const names = ['a', 'b', 'kind', 'a b'] as const;
const literals: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>('x', 'y', 1, 2, true, null);

/** Schemas that every strict dialect can say. */
const plain: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'string', format: 'date' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: ['string', 'null'] },
  { type: ['integer', 'boolean'], description: 'One or the other.', default: 1 },
  { enum: ['x', 'y'] },
  { enum: ['x', null] },
  { type: 'string', enum: ['x', 1] },
  { $ref: '#/$defs/first' },
  { $ref: '#/$defs/second', description: 'Referred to.' },
  { allOf: [{ $ref: '#/$defs/first' }], description: 'As some generators write it.' },
];

/** Schemas with bounds that only some of them can say. */
const bounded: readonly JsonObject[] = [
  { type: 'string', pattern: '^[ab]+$' },
  { type: 'string', minLength: 2 },
  { type: 'integer', minimum: 1, maximum: 3 },
  { type: 'integer', exclusiveMinimum: 0 },
  { type: 'number', multipleOf: 0.5 },
  { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
  { type: 'array', items: { type: 'string' }, uniqueItems: true },
  { type: 'string', not: { const: 'x' } },
];

/** Schemas that no strict dialect can say, and that others can in part. */
const wild: readonly JsonObject[] = [
  {},
  { type: 'array' },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  { type: 'array', items: { enum: ['x', 1] }, contains: { const: 'x' } },
  { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  { type: 'object', properties: { $a: { type: 'string' }, ü: { const: null } }, required: ['$a'] },
  { type: 'object', patternProperties: { '^a': { type: 'string' } } },
  { type: 'object', properties: { a: true, b: false }, propertyNames: { maxLength: 4 } },
  { type: ['string', 'integer', 'null'], minLength: 2, exclusiveMinimum: 1 },
  { not: { type: 'string' } },
  { if: { type: 'string' }, else: { type: 'integer' } },
  { enum: [{ a: 'x' }, ['x'], 'x'] },
  { type: 'string', anyOf: [{ pattern: 'a' }, { maxLength: 1 }], oneOf: [{ const: 'x' }, { minLength: 2 }] },
  { allOf: [{ pattern: 'a' }, { pattern: 'b' }, { type: 'string' }] },
  { $ref: '#/$defs/first', maxProperties: 1 },
];

const leaves: Part = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...plain) },
  { weight: 1, arbitrary: fc.constantFrom(...bounded) },
  { weight: 2, arbitrary: literals.map((value) => ({ const: value })) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(literals, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
  },
);

const requirements: Part = fc
  .uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 })
  .map((required) => ({ required }));

function nest(parts: Part): Part {
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 6, arbitrary: parts },
      { weight: 2, arbitrary: objects(tie('schema')) },
      { weight: 1, arbitrary: tie('schema').map((items) => ({ type: 'array', items })) },
      { weight: 1, arbitrary: unions(tie('schema')) },
      { weight: 2, arbitrary: unions(objects(tie('schema'))) },
      { weight: 1, arbitrary: unions(objects(tie('schema'), 'kind')) },
      { weight: 1, arbitrary: combine(objects(tie('schema')), unions(requirements)) },
      { weight: 1, arbitrary: combine(objects(tie('schema')), unions(objects(tie('schema')))) },
      {
        weight: 1,
        arbitrary: fc.tuple(objects(tie('schema')), objects(tie('schema'))).map((allOf) => ({ allOf })),
      },
    ),
  }));
  return schema;
}

/** Schemas of which many can be strict: unions, optional properties, references, and some bounds. */
export const strictSchemas: Part = toDocuments(nest(leaves));

/** Schemas with keywords of all kinds. */
export const wildSchemas: Part = toDocuments(nest(fc.oneof(leaves, fc.constantFrom(...wild))));

function toDocuments(schemas: Part): Part {
  return fc
    .tuple(objects(schemas), schemas, schemas)
    .map(([root, first, second]) => ({ ...root, $defs: { first, second } }))
    .filter((schema) => {
      try {
        readJsonSchema(schema);
        return true;
      } catch {
        // It refers to itself without an end.
        return false;
      }
    });
}

/** Objects; with a property that marks them, if it is given. */
function objects(child: Part, mark?: string): Part {
  const marks = literals.map((value) => ({ const: value }));
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), child), {
        minLength: 1,
        maxLength: 2,
        selector: ([name]) => name,
      }),
      fc.nat(),
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<JsonObject[]>({}, { additionalProperties: false }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<JsonObject[]>(
            { minProperties: 1 },
            { unevaluatedProperties: false },
            { dependentRequired: { a: ['b'] } },
          ),
        },
      ),
      marks,
    )
    .map(([properties, mask, rest, constant]) => {
      const marked = mark === undefined ? {} : { [mark]: constant };
      const required = properties.map(([name]) => name).filter((_, at) => (mask >> at) % 2 === 1);
      return {
        type: 'object',
        properties: { ...(Object.fromEntries(properties) as JsonObject), ...marked },
        required: [...new Set(mark === undefined ? required : [...required, mark])],
        ...rest,
      };
    });
}

function unions(child: Part): Part {
  const branches = fc.array(child, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: branches.map((anyOf) => ({ anyOf })) },
    { weight: 1, arbitrary: branches.map((oneOf) => ({ oneOf })) },
  );
}

function combine(first: Part, second: Part): Part {
  return fc.tuple(first, second).map(([one, other]) => ({ ...one, ...other }));
}

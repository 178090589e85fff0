import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson, type JsonValue } from '../json.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { readJsonSchema } from './read-json-schema.ts';

// Left out are the keywords with which Ajv 8.20 itself contradicts the specification on random schemas:
// `contains` beside a tuple, `unevaluatedItems`, `unevaluatedProperties`, properties named "toString".
// Those are compared with an evaluator of our own, in agreement-with-specification.test.ts.

type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;
type Schema = Readonly<Record<string, unknown>>;

// Few names and few values, so that schemas and values meet often.
const name = fc.constantFrom('a', 'b', 'ab', 'x y');
const primitive = fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, 1.5, -3, '', 'a', 'ab', 'b😀');
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    primitive,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const values = fc.array(value, { minLength: 5, maxLength: 10 });

const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'string', 'integer');
const count = fc.nat({ max: 3 });
const bound = fc.integer({ min: -3, max: 2 });
const names = fc.uniqueArray(name, { maxLength: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^.$', '^[a-z]*$');

const plainKeywords: Keywords = {
  type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 4 })),
  enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (item) => JSON.stringify(item) }),
  const: value,
  multipleOf: fc.constantFrom(1, 2, 3, 0.5),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  minLength: count,
  maxLength: count,
  pattern,
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  minProperties: count,
  maxProperties: count,
  required: names,
};

function createSharedKeywords(schema: fc.Arbitrary<unknown>): Keywords {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    ...plainKeywords,
    properties: mapOf(name, schema),
    patternProperties: mapOf(pattern, schema),
    additionalProperties: schema,
    propertyNames: schema,
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

const schema2020 = createSchemas('$defs', (schema) => ({
  items: schema,
  prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }),
  dependentRequired: mapOf(name, names),
  dependentSchemas: mapOf(name, schema),
}));

const schema07 = createSchemas('definitions', (schema) => ({
  items: fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 3 })),
  additionalItems: schema,
  dependencies: mapOf(name, fc.oneof(schema, names)),
})).map((schema) => ({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }));

function mapOf(key: fc.Arbitrary<string>, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.dictionary(key, item, { maxKeys: 3, noNullPrototype: true });
}

/** Schemas with one to four of the keywords. */
function someOf(keywords: Keywords): fc.Arbitrary<Schema> {
  return fc
    .subarray(Object.entries(keywords), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)));
}

function createSchemas(
  definitions: string,
  createKeywords: (schema: fc.Arbitrary<unknown>) => Keywords,
): fc.Arbitrary<Schema> {
  const references = ['a', 'b'].map((definition) => ({ $ref: `#/${definitions}/${definition}` }));
  const createAll = (schema: fc.Arbitrary<unknown>) =>
    someOf({ ...createSharedKeywords(schema), ...createKeywords(schema) });
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: someOf(plainKeywords), weight: 3 },
      { arbitrary: fc.constantFrom(...references), weight: 1 },
      { arbitrary: createAll(tie('schema')), weight: 8 },
    ),
  }));
  return fc
    .record({ root: createAll(schema), a: schema, b: schema })
    .map(({ root, a, b }) => ({ ...root, [definitions]: { a, b } }))
    .filter(isAccepted);
}

/** Random references may lead back to themselves, which is refused. */
function isAccepted(schema: Schema): boolean {
  try {
    readJsonSchema(schema);
    return true;
  } catch {
    // Nothing to compare then; other tests look at the errors.
    return false;
  }
}

interface Comparison {
  readonly schema: Schema;
  readonly values: readonly JsonValue[];
}

function expectAgreement({ schema, values }: Comparison, validate: (value: JsonValue) => boolean): void {
  const check = compileJsonSchema(readJsonSchema(schema));
  for (const item of values) {
    const copy = copyJson(item);
    const issues = check(copy.ok ? copy.value : null);
    expect({ item, isValid: issues.length === 0 }).toEqual({ item, isValid: runAjv(validate, item) });
    expect(issues.map(({ message }) => message)).not.toContain('does not match its schema');
  }
}

function runAjv(validate: (value: JsonValue) => boolean, item: JsonValue): boolean | undefined {
  try {
    return validate(item);
  } catch (error) {
    // Code that Ajv generates for 2020-12 sometimes assigns to a variable that it never set.
    if (error instanceof TypeError) return fc.pre(false) as undefined;
    throw error;
  }
}

const options = { strict: false, ownProperties: true, validateSchema: false, addUsedSchema: false } as const;

describe('agreement with Ajv', () => {
  it('gives the same verdict on random schemas of 2020-12 and random values', () => {
    const ajv = new Ajv2020(options);

    fc.assert(
      fc.property(fc.record({ schema: schema2020, values }), (comparison) => {
        const validate = ajv.compile(comparison.schema);
        expectAgreement(comparison, (item) => validate(item) === true);
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same verdict on random schemas of draft-07 and random values', () => {
    const ajv = new Ajv(options);

    fc.assert(
      fc.property(fc.record({ schema: schema07, values }), (comparison) => {
        const validate = ajv.compile(comparison.schema);
        expectAgreement(comparison, (item) => validate(item) === true);
      }),
      { numRuns: 400 },
    );
  });
});

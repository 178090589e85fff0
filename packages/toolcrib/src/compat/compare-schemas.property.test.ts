import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { compileJsonSchema } from '../core/json-schema/compile-json-schema.ts';
import { readJsonSchema } from '../core/json-schema/read-json-schema.ts';
import { compareSchemas } from './compare-schemas.ts';

type Schema = JsonObject | boolean;

const name = fc.constantFrom('a', 'b', 'ab');
const leafValue: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  null,
  true,
  0,
  1,
  1.5,
  6,
  -1,
  '',
  'a',
  'ab',
  [],
  {},
  ['a'],
  { a: 1 },
);
const count = fc.integer({ min: 0, max: 3 });

/** Small schemas of the keywords that are decided, which meet each other often. */
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.boolean(),
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'array', 'object', 'boolean') }),
    fc.record({
      enum: fc.uniqueArray(leafValue, { maxLength: 3, selector: (value) => JSON.stringify(value) }),
    }),
    fc.record({ minimum: count, exclusiveMaximum: fc.integer({ min: 2, max: 7 }) }, { requiredKeys: [] }),
    fc.record({ multipleOf: fc.constantFrom(1, 2, 3, 0.5) }),
    fc.record(
      { minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$', '^[ab]*$', 'a') },
      { requiredKeys: [] },
    ),
    fc.record({ items: tie('schema'), minItems: count, maxItems: count }, { requiredKeys: [] }),
    fc.record(
      { prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), items: tie('schema') },
      { requiredKeys: ['prefixItems'] },
    ),
    fc.record(
      { contains: tie('schema'), minContains: count, maxContains: count },
      { requiredKeys: ['contains'] },
    ),
    fc.record(
      {
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        maxProperties: count,
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), tie('schema'), { minKeys: 1 }),
        propertyNames: tie('schema'),
      },
      { requiredKeys: ['patternProperties'] },
    ),
    fc.record({ dependentSchemas: fc.dictionary(name, tie('schema'), { minKeys: 1, maxKeys: 1 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([condition, yes, no]) =>
      Object.fromEntries([
        ['if', condition],
        ['then', yes],
        ['else', no],
      ]),
    ),
  ),
}));

const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    leafValue,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;

function validatorOf(raw: Schema): (value: JsonValue) => boolean {
  const check = compileJsonSchema(readJsonSchema(raw));
  return (candidate) => check(candidate).length === 0;
}

describe('compareSchemas on generated schemas', () => {
  it('calls nothing compatible that a value refutes, and shows a value for all that is breaking', () => {
    fc.assert(
      fc.property(
        schema,
        schema,
        fc.array(value, { minLength: 20, maxLength: 20 }),
        (before, after, values) => {
          const { verdict, findings } = compareSchemas(before, after);
          const [old, next] = [validatorOf(before), validatorOf(after)];

          const refuting = values.filter((candidate) => old(candidate) && !next(candidate));

          if (verdict === 'compatible') expect(refuting).toEqual([]);
          for (const { verdict: kind, witness } of findings) {
            if (kind !== 'breaking') continue;
            expect(witness === undefined ? undefined : [old(witness), next(witness)]).toEqual([true, false]);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('accepts a schema and more alternatives, and refuses no value of a schema and more constraints', () => {
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        expect(compareSchemas(one, { anyOf: [other, one] }).verdict).not.toBe('breaking');
        expect(compareSchemas({ allOf: [one, other] }, one).verdict).not.toBe('breaking');
        expect(compareSchemas({ allOf: [one] }, one).verdict).toBe('compatible');
      }),
      { numRuns: 300 },
    );
  });

  it('never breaks from the first to the third of three schemas that are compatible in turn', () => {
    fc.assert(
      fc.property(schema, schema, schema, (first, second, third) => {
        const wider = { anyOf: [first, second] };
        const widest = { anyOf: [third, wider] };
        if (compareSchemas(first, wider).verdict !== 'compatible') return;
        if (compareSchemas(wider, widest).verdict !== 'compatible') return;

        expect(compareSchemas(first, widest).verdict).not.toBe('breaking');
      }),
      { numRuns: 200 },
    );
  });

  it('decides nearly all pairs', () => {
    const pairs = fc.sample(fc.tuple(schema, schema), { numRuns: 500, seed: 1 });

    const undecided = pairs.filter(([before, after]) => {
      const { verdict, findings } = compareSchemas(before, after);
      return verdict === 'unknown' && findings[0]?.rule !== 'nothing-accepted';
    });

    expect(undecided.length / pairs.length).toBeLessThan(0.02);
  });
});

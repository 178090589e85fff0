import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstanceGenerator } from './generate-instances.ts';
import { pairsOf } from './generate-pairs.ts';
import { anySchema, schema07, schema2020, toolSchema } from './generate-schema.ts';
import { splitFrame } from './mutate-schema.ts';
import { listRewrites } from './rewrite-schema.ts';
import { getAt, listPlaces, type Schema } from './schema-places.ts';
import { createAjvValidator, createValidator } from './validators.ts';

const sampled = { seed: 7, numRuns: 150 };

describe('generated schemas and instances', () => {
  it('use every assertion keyword of 2020-12 and of draft-07', () => {
    const listKeywords = (schema: Schema) =>
      listPlaces(schema).flatMap((path) => Object.keys(Object(getAt(schema, path))));
    const listUsed = (schemas: readonly Schema[]) => new Set(schemas.flatMap(listKeywords));
    const shared = [
      ...[
        'type',
        'enum',
        'const',
        'multipleOf',
        'minimum',
        'maximum',
        'exclusiveMinimum',
        'exclusiveMaximum',
      ],
      ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'items'],
      ...['minProperties', 'maxProperties', 'required', 'properties', 'patternProperties', 'propertyNames'],
      ...['additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref'],
    ];
    const newer = ['prefixItems', 'minContains', 'maxContains', 'dependentRequired', 'dependentSchemas'];
    const newest = ['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef', '$defs'];

    const used2020 = listUsed(fc.sample(schema2020, { seed: 7, numRuns: 400 }));
    const used07 = listUsed(fc.sample(schema07, { seed: 7, numRuns: 400 }));

    expect([...shared, ...newer, ...newest].filter((keyword) => !used2020.has(keyword))).toEqual([]);
    expect([...shared, 'additionalItems', 'dependencies'].filter((keyword) => !used07.has(keyword))).toEqual(
      [],
    );
  });

  it('come in pairs of which many, but not most, are narrowed', () => {
    const generate = createInstanceGenerator();
    const pairs = fc.sample(pairsOf(anySchema), sampled);

    const narrowed = pairs.filter(({ before, after }, seed) => {
      const accepts = createValidator(after);
      return generate({ schema: before, against: after, seed, count: 30 }).some(
        (value) => accepts(value) === false,
      );
    });

    expect(narrowed.length).toBeGreaterThan(0.2 * pairs.length);
    expect(narrowed.length).toBeLessThan(0.7 * pairs.length);
  });

  it('are accepted by both validators, differ from each other, and are the same for the same seed', () => {
    const generate = createInstanceGenerator();
    let count = 0;

    for (const [seed, schema] of fc.sample(anySchema, sampled).entries()) {
      const instances = generate({ schema, seed, count: 20 });
      const ajv = createAjvValidator(schema);

      expect(instances.filter((value) => ajv?.(value) === false)).toEqual([]);
      expect(new Set(instances.map((value) => JSON.stringify(value))).size).toBe(instances.length);
      expect(generate({ schema, seed, count: 20 })).toEqual(instances);
      count += instances.length;
    }

    expect(count).toBeGreaterThan(0.6 * 20 * sampled.numRuns);
  });

  it('find what another schema rejects', () => {
    const generate = createInstanceGenerator();
    const narrowings: readonly (readonly [Schema, Schema])[] = [
      [{ type: 'number' }, { type: 'number', maximum: 123_456 }],
      [{ type: 'string' }, { type: 'string', maxLength: 40 }],
      [{ type: 'object' }, { properties: { rare: { properties: { deep: { const: 'x' } } } } }],
      [{ type: 'array', items: { type: 'integer' } }, { not: { contains: { const: 77 } } }],
      [{ enum: ['a', 'b', 'c'] }, { oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }],
      [{ type: 'object' }, { dependentRequired: { left: ['right'] } }],
      [{ type: 'array' }, { uniqueItems: true }],
      [{ type: 'object' }, { $ref: '#/$defs/no', $defs: { no: { propertyNames: { pattern: '^[a-y]' } } } }],
    ];

    for (const [schema, against] of narrowings) {
      const accepts = createValidator(against);
      const instances = generate({ schema: schema, against: against, seed: 3, count: 200 });
      expect({ against, found: instances.some((value) => accepts(value) === false) }).toEqual({
        against,
        found: true,
      });
    }
  });

  it('stay the same when a schema is written in other words', () => {
    const generate = createInstanceGenerator();

    for (const [seed, schema] of fc.sample(fc.oneof(toolSchema, schema2020), sampled).entries()) {
      const { frame, rest } = splitFrame(schema);
      const rewrites = listRewrites(rest, seed).map((rewritten) => ({ allOf: [rewritten], ...frame }));
      const accepts = rewrites.map((rewritten) => createValidator(rewritten));
      const instances = generate({ schema, seed, count: 10 });
      expect(
        rewrites.filter((_, index) => instances.some((value) => accepts[index]?.(value) === false)),
      ).toEqual([]);
    }
  });
});

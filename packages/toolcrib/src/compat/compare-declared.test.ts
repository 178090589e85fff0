import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { compareSpecs } from './compare-specs.ts';

type Verdicts = readonly [verdict: string, declaredVerdict: string];

const text = { type: 'string' };

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

function compare(before: JsonObject, after: JsonObject): Verdicts {
  const { verdict, declaredVerdict } = compareSpecs({ inputSchema: before }, { inputSchema: after });
  return [verdict, declaredVerdict];
}

/** Places in which plain object schemas are looked at. */
const places: Readonly<Record<string, (schema: JsonObject) => JsonObject>> = {
  'at the root': (schema) => schema,
  'in a property': (schema) => object({ a: schema }),
  'in a property of a closed object': (schema) => object({ a: schema }, { additionalProperties: false }),
  'in items': (schema) => object({ a: { type: 'array', items: schema } }),
  'in a tuple': (schema) => object({ a: { prefixItems: [text, schema] } }),
  'in the rest of a tuple': (schema) => object({ a: { prefixItems: [text], items: schema } }),
  'in a tuple of draft-07': (schema) => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { items: [schema], additionalItems: schema } },
  }),
  'in items of items': (schema) => object({ a: { items: { items: object({ b: schema }) } } }),
};

describe('the verdict for callers who send declared properties', () => {
  for (const [place, wrap] of Object.entries(places)) {
    const city = wrap(object({ city: text }));

    it(`lets an optional property be added ${place}`, () => {
      expect(compare(city, wrap(object({ city: text, unit: text })))).toEqual(['breaking', 'compatible']);
    });

    it(`lets no property be required, narrowed or forbidden ${place}`, () => {
      const narrowed = [
        object({ city: text }, { required: ['city'] }),
        object({ city: text, unit: text }, { required: ['unit'] }),
        object({ city: { ...text, minLength: 1 } }),
        object({ unit: text }, { additionalProperties: false }),
      ];

      for (const after of narrowed) expect(compare(city, wrap(after))).toEqual(['breaking', 'breaking']);
    });
  }

  it('lets an open object be closed', () => {
    const after = object({ city: text }, { additionalProperties: false });

    expect(compare(object({ city: text }), after)).toEqual(['breaking', 'compatible']);
  });

  it('is the strict one if the old schema says what else it takes', () => {
    const after = object({ city: text, unit: text }, { additionalProperties: false });

    expect(compare(object({ city: text }, { additionalProperties: false }), after)).toEqual([
      'compatible',
      'compatible',
    ]);
    for (const more of [
      { additionalProperties: true },
      { unevaluatedProperties: { type: 'number' } },
      { patternProperties: { '^u': { type: 'number' } } },
    ])
      expect(compare(object({ city: text }, more), after)).toEqual(['breaking', 'breaking']);
  });

  it('counts names that are required as declared', () => {
    const before = object({ city: text }, { required: ['unit'] });

    expect(compare(before, object({ city: text, unit: text }, { required: ['unit'] }))).toEqual([
      'breaking',
      'breaking',
    ]);
    expect(compare(before, object({ city: text, zone: text }, { required: ['unit'] }))).toEqual([
      'breaking',
      'compatible',
    ]);
  });

  it('closes nothing where other schemas have a say, so that nothing becomes impossible and thereby compatible', () => {
    const inner = object({ a: {} });
    const demanding = object({ b: {} }, { required: ['b'] });
    const before: readonly JsonObject[] = [
      object({ x: { ...inner, allOf: [demanding] } }),
      object({ x: { ...inner, enum: [{ b: 1 }] } }),
      object({ x: { ...inner, minProperties: 2 } }),
      object({ x: { ...inner, required: ['a'], dependentRequired: { a: ['b'] } } }),
      object({ x: { ...inner, $ref: '#/$defs/b' } }, { $defs: { b: demanding } }),
      object({ x: { type: 'array', items: inner, contains: demanding } }),
      object({ x: { type: 'array', items: object({ a: { const: 1 } }), uniqueItems: true, minItems: 3 } }),
      object({ x: { type: 'array', prefixItems: [{ const: { b: 1 } }], items: inner, minItems: 1 } }),
      object({ x: inner }, { allOf: [{ properties: { x: demanding } }] }),
      object({ x: inner }, { patternProperties: { x: demanding } }),
      object({ x: inner, y: { allOf: [{ $ref: '#/properties/x' }, demanding] } }),
      object({ x: { allOf: [{ $ref: '#' }, demanding] }, y: {} }),
    ];

    for (const schema of before) {
      const place = schema === before.at(-2) ? 'y' : 'x';
      const forbidden = { ...schema, properties: { ...(schema.properties as JsonObject), [place]: false } };
      expect({ schema, verdicts: compare(schema, forbidden) }).toEqual({
        schema,
        verdicts: ['breaking', 'breaking'],
      });
    }
  });

  it('is no better than unknown if the old schema accepts nothing or cannot be read', () => {
    const nothing = object({ a: false }, { required: ['a'] });
    const remote = { ...object({ a: {} }), $ref: 'https://example.com/a' };

    expect(compare(nothing, object({ b: text }))).toEqual(['unknown', 'unknown']);
    expect(compare(remote, object({ b: text }))).toEqual(['unknown', 'unknown']);
    expect(compare(object({ b: text }), remote)).toEqual(['unknown', 'unknown']);
  });

  it('counts results as the strict verdict does', () => {
    const [before, after] = [{ inputSchema: object({}) }, { inputSchema: object({ unit: text }) }];

    expect(compareSpecs({ ...before, outputSchema: object({ a: text }) }, after)).toMatchObject({
      input: { verdict: 'breaking' },
      output: { verdict: 'breaking' },
      declaredVerdict: 'breaking',
    });
  });
});

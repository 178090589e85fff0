import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { readJsonSchema } from '../core/json-schema/read-json-schema.ts';
import type { Answer } from './answer.ts';
import { Formulas } from './formula.ts';
import { Solver } from './solver.ts';

/** What is known of values that a schema accepts. */
function solve(schema: JsonObject, steps = 100_000): Answer {
  const document = readJsonSchema(schema);
  const formulas = new Formulas(document, document);
  return new Solver(formulas).ask([formulas.claim(formulas.before, document.root, true)], steps);
}

describe('Solver', () => {
  it('shows that nothing satisfies a recursion without an end', () => {
    expect(solve({ type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] })).toEqual({
      kind: 'empty',
    });
    expect(solve({ type: 'array', items: { $ref: '#' }, minItems: 1 })).toEqual({ kind: 'empty' });
  });

  it('finds the end of a recursion, in whatever order its parts come', () => {
    const list = {
      type: 'object',
      required: ['next'],
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
    };

    expect(solve(list)).toMatchObject({ kind: 'found', values: [{ next: null }] });
  });

  it('forgets what it took for granted of two schemas that need each other', () => {
    // `a` is looked at while `b` is, and is empty as long as `b` is. Objects are tried before texts.
    const schema = {
      $defs: {
        a: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
        b: {
          anyOf: [
            { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } },
            { const: 'end' },
          ],
        },
      },
      type: 'object',
      required: ['x', 'y'],
      properties: { x: { $ref: '#/$defs/b' }, y: { $ref: '#/$defs/a' } },
    };

    expect(solve(schema)).toMatchObject({ kind: 'found', values: [{ x: 'end', y: { b: 'end' } }] });
  });

  it('shows that too many things do not fit', () => {
    const empty: readonly JsonObject[] = [
      { type: 'object', required: ['a', 'b'], maxProperties: 1 },
      { type: 'object', properties: { a: {} }, additionalProperties: false, minProperties: 2 },
      { type: 'array', prefixItems: [{}, false], minItems: 2 },
      { type: 'array', items: { type: 'null' }, contains: { type: 'string' } },
      { type: 'array', contains: { const: 1 }, minContains: 3, maxItems: 2 },
      { type: 'object', required: ['ab'], propertyNames: { maxLength: 1 } },
      { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
      { type: 'number', multipleOf: 0.5, minimum: 0.1, maximum: 0.4 },
      { type: 'boolean', not: { enum: [true, false] } },
      // Of the only name that the object may have, another constraint says that it is absent, or too long.
      {
        type: 'object',
        minProperties: 1,
        properties: { a: {} },
        additionalProperties: false,
        not: { required: ['a'] },
      },
      {
        type: 'object',
        minProperties: 1,
        properties: { ab: {} },
        additionalProperties: false,
        propertyNames: { maxLength: 1 },
      },
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, minProperties: 3 },
      { type: 'object', additionalProperties: false, not: { enum: [{}, 1] } },
      { type: 'object', maxProperties: 0, not: { const: {} } },
      { type: 'array', maxItems: 0, not: { const: [] } },
      { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 3 },
    ];

    for (const schema of empty) expect({ schema, ...solve(schema) }).toEqual({ schema, kind: 'empty' });
  });

  it('builds values that satisfy everything at once', () => {
    const filled: readonly JsonObject[] = [
      { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false, minProperties: 2 },
      { type: 'object', minProperties: 5, propertyNames: { pattern: '^k' }, maxProperties: 5 },
      {
        type: 'object',
        patternProperties: { '^a': { type: 'string' }, b$: { minLength: 3 } },
        required: ['ab'],
      },
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, minProperties: 2 },
      { type: 'object', additionalProperties: false, not: { const: { a: 1 } } },
      { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 2 },
      { type: 'array', uniqueItems: true, minItems: 12, items: { type: 'string' } },
      {
        type: 'array',
        contains: { type: 'string' },
        minContains: 2,
        items: { type: ['string', 'null'] },
        minItems: 4,
        maxContains: 2,
      },
      { type: 'array', not: { uniqueItems: true }, prefixItems: [{ const: 1 }, { const: 2 }], minItems: 3 },
      { type: 'number', not: { anyOf: [{ type: 'integer' }, { maximum: 5 }] } },
      { type: 'string', minLength: 3, pattern: '^[xy]+$', not: { enum: ['xxx', 'yyy'] } },
      { type: 'object', not: { enum: [{}, { a: 1 }] }, additionalProperties: { const: 1 } },
    ];

    for (const schema of filled)
      expect({ schema, ...solve(schema) }).toMatchObject({ schema, kind: 'found' });
  });

  it('does not know what takes more steps than it has', () => {
    expect(solve({ minProperties: 2, type: 'object' }, 3)).toEqual({ kind: 'unknown', isTooComplex: true });
  });
});

import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import type { Schema } from './schema-places.ts';

// Pairs whose answer follows from the specification, each for a reason of its own.

type Pair = readonly [before: Schema, after: Schema];

const d7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const d4 = { $schema: 'http://json-schema.org/draft-04/schema#' };

const compatible: readonly Pair[] = [
  [
    { ...d7, $ref: '#/definitions/a', minimum: 5, definitions: { a: { type: 'number' } } },
    { ...d7, type: 'number' },
  ],
  [
    { type: 'array', additionalItems: false },
    { ...d7, type: 'array', items: true, additionalItems: false },
  ],
  [
    { ...d4, type: 'number', minimum: 5, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 5 },
  ],
  [{ const: { a: 1, b: [2.0] } }, { enum: [{ b: [2], a: 1.0 }] }],
  [{ enum: [0] }, { const: -0 }],
  [
    { type: 'string', minLength: 1 },
    { type: 'string', pattern: '^[\\s\\S]' },
  ],
  [{ type: 'integer' }, { multipleOf: 1 }],
  [{ type: 'number', multipleOf: 1 }, { type: 'integer' }],
  [{ type: 'boolean' }, { enum: [true, false] }],
  [{ type: 'null' }, { const: null }],
  [{}, { type: ['null', 'boolean', 'object', 'array', 'number', 'string'] }],
  [{ $defs: { a: { $anchor: 'x', type: 'string' } }, $ref: '#x' }, { type: 'string' }],
  [{ dependentRequired: { a: ['b'], b: ['c'] } }, { dependentRequired: { a: ['c'] } }],
  [{ enum: [1, 2, 3] }, { oneOf: [{ const: 1 }, { const: 2 }, { const: 3 }] }],
  [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { oneOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } },
    { anyOf: [{ type: 'string', minLength: 2 }, { type: 'number' }] },
  ],
  // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
  [{ then: false, else: false }, true],
  // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
  [true, { then: false, else: false }],
  [{ not: { not: { type: 'string' } } }, { type: 'string' }],
  [
    { properties: { kind: { const: 'a' }, v: { type: 'number' } }, required: ['kind'], type: 'object' },
    {
      type: 'object',
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'a' }, v: { type: 'number' } } },
        { properties: { kind: { const: 'b' } } },
      ],
    },
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    { type: 'array', maxItems: 1 },
  ],
  [{ type: 'array', items: false }, { maxItems: 0 }],
  [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'email' },
  ],
  [
    { type: 'string', const: 'a' },
    { pattern: '^a$', minLength: 1 },
  ],
];

const breaking: readonly Pair[] = [
  [
    { type: 'object', required: ['a'], properties: { a: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } },
    { type: 'object', required: ['a'], properties: { a: { anyOf: [{ $ref: '#' }, { type: 'string' }] } } },
  ],
  [
    { ...d7, $ref: '#/definitions/a', minimum: 5, definitions: { a: { type: 'number' } } },
    { type: 'number', minimum: 5 },
  ],
  [
    { ...d7, type: 'array', prefixItems: [{ type: 'string' }] },
    { type: 'array', prefixItems: [{ type: 'string' }] },
  ],
  [
    { type: 'array', additionalItems: false },
    { ...d7, type: 'array', items: [true], additionalItems: false },
  ],
  [
    { ...d7, contains: { const: 1 }, minContains: 0 },
    { contains: { const: 1 }, minContains: 2 },
  ],
  [
    { ...d4, type: 'number', minimum: 5, exclusiveMinimum: false },
    { type: 'number', exclusiveMinimum: 5 },
  ],
  [
    { type: 'string', minLength: 1 },
    { type: 'string', pattern: '^.' },
  ],
  [{ type: 'string', maxLength: 1 }, { enum: ['a', ''] }],
  [{ type: 'string', minLength: 1, maxLength: 1 }, { pattern: '^[\\u0000-\\uffff]$' }],
  [{ minLength: 2 }, { type: 'string' }],
  [{ multipleOf: 1 }, { type: 'integer' }],
  [
    { allOf: [{ properties: { a: true } }] },
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
  ],
  [
    { properties: { a: { type: 'string' } } },
    { properties: { a: { type: 'string' } }, propertyNames: { maxLength: 10 } },
  ],
  [{}, { type: ['null', 'boolean', 'object', 'array', 'integer', 'string'] }],
  [{ dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['b'], b: ['c'] } }],
  [
    { type: 'object', properties: { toString: { type: 'string' } } },
    { type: 'object', properties: { toString: { type: 'number' } } },
  ],
  [{ type: 'object' }, { type: 'object', required: ['hasOwnProperty'] }],
  [
    { type: 'integer', minimum: 2 ** 53 },
    { type: 'integer', minimum: 2 ** 53 + 2 },
  ],
  [{ enum: [1, 2, 3] }, { oneOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }],
  [
    { anyOf: [{ type: 'integer' }, { type: 'number' }] },
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
  ],
];

describe('compareSchemas on pairs with a known answer', () => {
  it.each(compatible)('calls %j to %j compatible', (before, after) => {
    expect(compareSchemas(before, after)).toMatchObject({ verdict: 'compatible', findings: [] });
  });

  it.each(breaking)('calls %j to %j breaking', (before, after) => {
    expect(compareSchemas(before, after).verdict).toBe('breaking');
  });
});

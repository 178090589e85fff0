import { describe, expect, it } from 'vitest';
import { freeze } from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import {
  anthropicDialect,
  anthropicStrictDialect,
  geminiDialect,
  geminiOpenApiDialect,
  openaiDialect,
  openaiStrictDialect,
} from './dialects.ts';
import { translateSchema } from './translate-schema.ts';

const dialects = [
  anthropicDialect,
  openaiDialect,
  geminiDialect,
  geminiOpenApiDialect,
  openaiStrictDialect,
  anthropicStrictDialect,
];

function nest(depth: number, inner: JsonObject = { type: 'string' }): JsonObject {
  let schema = inner;
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

/** Definitions of which each uses the next one twice. */
function double(levels: number, keyword: 'properties' | 'allOf' | 'anyOf'): JsonObject {
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, level): [string, JsonValue] => {
      const $ref = `#/$defs/d${level + 1}`;
      const both =
        keyword === 'properties'
          ? { type: 'object', properties: { a: { $ref }, b: { $ref } } }
          : { [keyword]: [{ $ref }, { $ref }] };
      return [`d${level}`, both];
    }),
  );
  return {
    type: 'object',
    properties: { x: { $ref: '#/$defs/d0' } },
    $defs: { ...$defs, [`d${levels}`]: { type: 'string' } },
  };
}

/** Many unions of the same value: written out, they would be the product of all. */
function multiply(unions: number): JsonObject {
  const names = Array.from({ length: unions }, (_, at) => `p${at}`);
  return {
    type: 'object',
    properties: {
      x: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        allOf: names.map((name) => ({
          anyOf: [{ required: [name] }, { required: ['p0'] }, { required: ['p1'] }],
        })),
      },
    },
  };
}

const tricky = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject;
const shared = (() => {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < 40; level++) schema = { type: 'object', properties: { a: schema, b: schema } };
  return schema;
})();

describe.each(dialects)('hostile schemas in $id', (dialect) => {
  const outcomes = (schema: JsonObject) =>
    [true, false].map((isExact) => translateSchema(schema, dialect, { isExact }));

  it.each<[string, JsonObject]>([
    ['a schema that is nested too deeply', nest(5_000)],
    ['a small graph that stands for a huge schema', shared],
    [
      'a huge schema',
      {
        type: 'object',
        properties: { a: { enum: Array.from({ length: 100_000 }, (_, at) => `value${at}`) } },
      },
    ],
    ['a key that is a prototype', tricky],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#/properties/a' } } }],
    [
      'references in a circle',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/b' } },
        $defs: { b: { $ref: '#/$defs/c' }, c: { allOf: [{ $ref: '#/$defs/b' }] } },
      },
    ],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    [
      'a reference to somewhere else',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
    ],
    ['properties that are a list', { type: 'object', properties: [] as unknown as JsonValue }],
    ['a schema that is a text', { type: 'object', properties: { a: 'string' } }],
    ['a schema that is null', { type: 'object', properties: { a: null } }],
    ['a type that is none', { type: 'object', properties: { a: { type: 'text' } } }],
    ['a list of names that is none', { type: 'object', required: 'a' }],
    ['an empty union', { type: 'object', properties: { a: { anyOf: [] } } }],
    ['a bound that is no number', { type: 'object', properties: { a: { minimum: '1' } } }],
    ['a dialect that nobody knows', { $schema: 'https://example.com/dialect', type: 'object' }],
    ['a root of another type', { type: 'array', items: { type: 'string' } }],
  ])('%s is refused', (_, schema) => {
    for (const outcome of outcomes(schema)) {
      expect(outcome).toMatchObject({
        ok: false,
        reasons: expect.arrayContaining([
          expect.objectContaining({ action: 'refused', detail: expect.any(String) }),
        ]),
      });
    }
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'object'],
    ['a list', []],
    ['a number', 7],
    ['true', true],
  ])('%s instead of a schema is refused', (_, schema) => {
    for (const outcome of outcomes(schema as JsonObject)) expect(outcome.ok).toBe(false);
  });

  it.each<[string, JsonObject]>([
    ['definitions that double at every level', double(30, 'properties')],
    ['branches that double at every level', double(30, 'anyOf')],
    ['parts that double at every level', double(12, 'allOf')],
    ['unions that multiply', multiply(12)],
    ['a long chain of definitions', chain(500)],
    [
      'a union of many branches',
      {
        type: 'object',
        properties: {
          a: {
            oneOf: Array.from({ length: 2_000 }, (_, at) => ({
              type: 'object',
              properties: { [`p${at}`]: { type: 'string' } },
            })),
          },
        },
      },
    ],
    [
      'many values',
      { type: 'object', properties: { a: { enum: Array.from({ length: 5_000 }, (_, at) => at) } } },
    ],
    [
      'names of methods',
      {
        type: 'object',
        properties: {
          constructor: { type: 'string' },
          toString: {},
          hasOwnProperty: { const: 1 },
          valueOf: true,
        },
        required: ['constructor'],
      },
    ],
    [
      'keywords of methods',
      { type: 'object', properties: { a: { type: 'string', constructor: 1, toString: {}, valueOf: [] } } },
    ],
    [
      'a recursive property with bounds beside its reference',
      { type: 'object', properties: { a: { $ref: '#', minProperties: 1 } }, additionalProperties: false },
    ],
  ])('%s come to an end', (_, schema) => {
    const frozen = freeze(schema);

    for (const outcome of outcomes(frozen)) {
      if (outcome.ok) expect(JSON.stringify(outcome.translation.schema).length).toBeLessThan(5_000_000);
      else expect(outcome.reasons.length).toBeGreaterThan(0);
    }
  });

  it('reads arguments that fit nothing without an error', () => {
    const schema = freeze({
      type: 'object',
      properties: {
        'a b': {
          anyOf: [
            { type: 'object', properties: { c: { type: 'string' } } },
            { $ref: '#' },
            { type: 'boolean' },
          ],
        },
        list: { type: 'array', items: { type: 'object', properties: { d: { type: 'string' } } } },
      },
    });
    const outcome = translateSchema(schema, dialect, { isExact: false });
    const codec = outcome.ok ? outcome.translation.codec : undefined;
    const strange = [
      {},
      { list: 3 },
      { list: [null, 1, [], { d: {} }] },
      { a: { b: { c: null } } },
      { 'a b': [[{}]] },
    ];

    for (const args of strange) {
      expect(codec?.decode(args) ?? args).toEqual(args);
      expect(codec?.decode(codec.encode(args)) ?? args).toEqual(args);
    }
  });
});

function chain(length: number): JsonObject {
  const links = Array.from({ length }, (_, at): [string, JsonValue] => [
    `d${at}`,
    { type: 'object', properties: { next: { $ref: `#/$defs/d${at + 1}` } } },
  ]);
  return {
    type: 'object',
    properties: { x: { $ref: '#/$defs/d0' } },
    $defs: { ...Object.fromEntries(links), [`d${length}`]: { type: 'string' } },
  };
}

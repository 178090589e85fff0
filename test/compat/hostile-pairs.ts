import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import type { Schema } from './schema-places.ts';

// Each pair differs in a way that rejects what was accepted, so `compatible` would be wrong in one direction
// at least. That a comparison ends is shown by the end of the test.

type Pair = readonly [before: Schema, after: Schema];

function times<T>(count: number, create: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

function nest(depth: number, wrap: (inner: Schema, level: number) => Schema, innermost: Schema): Schema {
  return times(depth, (level) => level).reduce<Schema>((inner, level) => wrap(inner, level), innermost);
}

/** Each definition refers to the next twice; numbers go one way only, so that `oneOf` accepts some. */
function doubling(levels: number, keyword: string, last: Schema): Schema {
  const definitions = times(levels, (level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { [keyword]: [next, { ...next, type: keyword === 'oneOf' ? 'array' : 'number' }] }];
  });
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(definitions), [`d${levels}`]: last } };
}

function product(factors: number, choices: number, last: JsonObject): Schema {
  const allOf = times(factors, (factor) => ({
    anyOf: times(choices, (choice) => ({
      properties: { [`p${factor}`]: { minimum: choice, multipleOf: choice + 1 } },
    })),
  }));
  return { type: 'object', allOf, ...last };
}

function tree(leaf: JsonObject): Schema {
  const branches = { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' }, value: leaf };
  return { $ref: '#/$defs/tree', $defs: { tree: { type: 'object', properties: branches } } };
}

const words = times(10_000, (index) => `word ${index}`);
const objects = times(200, (index) => ({
  properties: { kind: { const: index }, [`of${index}`]: { type: 'string' } },
  required: ['kind'],
}));

/** By what is hostile about them. */
export const hostilePairs: Readonly<Record<string, Pair>> = {
  'doubling allOf': [doubling(40, 'allOf', { minimum: 0 }), doubling(40, 'allOf', { minimum: 1 })],
  'doubling anyOf within the limits': [
    doubling(11, 'anyOf', { minimum: 0 }),
    doubling(11, 'anyOf', { minimum: 1 }),
  ],
  'doubling oneOf within the limits': [
    doubling(8, 'oneOf', { minimum: 0 }),
    doubling(8, 'oneOf', { minimum: 1 }),
  ],
  'a product of alternatives': [product(20, 4, {}), product(20, 4, { required: ['p0'] })],
  'a product of alternatives on one side': [{ type: 'object' }, product(20, 4, {})],
  'negated products': [
    { not: { not: product(15, 4, {}) } },
    { not: { not: product(15, 5, { minProperties: 1 }) } },
  ],
  'many alternatives': [{ oneOf: objects }, { oneOf: objects.slice(1) }],
  'many alternatives in another order': [{ anyOf: objects }, { anyOf: [...objects].reverse().slice(1) }],
  'many conditions': [
    { allOf: times(30, (index) => ({ if: { required: [`a${index}`] }, else: { required: [`b${index}`] } })) },
    { allOf: times(30, (index) => ({ if: { required: [`a${index}`] }, else: { required: [`c${index}`] } })) },
  ],
  'many dependencies': [
    {
      dependentSchemas: Object.fromEntries(
        times(40, (index) => [`a${index}`, { required: [`a${index + 1}`] }]),
      ),
    },
    {
      dependentSchemas: Object.fromEntries(
        times(40, (index) => [`a${index}`, { required: [`a${index + 2}`] }]),
      ),
    },
  ],
  'a huge enum': [{ enum: words }, { enum: words.slice(1) }],
  'a huge enum as alternatives': [
    { enum: words.slice(0, 2_000) },
    { anyOf: words.slice(1, 2_000).map((word) => ({ const: word })) },
  ],
  'many properties': [
    { properties: Object.fromEntries(words.slice(0, 2_000).map((word) => [word, { type: 'string' }])) },
    { properties: Object.fromEntries(words.slice(0, 2_000).map((word) => [word, { type: 'number' }])) },
  ],
  'deep properties': [
    nest(25, (inner) => ({ properties: { a: inner } }), { maximum: 5 }),
    nest(25, (inner) => ({ properties: { a: inner } }), { maximum: 4 }),
  ],
  'deep negations': [
    nest(50, (not) => ({ not }), { type: 'string' }),
    nest(50, (not) => ({ not }), { const: 'a' }),
  ],
  'deep alternatives': [
    nest(25, (inner, level) => ({ anyOf: [inner, { minLength: level }] }), { type: 'object' }),
    nest(25, (inner, level) => ({ oneOf: [inner, { minLength: level }] }), { type: 'object' }),
  ],
  'deeper than any schema may be': [
    nest(5_000, (items) => ({ items }), { maximum: 5 }),
    nest(5_000, (items) => ({ items }), { maximum: 4 }),
  ],
  'recursive trees': [tree({ type: 'number' }), tree({ type: 'integer' })],
  'recursion through a negation': [
    { not: { properties: { a: { $ref: '#' } }, required: ['a'] } },
    { not: { properties: { a: { not: { $ref: '#' } } }, required: ['a'] } },
  ],
  'a reference to itself': [{ $ref: '#' }, { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
  'unfolded recursion': [
    { properties: { next: { $ref: '#' } }, additionalProperties: { type: 'string' } },
    {
      properties: { next: { properties: { next: { $ref: '#' } }, additionalProperties: { type: 'string' } } },
      additionalProperties: false,
    },
  ],
  'a remote reference': [
    { $ref: 'https://example.com/schema.json' },
    { $ref: 'https://example.com/other.json' },
  ],
  'a reference to nowhere': [{ $ref: '#/$defs/none' }, { $ref: '#none' }],
  'astronomic lengths': [
    { type: 'string', minLength: 1e9 },
    { type: 'string', minLength: 1e9 + 1 },
  ],
  'astronomic counts': [
    { type: 'array', minItems: 1e9 },
    { type: 'array', minItems: 1e9, maxItems: 2e9 },
  ],
  'astronomic counts of properties': [
    { type: 'object', minProperties: 1e9 },
    { type: 'object', minProperties: 1e9 + 1 },
  ],
  'astronomic counts of contained items': [
    { type: 'array', contains: { const: 1 }, minContains: 1e9 },
    { type: 'array', contains: { const: 1 }, minContains: 1e9 + 1 },
  ],
  'tiny steps': [
    { type: 'number', multipleOf: 1e-300 },
    { type: 'number', multipleOf: 3e-300 },
  ],
  'huge bounds': [
    { type: 'integer', minimum: -1.7e308 },
    { type: 'integer', minimum: -1.6e308, multipleOf: 7e290 },
  ],
  'multiples at the end of all numbers': [
    { multipleOf: 1e308 },
    { maximum: 1.7976931348623153e308, multipleOf: 3 },
  ],
  'a bound at the end of all numbers': [{ multipleOf: 1e308 }, { maximum: 1.7e308, minimum: 0 }],
  'a slow pattern': [{ type: 'string' }, { type: 'string', pattern: '^(a+)+$' }],
  'two slow patterns': [{ pattern: '^(a|aa)+$' }, { pattern: '^(a|a?)+$' }],
  'patterns of many states': [{ pattern: '^(?:[ab]*a[ab]{12})$' }, { pattern: '^(?:[ab]*b[ab]{12})$' }],
  'patterns with large counts': [{ pattern: '^(?:a{1,500}){1,500}$' }, { pattern: '^(?:a{2,500}){1,500}$' }],
  'many patterns of names': [
    { patternProperties: Object.fromEntries(times(60, (index) => [`a${index}.*b`, { minimum: index }])) },
    { patternProperties: Object.fromEntries(times(60, (index) => [`a${index}.*b`, { minimum: index + 1 }])) },
  ],
  'a property named __proto__': [
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    JSON.parse('{"properties":{"__proto__":{"type":"number"}},"required":["__proto__"]}'),
  ],
  'properties named as methods': [
    { properties: { constructor: { type: 'string' }, toString: {}, hasOwnProperty: {} } },
    { properties: { constructor: { type: 'string' } }, required: ['hasOwnProperty', 'toString'] },
  ],
  'everything unique': [
    { type: 'array', minItems: 60, uniqueItems: true, items: { enum: words.slice(0, 100) } },
    { type: 'array', minItems: 60, uniqueItems: true, items: { enum: words.slice(1, 100) } },
  ],
  'another dialect': [{ $schema: 'https://example.com/dialect' }, { type: 'string' }],
};

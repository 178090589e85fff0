import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';

const text = { type: 'string' };

function object(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...rest };
}

function nest(levels: number): JsonObject {
  return levels === 0 ? text : object({ inner: nest(levels - 1) }, { required: ['inner'] });
}

const tree = {
  anyOf: [
    { type: 'number' },
    object({ left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } }, { required: ['left'] }),
  ],
};

/** Schemas in which one thing is hard to say to some provider, by what it is. */
export const hardSchemas: Readonly<Record<string, JsonObject>> = {
  'a tree of required branches': object({ tree: { $ref: '#/$defs/tree' } }, { $defs: { tree } }),
  'a list of itself': object({ children: { type: 'array', items: { $ref: '#' } } }),
  'an anchor': object({ a: { $ref: '#node' } }, { $defs: { node: { $anchor: 'node', ...text } } }),
  'a reference with a description': object(
    { a: { $ref: '#/$defs/a', description: 'It.' } },
    { $defs: { a: { ...text, description: 'Theirs.' } } },
  ),
  'a map': { type: 'object', additionalProperties: text },
  'a map below': object({ labels: { type: 'object', additionalProperties: { type: 'integer' } } }),
  'a map with known names': object({ id: text }, { additionalProperties: { type: 'number' } }),
  'no properties, but at least one': { type: 'object', minProperties: 1 },
  'no properties at all': { type: 'object', additionalProperties: false },
  'an object of anything': object({ data: { type: 'object' } }, { required: ['data'] }),
  'a required name without a schema': object({}, { required: ['a'] }),
  'a tuple': object({ pair: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false } }),
  'an array of anything': object({ list: { type: 'array' }, more: { type: 'array', items: true } }),
  'a set': object({ set: { type: 'array', items: text, uniqueItems: true, minItems: 2, maxItems: 5 } }),
  'a list of something': object({ list: { type: 'array', items: text, contains: { const: 'a' } } }),
  'values of several types': object({ a: { enum: ['a', 1, true, null] }, b: { const: null } }),
  'numbers to choose from': object({ level: { type: 'integer', enum: [1, 2, 3] } }, { required: ['level'] }),
  'values that are objects': object({ a: { enum: [{ x: 1 }, ['y']] }, b: { const: { z: [1] } } }),
  'values without a type': object({ unit: { enum: ['C', 'F'] } }, { required: ['unit'] }),
  'values of another type than they say': object({ a: { type: 'string', enum: ['x', 1, null] } }),
  'many values': object({
    code: { type: 'string', enum: Array.from({ length: 1_200 }, (_, at) => `code-${at}`) },
  }),
  'long values': object({
    code: { type: 'string', enum: Array.from({ length: 260 }, (_, at) => `${'x'.repeat(60)}${at}`) },
  }),
  'null that is a value, and optional': object({
    a: { type: ['string', 'null'] },
    b: text,
    c: { type: 'null' },
  }),
  'null in a union': object({ a: { anyOf: [text, { type: 'null' }], default: null, description: 'Maybe.' } }),
  'null as default': object({ a: { type: 'string', default: null } }),
  'types of several kinds': object({
    a: { type: ['object', 'array', 'string'], properties: { x: text }, required: ['x'], items: text },
  }),
  'branches that overlap': object({ a: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 3 }] } }),
  'a combination at the root': object(
    { a: text, b: text },
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ),
  'one of several roots': {
    type: 'object',
    oneOf: [
      { properties: { kind: { const: 'a' }, x: text }, required: ['kind', 'x'] },
      { properties: { kind: { const: 'b' }, y: text }, required: ['kind', 'y'] },
    ],
  },
  'all of several': object(
    { a: { allOf: [{ $ref: '#/$defs/one' }, object({ two: text }, { required: ['two'] })] } },
    { $defs: { one: object({ one: text }, { required: ['one'] }) } },
  ),
  'a condition': object(
    { kind: text, size: { type: 'integer' } },
    Object.fromEntries([
      ['if', { properties: { kind: { const: 'big' } } }],
      ['then', { required: ['size'] }],
    ]),
  ),
  'what it is not': object({ a: { type: 'string', not: { enum: ['', 'root'] } }, b: { not: {} } }),
  'a name that depends': object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
  'names by pattern': object({}, { patternProperties: { '^x-': text }, additionalProperties: false }),
  'nothing that was not looked at': object({ a: text }, { unevaluatedProperties: false }),
  'a property that must not be': object({ a: text, b: false }),
  'bounds of every kind': object(
    {
      a: { type: 'number', exclusiveMinimum: 0, maximum: 9.5, multipleOf: 0.5 },
      b: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
      c: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 5 },
    },
    { required: ['a', 'b', 'c'] },
  ),
  'formats of every kind': object({
    a: { type: 'string', format: 'uri' },
    b: { type: 'string', format: 'date-time' },
    c: { type: 'string', format: 'regex' },
    d: { type: 'integer', format: 'int32' },
  }),
  'names that are not taken everywhere': object(
    { $top: text, 'with space': text, 'a.b': text, ü: text, '': text, ['x'.repeat(70)]: text },
    { required: ['$top', ''] },
  ),
  'names that look like keywords': object(
    {
      type: text,
      properties: text,
      required: { type: 'array', items: text },
      $ref: text,
      enum: text,
      description: { type: 'string', description: 'A description.' },
      nullable: { type: 'boolean' },
      additionalProperties: { type: 'boolean' },
    },
    { required: ['type', '$ref'] },
  ),
  'a property name that is a method': object({ constructor: text, toString: text, hasOwnProperty: text }),
  'many levels': nest(13),
  'draft 7': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object({
      pair: { type: 'array', items: [text, { type: 'integer' }], additionalItems: false },
      other: { $ref: '#/definitions/other', minLength: 100 },
    }),
    definitions: { other: text },
  },
  'a long description': object({ a: { ...text, description: 'Word. '.repeat(1_000) } }),
  'words of every kind': object(
    { a: { ...text, title: 'A', examples: ['x'], $comment: 'None.', deprecated: true, readOnly: true } },
    { $id: 'https://example.com/schema', $comment: 'None.', title: 'Arguments' },
  ),
};

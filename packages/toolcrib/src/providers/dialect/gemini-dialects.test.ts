import { describe, expect, it } from 'vitest';
import {
  listChanges,
  refusals,
  translate,
  translateProperty,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { geminiDialect, geminiOpenApiDialect } from './dialects.ts';

type Row = [title: string, before: unknown, after: unknown];

describe('the dialect gemini', () => {
  it.each<Row>([
    [
      'keeps what is known',
      { type: ['string', 'null'], format: 'uri' },
      { type: ['string', 'null'], format: 'uri' },
    ],
    ['says a constant as an enum', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    ['says a constant null as a type', { const: null }, { type: 'null' }],
    [
      'says a constant that is neither in words',
      { const: true },
      { type: 'boolean', description: 'Must be true.' },
    ],
    ['needs no list of both booleans', { type: 'boolean', enum: [false, true] }, { type: 'boolean' }],
    [
      'says null beside values as a branch',
      { enum: ['a', 1, null], description: 'Pick.' },
      { description: 'Pick.', anyOf: [{ type: ['string', 'integer'], enum: ['a', 1] }, { type: 'null' }] },
    ],
    [
      'says bounds that whole numbers do not reach as bounds that they do',
      { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 9.5, minimum: 0 },
      { type: 'integer', minimum: 2, maximum: 9 },
    ],
    [
      'says other bounds in words',
      { type: 'number', exclusiveMinimum: 1, multipleOf: 0.5, minimum: 0, description: 'How much' },
      { type: 'number', minimum: 0, description: 'How much\nGreater than 1, a multiple of 0.5.' },
    ],
    [
      'says annotations in words',
      { type: 'string', default: 'a', examples: ['b'], deprecated: true, readOnly: false, $comment: 'No.' },
      { type: 'string', description: 'Default: "a". Examples: "b". Deprecated.' },
    ],
    [
      'says keywords of strangers in words',
      { type: 'string', 'x-order': 3 },
      { type: 'string', description: 'x-order: 3.' },
    ],
    ['takes an allOf of one for what it holds', { allOf: [{ type: 'string' }] }, { type: 'string' }],
    [
      'merges an allOf that can be merged',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { a: { maxLength: 3 }, b: { type: 'null' } } },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'At most 3 characters.' }, b: { type: 'null' } },
        required: ['a'],
      },
    ],
    [
      'says an allOf that cannot be merged in words',
      { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
      {
        type: 'string',
        description: 'Must also satisfy: {"allOf":[{"allOf":[{"pattern":"a"},{"pattern":"b"}]}]}.',
      },
    ],
    [
      'keeps both unions',
      { oneOf: [{ type: 'string' }, {}], anyOf: [{}, {}] },
      { anyOf: [{}, {}], oneOf: [{ type: 'string' }, {}] },
    ],
    [
      'says in words which properties are needed',
      {
        type: 'object',
        properties: { a: {}, b: {} },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
        required: ['c'],
      },
      {
        type: 'object',
        description: 'Requires exactly one of these: "a"; "b".',
        properties: { a: {}, b: {}, c: {} },
        required: ['c'],
      },
    ],
    [
      'leaves out keywords that say nothing about the type',
      { type: 'integer', minLength: 3, items: {}, properties: {} },
      { type: 'integer' },
    ],
    [
      'says conditions in words',
      { type: 'string', not: { const: 'a' }, if: { minLength: 3 }, else: { const: 'b' } },
      {
        type: 'string',
        description:
          'Must also satisfy: {"else":{"const":"b"},"if":{"minLength":3}}. Must also satisfy: {"not":{"const":"a"}}.',
      },
    ],
    [
      'has false in words, and true as an empty schema',
      { type: 'object', properties: { a: false, b: true } },
      { type: 'object', properties: { a: { description: 'Must also satisfy: {"not":{}}.' }, b: {} } },
    ],
  ])('%s', (_, before, after) => {
    expect(translateProperty(before, geminiDialect)).toEqual(after);
  });

  it('has every definition under $defs, and no other keyword beside a $ref', () => {
    const { schema, changes } = translate(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'https://example.com/a',
        type: 'object',
        definitions: {
          node: {
            type: 'object',
            properties: { next: { $ref: '#/definitions/node', type: 'string' } },
          },
          unused: { type: 'string' },
        },
        properties: {
          a: { $ref: '#/definitions/node' },
          b: { $ref: '#/properties/c' },
          c: { type: 'string' },
        },
      },
      geminiDialect,
    );

    expect(schema).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/c_90f401' }, c: { type: 'string' } },
      $defs: {
        c_90f401: { type: 'string' },
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
      },
    });
    expect(listChanges(changes)).toEqual([
      'omitted  $id',
      'omitted  $schema',
      'omitted /definitions/node/properties/next type',
      'omitted /definitions/unused $defs',
    ]);
  });

  it('requires no property that leads back to its own schema', () => {
    const { schema, changes } = translate(
      {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' } },
        required: ['tree'],
        $defs: {
          tree: {
            type: 'object',
            properties: {
              label: { type: 'string' },
              children: { type: 'array', items: { $ref: '#/$defs/tree' } },
              owner: { type: 'object', properties: { tree: { $ref: '#/$defs/tree' } } },
            },
            required: ['label', 'children', 'owner'],
          },
        },
      },
      geminiDialect,
    );

    expect(schema.required).toEqual(['tree']);
    expect(schema.$defs).toMatchObject({
      tree: { required: ['label', 'owner'], description: 'Requires "children".' },
    });
    expect(listChanges(changes)).toEqual(['moved /$defs/tree required']);
  });

  it('wraps a reference that has a description', () => {
    const { properties, $defs } = translate(
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/text', description: 'A.', minLength: 2 }, b: { $ref: '#' } },
        $defs: { text: { type: 'string' } },
      },
      geminiDialect,
    ).schema;

    expect(properties).toEqual({
      a: { description: 'A.\nAt least 2 characters.', anyOf: [{ $ref: '#/$defs/text' }] },
      b: { $ref: '#' },
    });
    expect($defs).toEqual({ text: { type: 'string' } });
  });

  it('refuses values that would need too many words', () => {
    const values = Array.from({ length: 2_000 }, (_, at) => at % 2 === 0);

    expect(
      refusals(
        { type: 'object', properties: { a: { enum: [true, ...values.map(() => ({}))] } } },
        geminiDialect,
      ),
    ).toEqual(['/properties/a enum']);
  });

  it('leaves out a default that would need too many words', () => {
    const property = { type: 'string', default: 'x'.repeat(5_000) };
    const { schema, changes } = translate({ type: 'object', properties: { a: property } }, geminiDialect);

    expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(listChanges(changes)).toEqual(['omitted /properties/a default']);
  });
});

const fields = new Set([
  ...['anyOf', 'default', 'description', 'enum', 'example', 'format', 'items', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable'],
  ...['pattern', 'properties', 'propertyOrdering', 'required', 'title', 'type'],
]);

/** The keywords of a schema that are no fields of Google's `Schema`. */
function listStrangers(schema: JsonObject): string[] {
  const inner = [
    schema.items,
    ...((schema.anyOf ?? []) as JsonObject[]),
    ...Object.values(schema.properties ?? {}),
  ];
  return [
    ...Object.keys(schema).filter((keyword) => !fields.has(keyword)),
    ...inner.flatMap((part) => (part === undefined ? [] : listStrangers(part as JsonObject))),
  ];
}

describe('the dialect gemini-openapi', () => {
  it.each<Row>([
    ['has types in capitals', { type: 'integer', format: 'int32' }, { type: 'INTEGER', format: 'int32' }],
    ['has nullable', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [
      'has counts as text',
      { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 3 },
      { type: 'ARRAY', items: { type: 'STRING', minLength: '1' }, maxItems: '3' },
    ],
    [
      'has a union for several types, each with its own keywords',
      { type: ['string', 'integer', 'null'], minLength: 2, minimum: 1, description: 'Either.' },
      {
        anyOf: [
          { type: 'STRING', description: 'Either.', minLength: '2' },
          { type: 'INTEGER', description: 'Either.', minimum: 1 },
          { type: 'NULL', description: 'Either.' },
        ],
      },
    ],
    [
      'has nullable for a union with null',
      {
        anyOf: [{ type: 'string', description: 'B' }, { type: 'null' }],
        title: 'T',
        description: 'A',
        default: null,
      },
      { type: 'STRING', nullable: true, title: 'T', description: 'A\nDefault: null.\nB' },
    ],
    ['says a constant as an enum', { const: 'a' }, { type: 'STRING', enum: ['a'] }],
    [
      'says values that are no texts in words',
      { type: 'integer', enum: [1, 2] },
      { type: 'INTEGER', description: 'One of 1, 2.' },
    ],
    ['says an empty text in words', { enum: ['', 'a'] }, { type: 'STRING', description: 'One of "", "a".' }],
    ['lists texts beside null', { enum: ['a', null] }, { type: 'STRING', nullable: true, enum: ['a'] }],
    [
      'says oneOf as anyOf',
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }] },
    ],
    [
      'says other properties in words',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'OBJECT', description: 'Other properties must satisfy: {"type":"string"}.' },
    ],
    [
      'says other formats in words',
      { type: 'string', format: 'email' },
      { type: 'STRING', description: 'Format: email.' },
    ],
    [
      'says what a value of any type is',
      { description: 'Any.' },
      {
        anyOf: ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT']
          .map((type): object => ({ type, description: 'Any.' }))
          .concat([{ type: 'ARRAY', description: 'Any.', items: { type: 'STRING' } }]),
      },
    ],
    [
      'takes the type that keywords are for',
      { properties: { a: { type: 'null' } } },
      { type: 'OBJECT', properties: { a: { type: 'NULL' } } },
    ],
  ])('%s', (_, before, after) => {
    expect(translateProperty(before, geminiOpenApiDialect)).toEqual(after);
  });

  it('takes all types that keywords are for', () => {
    const property = { properties: { a: { type: 'null' } }, items: { type: 'string' }, format: 'date-time' };

    expect(translateProperty(property, geminiOpenApiDialect)).toEqual({
      anyOf: [
        { type: 'OBJECT', properties: { a: { type: 'NULL' } } },
        { type: 'ARRAY', items: { type: 'STRING' } },
      ],
    });
  });

  it('reports a wider union', () => {
    const schema = { type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { minLength: 2 }] } } };

    expect(listChanges(translate(schema, geminiOpenApiDialect).changes)).toContain(
      'widened /properties/a oneOf',
    );
  });

  it('replaces references, and says in words where they lead back', () => {
    const { schema, changes } = translate(
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/node', description: 'The first.' } },
        $defs: {
          node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'string' } } },
        },
      },
      geminiOpenApiDialect,
    );

    expect(schema).toEqual({
      type: 'OBJECT',
      properties: {
        a: {
          type: 'OBJECT',
          description: 'The first.',
          properties: {
            next: { type: 'OBJECT', description: 'The same as "node" again.' },
            v: { type: 'STRING' },
          },
        },
      },
    });
    expect(listChanges(changes)).toEqual([
      'omitted /$defs/node $defs',
      'rewritten /$defs/node/properties/next $ref',
      'widened /$defs/node/properties/next $ref',
      'rewritten /properties/a $ref',
    ]);
  });

  it('describes at the root what only branches of the root describe', () => {
    const branch = (kind: string, rest: JsonObject) => ({
      properties: { kind: { const: kind }, ...rest },
      required: ['kind'],
    });
    const { schema, changes } = translate(
      {
        type: 'object',
        oneOf: [branch('a', { x: { type: 'string' } }), branch('b', { x: { type: 'string' }, y: {} })],
      },
      geminiOpenApiDialect,
    );

    expect(schema.properties).toMatchObject({
      kind: {
        anyOf: [
          { type: 'STRING', enum: ['a'] },
          { type: 'STRING', enum: ['b'] },
        ],
      },
      x: { type: 'STRING' },
      y: {},
    });
    expect(schema.description).toContain('"oneOf"');
    expect(listChanges(changes)).toEqual([
      'moved  oneOf',
      'rewritten  properties',
      'rewritten /oneOf/0/properties/kind const',
      'rewritten /oneOf/0/properties/kind type',
      'rewritten /oneOf/1/properties/kind const',
      'rewritten /oneOf/1/properties/kind type',
      'narrowed /oneOf/1/properties/y type',
    ]);
  });

  it('leaves nothing that is no field of a Schema', () => {
    const { schema, codec } = translate(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: {
          $top: { type: 'integer', multipleOf: 2, 'x-secret': true },
          b: { type: 'array', prefixItems: [{}], contains: {}, items: false },
          c: { if: {}, else: {}, not: {}, dependentRequired: { a: ['b'] }, patternProperties: { a: {} } },
        },
        propertyOrdering: ['$top'],
        anyOf: [{ required: ['b'] }, { required: ['c'] }],
      },
      geminiOpenApiDialect,
    );

    expect(listStrangers(schema)).toEqual([]);
    expect(Object.keys(schema.properties as JsonObject)[0]).toMatch(/^_top_[0-9a-f]{10}$/);
    expect(codec?.decode(codec.encode({ $top: 4 }))).toEqual({ $top: 4 });
  });

  it('takes no name that is illegal there, not even one that is only required', () => {
    const { schema, codec, changes } = translate(
      { type: 'object', properties: { ok: { type: 'string' } }, required: ['my key'] },
      geminiOpenApiDialect,
    );
    const [, key = ''] = Object.keys(schema.properties as JsonObject);

    expect(key).toMatch(/^my_key_[0-9a-f]{10}$/);
    expect(schema.required).toEqual([key]);
    expect(codec?.decode({ [key]: 1 })).toEqual({ 'my key': 1 });
    expect(listChanges(changes)).toContain('renamed  required');
  });
});

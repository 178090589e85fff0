import { describe, expect, it } from 'vitest';
import {
  accepts,
  closed,
  freeze,
  listChanges,
  refusals,
  translate,
  translateProperty,
  withProperty,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { anthropicStrictDialect, bedrockStrictDialect, openaiStrictDialect } from './dialects.ts';

type Row = [title: string, before: unknown, after: unknown];

const exact = { isExact: true };

describe.each([openaiStrictDialect, anthropicStrictDialect, bedrockStrictDialect])(
  'the dialect $id',
  (dialect) => {
    it.each<Row>([
      ['keeps plain schemas', { type: 'string', title: 'T' }, { type: 'string', title: 'T' }],
      ['keeps several types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
      [
        'keeps values and says their type',
        { enum: ['a', 1, null] },
        { type: ['string', 'integer', 'null'], enum: ['a', 1, null] },
      ],
      [
        'leaves out values of another type',
        { type: 'string', enum: ['a', 1] },
        { type: 'string', enum: ['a'] },
      ],
      ['keeps a known format', { type: 'string', format: 'uuid' }, { type: 'string', format: 'uuid' }],
      [
        'says another format in words',
        { type: 'string', format: 'iri' },
        { type: 'string', description: 'Format: iri.' },
      ],
      [
        'says a default in words',
        { type: 'integer', default: 5 },
        { type: 'integer', description: 'Default: 5.' },
      ],
      [
        'closes objects',
        { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] },
        closed({ a: { type: 'null' } }),
      ],
      [
        'takes the type that keywords are for',
        { properties: { a: { type: 'null' } }, required: ['a'] },
        closed({ a: { type: 'null' } }),
      ],
      [
        'leaves out a property that is forbidden',
        { type: 'object', properties: { a: false, b: { type: 'null' } }, required: ['b'] },
        closed({ b: { type: 'null' } }),
      ],
      [
        'has nothing against an object without properties that says so',
        { type: 'object', additionalProperties: false },
        expect.objectContaining({ properties: {} }),
      ],
      [
        'says unevaluatedProperties as additionalProperties',
        {
          type: 'object',
          properties: { a: { type: 'null' } },
          required: ['a'],
          unevaluatedProperties: false,
        },
        closed({ a: { type: 'null' } }),
      ],
      [
        'takes an allOf of one for what it holds',
        { allOf: [{ type: 'string' }], description: 'D' },
        { type: 'string', description: 'D' },
      ],
      [
        'merges objects of an allOf',
        {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
            { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
          ],
        },
        closed({ a: { type: 'string' }, b: { type: 'string' } }),
      ],
      [
        'says a oneOf of different types as anyOf',
        { oneOf: [{ type: 'string' }, { type: 'null' }, { enum: [true] }] },
        { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'boolean', enum: [true] }] },
      ],
      [
        'says a oneOf of marked objects as anyOf',
        {
          oneOf: ['a', 'b'].map((kind) => ({
            type: 'object',
            properties: { kind: { const: kind } },
            required: ['kind'],
          })),
        },
        { anyOf: ['a', 'b'].map((kind) => closed({ kind: { type: 'string', const: kind } })) },
      ],
      [
        'says a oneOf of objects that need different properties as anyOf',
        {
          oneOf: ['a', 'b'].map((name) => ({
            type: 'object',
            properties: { [name]: { type: 'string' } },
            required: [name],
          })),
        },
        { anyOf: ['a', 'b'].map((name) => closed({ [name]: { type: 'string' } })) },
      ],
      [
        'says what stands beside a union in its branches',
        {
          type: 'object',
          properties: { a: { type: 'null' } },
          required: ['a'],
          anyOf: [{ properties: { b: { type: 'null' } }, required: ['b'] }, { required: ['a'] }],
        },
        { anyOf: [closed({ a: { type: 'null' }, b: { type: 'null' } }), closed({ a: { type: 'null' } })] },
      ],
      [
        'has lists of counted items as far as they are bound to one',
        { type: 'array', items: { type: 'string' }, minItems: 1 },
        { type: 'array', items: { type: 'string' }, minItems: 1 },
      ],
    ])('%s', (_, before, after) => {
      expect(translateProperty(before, dialect, exact)).toEqual(after);
    });

    it.each<[string, unknown, string]>([
      ['a length', { type: 'string', maxLength: 3 }, '/properties/it maxLength'],
      [
        'a map',
        { type: 'object', additionalProperties: { type: 'string' } },
        '/properties/it additionalProperties',
      ],
      [
        'an open object',
        { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: true },
        '/properties/it additionalProperties',
      ],
      ['an object that says no properties', { type: 'object' }, '/properties/it properties'],
      ['an object that may have anything', { type: 'object', properties: {} }, '/properties/it properties'],
      [
        'names by pattern',
        { type: 'object', properties: { a: { type: 'null' } }, patternProperties: { '^b': {} } },
        '/properties/it patternProperties',
      ],
      [
        'a property that it cannot send',
        { type: 'object', properties: { a: { type: 'null' } }, required: ['b'] },
        '/properties/it required',
      ],
      ['a schema that says nothing', {}, '/properties/it type'],
      ['a schema that only tells', { description: 'Anything.' }, '/properties/it type'],
      ['true', true, '/properties/it type'],
      ['false', { type: 'array', items: false }, '/properties/it/items '],
      ['a list of anything', { type: 'array' }, '/properties/it items'],
      [
        'a tuple',
        { type: 'array', prefixItems: [{ type: 'string' }], items: false },
        '/properties/it prefixItems',
      ],
      [
        'items that differ',
        { type: 'array', items: { type: 'string' }, uniqueItems: true },
        '/properties/it uniqueItems',
      ],
      [
        'an item that must be there',
        { type: 'array', items: { type: 'string' }, contains: { const: 'a' } },
        '/properties/it contains',
      ],
      ['a value that is not allowed', { type: 'string', not: { const: 'a' } }, '/properties/it not'],
      ['a condition', { type: 'string', if: { const: 'a' }, else: { const: 'b' } }, '/properties/it if'],
      [
        'properties that need others',
        {
          type: 'object',
          properties: { a: { type: 'null' }, b: { type: 'null' } },
          dependentRequired: { a: ['b'] },
        },
        '/properties/it dependentRequired',
      ],
      [
        'branches that may overlap',
        { oneOf: [{ type: 'integer' }, { type: 'number' }] },
        '/properties/it oneOf',
      ],
      [
        'open branches that may overlap',
        {
          oneOf: [
            { type: 'object', properties: { a: { type: 'null' } } },
            { type: 'object', properties: { b: { type: 'null' } }, required: ['b'] },
          ],
        },
        '/properties/it oneOf',
      ],
      [
        'branches whose own branches may overlap',
        {
          oneOf: [
            {
              type: 'object',
              properties: { a: { type: 'null' } },
              required: ['a'],
              anyOf: [{ properties: { b: { type: 'null' } } }, { properties: { c: { type: 'null' } } }],
            },
            { type: 'object', properties: { b: { type: 'null' } }, required: ['b'] },
          ],
        },
        '/properties/it oneOf',
      ],
      [
        'a value that is an object',
        { enum: [{ a: 1 }], type: 'object', properties: { a: { type: 'integer' } } },
        '/properties/it enum',
      ],
      ['no value at all', { type: 'string', enum: [] }, '/properties/it enum'],
      [
        'types that exclude each other',
        { allOf: [{ type: 'string' }, { type: 'integer' }] },
        '/properties/it/allOf/1 type',
      ],
      [
        'parts that forbid each other',
        {
          allOf: [
            { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: false },
            { properties: { b: { type: 'null' } } },
          ],
        },
        '/properties/it/allOf/0/additionalProperties additionalProperties',
      ],
      [
        'two patterns',
        { allOf: [{ type: 'string', pattern: 'a' }, { pattern: 'b' }] },
        '/properties/it/allOf/1 pattern',
      ],
    ])('refuses %s, and says where', (_, property, reason) => {
      expect(refusals(withProperty(property), dialect, exact)).toEqual([reason]);
    });

    it('lists everything that keeps a schema from being strict', () => {
      const schema = withProperty(
        { type: 'string', maxLength: 3 },
        { minProperties: 2, not: { required: ['a'] } },
      );

      expect(refusals(schema, dialect, exact)).toEqual(
        ['/properties/it maxLength', ' minProperties', ' not'].sort(),
      );
    });

    it.each<[string, object, string]>([
      ['a closing', { unevaluatedProperties: false }, 'unevaluatedProperties'],
      ['a schema', { unevaluatedProperties: { type: 'string' } }, 'unevaluatedProperties'],
      ['needed properties', { dependentRequired: { a: ['b'] } }, 'dependentRequired'],
      [
        'the same twice',
        { allOf: [{ unevaluatedProperties: false }, { unevaluatedProperties: true }] },
        'unevaluatedProperties',
      ],
    ])('leaves out keywords of another draft, which mean nothing: %s', (_, rest, keyword) => {
      const $schema = 'http://json-schema.org/draft-07/schema#';
      const properties = { a: { type: 'string' } };
      const own = { $schema, type: 'object', properties, required: ['a'], ...rest };
      const { schema, changes } = translate(own, dialect, exact);

      expect(schema).toEqual(closed(properties));
      expect(changes.some((change) => change.keyword === keyword && change.action === 'omitted')).toBe(true);
      expect(listChanges(changes)).toContain('narrowed  additionalProperties');
    });

    it('tells the truth about titles and defaults that are there twice', () => {
      const allOf = [
        { type: 'string', title: 'A', format: 'date', default: 'x' },
        { title: 'B', format: 'time', default: 'x' },
      ];
      const omitted = translate(withProperty({ allOf }), dialect, exact).changes.filter(
        ({ action }) => action === 'omitted',
      );

      expect(omitted.map(({ detail }) => detail)).toEqual([
        'default says nothing that is not said already.',
        'format is there more than once for the same value, and only the first one is used.',
        'title is there more than once for the same value, and only the first one is used.',
      ]);
    });

    it('takes counts that closed objects keep anyway', () => {
      const schema = withProperty(
        { type: 'string' },
        { minProperties: 1, maxProperties: 1, dependentRequired: { a: ['it'] } },
      );

      expect(refusals(schema, dialect, exact)).toEqual([]);
    });

    it('closes the root of a tool that has no parameters', () => {
      expect(translate({ type: 'object', properties: {} }, dialect, exact).schema).toMatchObject({
        type: 'object',
        properties: {},
        additionalProperties: false,
      });
      expect(refusals({ type: 'object' }, dialect, exact)).toEqual([' properties']);
      expect(refusals({ type: 'object' }, dialect)).toEqual([' properties']);
    });

    it('has no union at the root', () => {
      const schema = {
        ...closed({ a: { type: 'null' }, b: { type: 'null' } }),
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      };

      expect(refusals(schema, dialect, exact)).toEqual([' anyOf']);
      expect(translate(schema, dialect).schema.description).toBe('Requires at least one of these: "a"; "b".');
    });

    it('puts bounds into words if only the shape has to be right', () => {
      const property = {
        type: 'string',
        minLength: 2,
        maxLength: 4,
        not: { const: 'abc' },
        description: 'D',
      };

      expect(translateProperty(property, dialect)).toEqual({
        type: 'string',
        description:
          'D\nAt least 2 characters, at most 4 characters. Must also satisfy: {"not":{"const":"abc"}}.',
      });
    });

    it.each<[string, unknown, string]>([
      [
        'a map',
        { type: 'object', additionalProperties: { type: 'string' } },
        '/properties/it additionalProperties',
      ],
      ['anything', {}, '/properties/it type'],
      [
        'a condition that describes more properties',
        {
          type: 'object',
          properties: { a: { type: 'string' } },
          if: { required: ['a'] },
          else: { properties: { b: {} } },
        },
        '/properties/it if',
      ],
      [
        'a dependency that describes more properties',
        {
          type: 'object',
          properties: { a: { type: 'string' } },
          dependentSchemas: { a: { properties: { b: {} } } },
        },
        '/properties/it dependentSchemas',
      ],
    ])('still refuses %s then', (_, property, reason) => {
      expect(refusals(withProperty(property), dialect)).toEqual([reason]);
    });

    it('says a condition on known properties in words then', () => {
      const property = {
        ...closed({ a: { type: 'string' } }),
        if: { properties: { a: { const: 'x' } } },
        else: { required: ['a'] },
      };

      expect(translateProperty(property, dialect)).toMatchObject({
        description: expect.stringContaining('"if"'),
      });
    });

    it('says that a union became wider then', () => {
      const schema = withProperty({ oneOf: [{ type: 'integer' }, { type: 'number' }] });

      expect(listChanges(translate(schema, dialect).changes)).toContain('widened /properties/it oneOf');
    });

    it('reports what an object loses by being closed', () => {
      const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

      expect(listChanges(translate(schema, dialect, exact).changes)).toEqual([
        'narrowed  additionalProperties',
      ]);
    });

    it('has definitions under $defs', () => {
      const { schema } = translate(
        withProperty(
          { $ref: '#/definitions/name' },
          {
            $schema: 'http://json-schema.org/draft-07/schema#',
            definitions: { name: { type: 'string', examples: ['Ada'] } },
          },
        ),
        dialect,
        exact,
      );

      expect(schema).toEqual({
        ...closed({ it: { $ref: '#/$defs/name' } }),
        $defs: { name: { type: 'string', description: 'Examples: "Ada".' } },
      });
    });
  },
);

describe('a strict schema', () => {
  it('is a schema by our own reading, and frozen', () => {
    const { schema } = translate(
      withProperty({ type: 'array', items: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } }),
      openaiStrictDialect,
      exact,
    );

    expect(accepts(schema)({ it: ['a'] })).toBe(true);
    expect(accepts(schema)({ it: [1] })).toBe(false);
    expect(freeze(schema)).toEqual(schema);
    expect(Object.isFrozen((schema.$defs as JsonObject).a)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import {
  accepts,
  freeze,
  listChanges,
  refusals,
  translate,
  translateProperty,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { anthropicStrictDialect, bedrockStrictDialect, openaiStrictDialect } from './dialects.ts';
import { translateSchema } from './translate-schema.ts';

type Row = [title: string, before: unknown, after: unknown];

const exact = { isExact: true };

/** A schema with one property that is always there, in an object that is closed. */
function withProperty(property: unknown, rest: object = {}): object {
  const properties = { it: property };
  return { type: 'object', properties, required: ['it'], additionalProperties: false, ...rest };
}

const closed = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

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

describe('the dialect openai-strict', () => {
  it.each<Row>([
    [
      'keeps bounds of numbers',
      { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5, maximum: 3 },
      { type: 'number', exclusiveMinimum: 0, maximum: 3, multipleOf: 0.5 },
    ],
    ['keeps patterns', { type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a+$' }],
    [
      'keeps counts of items',
      { type: 'array', items: { type: 'null' }, minItems: 2, maxItems: 3 },
      { type: 'array', items: { type: 'null' }, minItems: 2, maxItems: 3 },
    ],
  ])('%s', (_, before, after) => {
    expect(translateProperty(before, openaiStrictDialect, exact)).toEqual(after);
  });

  it('takes the stricter of two bounds', () => {
    const property = { type: 'integer', minimum: 1, allOf: [{ minimum: 3, maximum: 9 }, { maximum: 5 }] };

    expect(translateProperty(property, openaiStrictDialect, exact)).toEqual({
      type: 'integer',
      minimum: 3,
      maximum: 5,
    });
  });

  it('reads draft-07 as draft-07: nothing counts beside a reference', () => {
    const { schema, changes } = translate(
      withProperty(
        { $ref: '#/definitions/name', maxLength: 3, description: 'D' },
        {
          $schema: 'http://json-schema.org/draft-07/schema#',
          definitions: { name: { type: 'string', prefixItems: [true] } },
        },
      ),
      openaiStrictDialect,
      exact,
    );

    expect(schema).toEqual({
      ...closed({ it: { description: 'D', anyOf: [{ $ref: '#/$defs/name' }] } }),
      $defs: { name: { type: 'string' } },
    });
    expect(listChanges(changes)).toContain('omitted /properties/it maxLength');
  });

  it('finds what references lead to by name and by address', () => {
    const { schema } = translate(
      {
        ...closed({ a: { $ref: '#here' }, b: { $ref: 'other.json#/$defs/x' } }),
        $id: 'https://example.com/root.json',
        $defs: {
          one: { $anchor: 'here', type: 'string' },
          two: { $id: 'other.json', $defs: { x: { type: 'integer' } } },
        },
      },
      openaiStrictDialect,
      exact,
    );

    expect(schema.properties).toEqual({
      a: { $ref: '#/$defs/one' },
      b: { $ref: expect.stringMatching(/^#\/\$defs\/x_[0-9a-f]{6}$/) },
    });
    expect(Object.values(schema.$defs as JsonObject)).toEqual([{ type: 'string' }, { type: 'integer' }]);
  });

  it.each(['^(?=a)', '^(?!a)', '(?<=a)b', '(?<!a)b'])(
    'refuses the pattern %s, which looks around',
    (pattern) => {
      expect(refusals(withProperty({ type: 'string', pattern }), openaiStrictDialect, exact)).toEqual([
        '/properties/it pattern',
      ]);
    },
  );

  it.each<Row>([
    ['a type', { type: 'string' }, { type: ['string', 'null'] }],
    ['values', { type: 'string', enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['a constant', { const: 1 }, { type: ['integer', 'null'], enum: [1, null] }],
    [
      'a union',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    ['a reference', { $ref: '#/$defs/a' }, { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] }],
    [
      'what is null by default',
      { type: ['string', 'null'], default: null },
      { type: ['string', 'null'], description: 'Default: null.' },
    ],
    ['a reference to what is null by default', { $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }],
  ])('lets null stand for a missing property: %s', (_, before, after) => {
    const $defs = { a: { type: 'string' }, b: { type: ['string', 'null'], default: null } };
    const { schema, changes } = translate(
      { type: 'object', properties: { a: before }, additionalProperties: false, $defs },
      openaiStrictDialect,
      exact,
    );

    expect(schema).toMatchObject({ properties: { a: after }, required: ['a'] });
    expect(listChanges(changes)).toContain('rewritten  required');
  });

  it('takes the nulls away that the tool does not accept, and adds them again', () => {
    const { codec } = translate(
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: ['string', 'null'], default: null },
          c: { type: 'array', items: { type: 'object', properties: { d: { type: 'integer', default: 3 } } } },
        },
        required: ['c'],
      },
      openaiStrictDialect,
      exact,
    );

    expect(codec?.decode({ a: null, b: null, c: [{ d: null }, { d: 1 }] })).toEqual({
      b: null,
      c: [{}, { d: 1 }],
    });
    expect(codec?.encode({ c: [{}, { d: 1 }] })).toEqual({
      c: [{ d: null }, { d: 1 }],
      a: null,
      b: null,
    });
  });

  it.each<[string, object]>([
    ['says it accepts null', { type: ['string', 'null'] }],
    ['accepts null by reference', { $ref: '#/$defs/text' }],
    ['is something else by default', { type: ['string', 'null'], default: 'x' }],
  ])('refuses a property that may be null or left out if it has to be exact: it %s', (_, a) => {
    const properties = { a, b: { type: 'string' } };
    const $defs = { text: { type: ['string', 'null'] } };
    const schema = { type: 'object', properties, additionalProperties: false, $defs };
    const outcome = translateSchema(freeze(schema), openaiStrictDialect, exact);

    expect(outcome).toMatchObject({
      ok: false,
      reasons: [{ detail: '"a" may be null or left out, which strict arguments cannot tell apart.' }],
    });
  });

  it('reports what cannot be left out any more, and sends null for it', () => {
    const properties = { a: { type: ['string', 'null'] }, b: { type: 'string' } };
    const schema = { type: 'object', properties, additionalProperties: false };
    const { changes, codec } = translate(schema, openaiStrictDialect);

    expect(changes.map(({ action, detail }) => `${action}: ${detail}`)).toEqual([
      'narrowed: These cannot be left out any more, only null: "a".',
      'rewritten: Null stands for a property that is left out: "b".',
    ]);
    expect(codec?.encode({})).toEqual({ a: null, b: null });
    expect(codec?.decode({ a: null, b: null })).toEqual({ a: null });
  });

  it('adds null where nothing but a default of null may be left out', () => {
    const properties = { a: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null } };
    const { codec } = translate({ type: 'object', properties }, openaiStrictDialect, exact);

    expect(codec?.encode({})).toEqual({ a: null });
    expect(codec?.decode({ a: null })).toEqual({ a: null });
  });

  it.each<[string, object]>([
    ['null', { type: ['object', 'null'] }],
    ['anything', {}],
  ])('does not hide that the root, which schemas refer to, accepts %s', (_, type) => {
    const schema = { ...closed({ next: { $ref: '#' } }), type: undefined, ...type };
    const own = JSON.parse(JSON.stringify(schema));

    expect(refusals(own, openaiStrictDialect, exact)).toEqual([' type']);
    expect(listChanges(translate(own, openaiStrictDialect).changes)).toContain('narrowed  type');
  });

  it('has nothing against a root that accepts null if no schema refers to it', () => {
    const schema = { ...closed({ a: { type: 'null' } }), type: ['object', 'null'] };

    expect(listChanges(translate(schema, openaiStrictDialect, exact).changes)).toEqual(['rewritten  type']);
  });

  it.each([true, false])(
    'gives arguments back that are too deep to be followed (encoded: %s)',
    (isEncoded) => {
      const properties = {
        a: { type: 'string' },
        next: { anyOf: [{ $ref: '#' }, closed({ b: { type: 'string' } }, [])] },
      };
      const schema = { type: 'object', properties, additionalProperties: false };
      const { codec } = translate(schema, openaiStrictDialect, exact);
      let args: JsonObject = {};
      for (let depth = 0; depth < 50_000; depth++) args = { next: args };

      expect((isEncoded ? codec?.encode(args) : codec?.decode(args)) === args).toBe(true);
    },
  );

  it('compares branches by lists of values', () => {
    const branch = (values: string[]) => ({
      type: 'object',
      properties: { kind: { enum: values }, value: { type: 'string' } },
      required: ['kind'],
    });
    const apart = withProperty({ oneOf: [branch(['a', 'b']), branch(['c']), branch(['d', 'e'])] });
    const overlapping = withProperty({ oneOf: [branch(['a', 'b']), branch(['c']), branch(['d', 'b'])] });

    expect(refusals(apart, openaiStrictDialect, exact)).toEqual([]);
    expect(refusals(overlapping, openaiStrictDialect, exact)).toEqual(['/properties/it oneOf']);
  });

  it('has recursive definitions, and a codec that follows them', () => {
    const { schema, codec } = translate(
      {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' }, again: { $ref: '#' } },
        required: ['tree'],
        $defs: {
          tree: {
            type: 'object',
            properties: { left: { $ref: '#/$defs/tree' }, label: { type: 'string' } },
            required: ['label'],
          },
        },
      },
      openaiStrictDialect,
      exact,
    );

    expect(schema.properties).toEqual({
      tree: { $ref: '#/$defs/tree' },
      again: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
    });
    expect(codec?.decode({ tree: { left: { left: null, label: 'b' }, label: 'a' }, again: null })).toEqual({
      tree: { left: { label: 'b' }, label: 'a' },
    });
  });

  it('wraps a reference that has a description', () => {
    const schema = withProperty(
      { $ref: '#/$defs/a', description: 'D' },
      { $defs: { a: { type: 'string' } } },
    );

    expect(translate(schema, openaiStrictDialect, exact).schema.properties).toEqual({
      it: { description: 'D', anyOf: [{ $ref: '#/$defs/a' }] },
    });
  });

  it('tells branches apart by their properties and by their marks', () => {
    const branch = (kind: string, rest: JsonObject) => ({
      type: 'object',
      properties: { kind: { const: kind }, value: rest },
      required: ['kind'],
    });
    const { codec } = translate(
      withProperty({
        anyOf: [branch('a', { type: 'string' }), branch('b', { type: ['string', 'null'], default: null })],
      }),
      openaiStrictDialect,
      exact,
    );

    expect(codec?.decode({ it: { kind: 'a', value: null } })).toEqual({ it: { kind: 'a' } });
    expect(codec?.decode({ it: { kind: 'b', value: null } })).toEqual({ it: { kind: 'b', value: null } });
  });

  it('refuses branches in which null would mean two things', () => {
    const branch = (value: JsonObject, required: string[]) => ({
      type: 'object',
      properties: { value },
      required,
    });
    const schema = withProperty({
      anyOf: [branch({ type: 'string' }, []), branch({ type: 'null' }, ['value'])],
    });

    expect(refusals(schema, openaiStrictDialect, exact)).toEqual(['/properties/it anyOf']);
    expect(refusals(schema, anthropicStrictDialect, exact)).toEqual([]);
  });
});

describe('the dialect anthropic-strict', () => {
  it.each(['pattern', 'minimum', 'maximum', 'multipleOf', 'maxItems'])('refuses %s', (keyword) => {
    const property = {
      type: ['string', 'integer', 'array'],
      items: { type: 'null' },
      [keyword]: keyword === 'pattern' ? 'a' : 2,
    };

    expect(refusals(withProperty(property), anthropicStrictDialect, exact)).toEqual([
      `/properties/it ${keyword}`,
    ]);
  });

  it('keeps a list that must not be empty, and refuses longer ones', () => {
    const list = { type: 'array', items: { type: 'string' } };

    expect(translateProperty({ ...list, minItems: 1 }, anthropicStrictDialect, exact)).toEqual({
      ...list,
      minItems: 1,
    });
    expect(refusals(withProperty({ ...list, minItems: 2 }), anthropicStrictDialect, exact)).toEqual([
      '/properties/it minItems',
    ]);
  });

  it('has a union for several types that have keywords of their own', () => {
    const property = { type: ['object', 'null'], properties: { a: { type: 'null' } }, required: ['a'] };

    expect(translateProperty(property, anthropicStrictDialect, exact)).toEqual({
      anyOf: [closed({ a: { type: 'null' } }), { type: 'null' }],
    });
    expect(translateProperty({ type: ['string', 'null'] }, anthropicStrictDialect, exact)).toEqual({
      type: ['string', 'null'],
    });
    expect(
      translateProperty({ type: ['string', 'null'], format: 'date', default: null }, anthropicStrictDialect),
    ).toEqual({
      description: 'Default: null.',
      anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
    });
  });

  it('leaves optional properties optional, and needs no codec for them', () => {
    const { schema, codec, cost } = translate(
      { type: 'object', properties: { a: { type: 'string' } } },
      anthropicStrictDialect,
      exact,
    );

    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
    expect(codec).toBeUndefined();
    expect(cost.optionalParameters).toBe(1);
  });

  it('refuses a schema that leads back to itself', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#/$defs/tree' } } };

    expect(
      refusals(withProperty({ $ref: '#/$defs/tree' }, { $defs: { tree } }), anthropicStrictDialect),
    ).toEqual(['/$defs/tree/properties/next $ref']);
    expect(refusals(withProperty({ $ref: '#' }), anthropicStrictDialect)).toEqual(['/properties/it $ref']);
  });

  it('copies what a reference with a description refers to, which is no union', () => {
    const schema = withProperty(
      { $ref: '#/$defs/a', description: 'D' },
      { $defs: { a: { type: 'string', description: 'A' } } },
    );
    const { schema: strict, cost } = translate(schema, anthropicStrictDialect, exact);

    expect(strict).toEqual(closed({ it: { type: 'string', description: 'D\nA' } }));
    expect(cost.unions).toBe(0);
  });

  it('makes names of properties legal, in words too', () => {
    const schema = { type: 'object', properties: { 'a b': { type: 'string' } }, not: { required: ['a b'] } };
    const { schema: strict, codec } = translate(schema, anthropicStrictDialect);
    const [name = ''] = Object.keys(strict.properties as JsonObject);

    expect(strict.description).toBe(`Must also satisfy: {"not":{"required":["${name}"]}}.`);
    expect(codec?.decode({ [name]: 'x' })).toEqual({ 'a b': 'x' });
  });
});

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

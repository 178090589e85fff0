import { describe, expect, it } from 'vitest';
import {
  closed,
  freeze,
  listChanges,
  refusals,
  translate,
  translateProperty,
  withProperty,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { anthropicStrictDialect, openaiStrictDialect } from './dialects.ts';
import { translateSchema } from './translate-schema.ts';

type Row = [title: string, before: unknown, after: unknown];

const exact = { isExact: true };

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

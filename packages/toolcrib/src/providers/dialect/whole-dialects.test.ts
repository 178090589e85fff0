import { describe, expect, it } from 'vitest';
import {
  accepts,
  freeze,
  listChanges,
  refusals,
  translate,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { anthropicDialect, bedrockDialect, openaiDialect } from './dialects.ts';
import { translateSchema } from './translate-schema.ts';

const rich = freeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Everything',
  type: 'object',
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  properties: {
    node: { $ref: '#/$defs/node', description: 'With a sibling.' },
    list: { type: 'array', items: true, prefixItems: [{ const: 1 }], uniqueItems: true },
    'a.b-c_1': { oneOf: [{ type: 'string', pattern: '^a' }, { not: { type: 'string' } }], default: 'x' },
  },
  patternProperties: { '^x-': { type: 'string' } },
  dependentRequired: { node: ['list'] },
  'x-vendor': { any: 'thing' },
});

const dialects = [anthropicDialect, bedrockDialect, openaiDialect];

describe.each(dialects)('the dialect $id', (dialect) => {
  it('gives back the same object where it has nothing to change', () => {
    const { schema, changes, codec } = translate(rich, dialect);

    expect(translateSchema(rich, dialect, { isExact: false })).toMatchObject({ ok: true });
    expect(JSON.stringify(schema)).toBe(JSON.stringify(rich));
    expect(changes).toEqual([]);
    expect(codec).toBeUndefined();
  });

  it('keeps the identity of a schema, so that nothing is made twice', () => {
    const outcome = translateSchema(rich, dialect, { isExact: false });

    expect(outcome.ok && outcome.translation.schema).toBe(rich);
  });

  it('says that arguments are objects', () => {
    const { schema, changes } = translate({ properties: { a: { type: 'string' } } }, dialect);

    expect(schema).toEqual({ properties: { a: { type: 'string' } }, type: 'object' });
    expect(listChanges(changes)).toEqual(['rewritten  type']);
    expect(translate({ type: ['object', 'null'], properties: {} }, dialect).schema.type).toBe('object');
    expect(refusals({ type: 'string' }, dialect)).toEqual([' type']);
    expect(refusals({ type: ['string', 'null'] }, dialect)).toEqual([' type']);
  });

  it('says combinations of the root in its description, and leaves the others', () => {
    const { schema, changes } = translate(
      {
        type: 'object',
        description: 'Finds.',
        properties: { a: { anyOf: [{ type: 'string' }] }, b: {} },
        anyOf: [{ required: ['a'] }, { required: ['b', 'a'] }],
        allOf: [{ maxProperties: 3 }],
      },
      dialect,
    );

    expect(schema).toEqual({
      type: 'object',
      description:
        'Finds.\nRequires at least one of these: "a"; "b" and "a". Must also satisfy: {"allOf":[{"maxProperties":3}]}.',
      properties: { a: { anyOf: [{ type: 'string' }] }, b: {} },
    });
    expect(listChanges(changes)).toEqual(['moved  allOf', 'moved  anyOf']);
  });

  it('refuses a combination of the root that is too long for words', () => {
    const oneOf = Array.from({ length: 400 }, (_, at) => ({
      required: [`property${at}`],
      minProperties: at,
    }));

    expect(refusals({ type: 'object', properties: {}, oneOf }, dialect)).toEqual([' oneOf']);
  });

  it('refuses a combination of the root that something else refers to', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/anyOf/0' } },
      anyOf: [{ type: 'object' }, { minProperties: 1 }],
    };

    expect(refusals(schema, dialect)).toEqual(['/properties/a/$ref ']);
  });

  it('says the tuples of draft-07 as 2020-12 does', () => {
    const { schema, changes } = translate(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {
          pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
        },
      },
      dialect,
    );

    expect(schema.properties).toEqual({
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    });
    expect(schema.$schema).toBeUndefined();
    expect(listChanges(changes)).toEqual(['omitted  $schema', 'rewritten /properties/pair items']);
  });
});

describe.each(dialects)('the root of a schema in $id', (dialect) => {
  const parts = [{ properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'object' }];

  it('says itself what an allOf says of further properties', () => {
    const { schema, changes } = translate(
      { type: 'object', properties: { b: {} }, allOf: parts, unevaluatedProperties: false },
      dialect,
    );

    expect(schema).toEqual({
      type: 'object',
      properties: { b: {}, a: { type: 'string' } },
      required: ['a'],
      unevaluatedProperties: false,
    });
    expect(listChanges(changes)).toEqual(['rewritten  allOf']);
  });

  it.each<[string, JsonObject]>([
    ['describes a property twice', { properties: { a: { minLength: 1 } }, allOf: parts }],
    ['is about additional properties', { allOf: parts, properties: {}, additionalProperties: false }],
    ['says something else', { properties: {}, allOf: [...parts, { minProperties: 1 }] }],
  ])('leaves an allOf to words that %s', (_, root) => {
    const { schema, changes } = translate({ type: 'object', ...root }, dialect);

    expect(schema).toMatchObject({ properties: root.properties as JsonObject });
    expect(listChanges(changes)).toEqual(['moved  allOf']);
  });

  it.each(['anyOf', 'oneOf', 'allOf'])('does not forbid what %s describes in words', (keyword) => {
    const branch = { properties: { a: { type: 'string' } }, minProperties: 1 };
    const { schema, changes } = translate(
      { type: 'object', properties: {}, [keyword]: [branch], unevaluatedProperties: false },
      dialect,
    );

    expect(accepts(schema)({ a: 'x' })).toBe(true);
    expect(schema.description).toContain('No other properties.');
    expect(listChanges(changes)).toEqual([`moved  ${keyword}`, 'moved  unevaluatedProperties']);
  });

  it('takes less than before where something refers to it', () => {
    const { changes } = translate({ type: ['object', 'null'], properties: { next: { $ref: '#' } } }, dialect);

    expect(listChanges(changes)).toEqual(['narrowed  type']);
  });
});

describe.each(dialects)('what a provider would not take in $id', (dialect) => {
  it('says that no value is allowed, and allows none', () => {
    const { schema, changes } = translate(
      { type: 'object', properties: { a: { enum: [] }, b: { oneOf: [{ enum: [] }, { type: 'string' }] } } },
      dialect,
    );

    expect(schema.properties).toMatchObject({ a: { description: 'No value is allowed.', not: {} } });
    expect(JSON.stringify(schema)).not.toContain('enum');
    expect(accepts(schema)({ b: 'x' })).toBe(true);
    expect(accepts(schema)({ a: 'x' })).toBe(false);
    expect(listChanges(changes)).toEqual([
      'rewritten /properties/a enum',
      'rewritten /properties/b/oneOf/0 enum',
    ]);
  });

  it('means in 2020-12 what a draft-07 schema with a tuple means', () => {
    const old = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        pair: { type: 'array', items: [{ type: 'string' }] },
        text: { $ref: '#/definitions/text', maxLength: 1 },
        named: { $ref: '#named' },
        card: {},
      },
      dependencies: { card: ['text'], named: { required: ['pair'] } },
      dependentRequired: { pair: ['card'] },
      definitions: { text: { type: 'string' }, other: { $id: '#named', type: 'string' } },
    };
    const { schema, changes } = translate(old, dialect);

    expect(schema).toMatchObject({
      properties: { text: { $ref: '#/definitions/text' } },
      dependentRequired: { card: ['text'] },
      dependentSchemas: { named: { required: ['pair'] } },
      definitions: { other: { $anchor: 'named' } },
    });
    for (const args of [{ pair: [1] }, { pair: ['a'] }, { text: 'long' }, { card: 1 }, { named: 'a' }]) {
      expect(accepts(schema)(args), JSON.stringify(args)).toBe(accepts(old)(args));
    }
    expect(listChanges(changes)).toEqual(
      expect.arrayContaining([
        'omitted  $schema',
        'omitted  dependentRequired',
        'omitted /properties/text maxLength',
        'rewritten  dependencies',
        'rewritten /definitions/other $id',
        'rewritten /properties/pair items',
      ]),
    );
  });
});

describe('the dialect openai', () => {
  it('says as items what no other keyword is about', () => {
    const sealed = { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false };
    const { schema, changes } = translate(
      { type: 'object', properties: { a: sealed, b: { ...sealed, contains: { const: 1 } } } },
      openaiDialect,
    );

    expect(schema.properties).toMatchObject({ a: { items: false }, b: { items: {} } });
    expect(listChanges(changes)).toEqual([
      'rewritten /properties/a unevaluatedItems',
      'widened /properties/b unevaluatedItems',
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a root without properties', { type: 'object' }, { type: 'object', properties: {} }],
    [
      'an array without items, at any depth',
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: ['array', 'null'] } } } },
      },
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: ['array', 'null'], items: {} } } } },
      },
    ],
    [
      'values of the root',
      { type: 'object', properties: {}, enum: [{}], not: { required: ['a'] } },
      {
        type: 'object',
        properties: {},
        description: 'One of {}. Must also satisfy: {"not":{"required":["a"]}}.',
      },
    ],
  ])('changes %s', (_, before, after) => {
    expect(translate(before, openaiDialect).schema).toEqual(after);
  });

  it('reports each of them', () => {
    const schema = { type: 'object', properties: { a: { type: 'array' } }, const: {} };

    expect(listChanges(translate(schema, openaiDialect).changes)).toEqual([
      'moved  const',
      'rewritten /properties/a items',
    ]);
  });

  it('leaves names of properties alone', () => {
    const schema = freeze({ type: 'object', properties: { 'max results': { type: 'integer' } } });

    expect(translate(schema, openaiDialect)).toMatchObject({ schema, codec: undefined });
  });
});

describe.each([anthropicDialect, bedrockDialect])('names of properties in $id', (dialect) => {
  const odata = {
    type: 'object',
    properties: {
      $filter: { type: 'string' },
      'max results': { type: 'integer' },
      größe: { type: 'object', properties: { 'x/y': { type: 'string' } }, required: ['x/y'] },
      plain: { $ref: '#/properties/gr%C3%B6%C3%9Fe/properties/x~1y' },
    },
    required: ['$filter', 'plain'],
    dependentRequired: { $filter: ['max results'] },
    dependentSchemas: { 'max results': { required: ['$filter'] } },
  };

  it('are made legal wherever they are used', () => {
    const { schema, changes } = translate(odata, dialect);
    const names = Object.keys(schema.properties as JsonObject);

    expect(names).toEqual(['_filter_0c097d40d6', 'max_results_1691f3170c', 'gr__e_d353a2671b', 'plain']);
    expect(schema).toMatchObject({
      properties: {
        gr__e_d353a2671b: {
          required: ['x_y_bd3c9047d6'],
          properties: { x_y_bd3c9047d6: { type: 'string' } },
        },
        plain: { $ref: '#/properties/gr__e_d353a2671b/properties/x_y_bd3c9047d6' },
      },
      required: ['_filter_0c097d40d6', 'plain'],
      dependentRequired: { _filter_0c097d40d6: ['max_results_1691f3170c'] },
      dependentSchemas: { max_results_1691f3170c: { required: ['_filter_0c097d40d6'] } },
    });
    expect(listChanges(changes)).toEqual([
      'renamed /properties/$filter properties',
      'renamed /properties/größe properties',
      'renamed /properties/größe/properties/x~1y properties',
      'renamed /properties/max results properties',
    ]);
  });

  it('are the own ones again in arguments, and the reverse', () => {
    const { codec } = translate(odata, dialect);
    const args = { $filter: 'a', größe: { 'x/y': 'b', other: { $filter: 1 } }, plain: 'c' };
    const wire = {
      _filter_0c097d40d6: 'a',
      gr__e_d353a2671b: { x_y_bd3c9047d6: 'b', other: { $filter: 1 } },
      plain: 'c',
    };

    expect(codec?.encode(args)).toEqual(wire);
    expect(codec?.decode(wire)).toEqual(args);
    expect(codec?.decode({ $filter: 'kept' })).toEqual({ $filter: 'kept' });
  });

  it('are never two of the same', () => {
    const first = translate({ type: 'object', properties: { 'a b': {} } }, dialect).schema;
    const [taken = ''] = Object.keys(first.properties as JsonObject);
    const { schema, codec } = translate(
      { type: 'object', properties: { [taken]: {}, 'a b': {}, 'a/b': {} } },
      dialect,
    );
    const names = Object.keys(schema.properties as JsonObject);

    expect(names[0]).toBe(taken);
    expect(new Set(names).size).toBe(3);
    expect(codec?.decode(codec.encode({ [taken]: 1, 'a b': 2, 'a/b': 3 }))).toEqual({
      [taken]: 1,
      'a b': 2,
      'a/b': 3,
    });
  });

  it('are renamed behind references and in branches too', () => {
    const { codec } = translate(
      {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' } },
        $defs: {
          tree: {
            anyOf: [
              { type: 'string' },
              {
                type: 'object',
                properties: { 'sub trees': { type: 'array', items: { $ref: '#/$defs/tree' } } },
              },
            ],
          },
        },
      },
      dialect,
    );
    const args = freeze({ tree: { 'sub trees': ['a', { 'sub trees': [] }] } });

    expect(JSON.stringify(codec?.encode(args))).not.toContain('sub trees');
    expect(codec?.decode(codec.encode(args))).toEqual(args);
  });

  it('are renamed in values, in lists of names, and where they are only required', () => {
    const inner = {
      type: 'object',
      properties: { 'my key': { type: 'integer' } },
      required: ['my key'],
      enum: [{ 'my key': 1 }],
      default: { 'my key': 1 },
      examples: [{ 'my key': 1, other: { 'my key': 1 } }],
      propertyNames: { enum: ['my key', 'x'] },
      propertyOrdering: ['my key'],
    };
    const { schema, codec, changes } = translate(
      { type: 'object', properties: { inner }, required: ['or this'] },
      dialect,
    );
    const args = { inner: { 'my key': 1 }, 'or this': 2 };
    const wire = codec?.encode(args) ?? {};
    const [key = ''] = Object.keys(wire.inner as JsonObject);

    expect(key).toMatch(/^my_key_/);
    expect(schema.properties).toMatchObject({
      inner: {
        enum: [{ [key]: 1 }],
        default: { [key]: 1 },
        examples: [{ [key]: 1, other: { 'my key': 1 } }],
        propertyNames: { enum: [key, 'x'] },
        propertyOrdering: [key],
      },
    });
    expect(accepts(schema)(wire)).toBe(true);
    expect(codec?.decode(wire)).toEqual(args);
    expect(listChanges(changes)).toEqual([
      'renamed  required',
      'renamed /properties/inner/properties/my key properties',
    ]);
  });

  it('leave rules to words that only fit the other names', () => {
    const { schema, codec, changes } = translate(
      {
        type: 'object',
        properties: { 'my key': { type: 'integer' } },
        propertyNames: { pattern: '^[a-z ]+$' },
        patternProperties: { '^my_': { type: 'string' }, '^x-': { type: 'string' } },
        additionalProperties: false,
      },
      dialect,
    );

    expect(accepts(schema)(codec?.encode({ 'my key': 1 }) ?? {})).toBe(true);
    expect(schema.patternProperties).toEqual({ '^x-': { type: 'string' } });
    expect(schema.description).toContain('"propertyNames":{"pattern":"^[a-z ]+$"}');
    expect(listChanges(changes)).toEqual([
      'moved  additionalProperties',
      'moved  patternProperties',
      'moved  propertyNames',
      'renamed /properties/my key properties',
    ]);
  });
});

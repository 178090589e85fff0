import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors.ts';
import { DEFAULT_SCHEMA_LIMITS, type SchemaLimits } from './document.ts';
import { readJsonSchema } from './read-json-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

/** The code, pointer and message of the error that reading ends with. */
function refuse(raw: unknown, limits?: SchemaLimits): { code: string; pointer: unknown; message: string } {
  try {
    readJsonSchema(raw, limits);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { code: error.code, pointer: error.context.pointer, message: error.message };
  }
  throw new Error('The schema was accepted.');
}

describe('readJsonSchema', () => {
  it('takes a deeply frozen copy', () => {
    const raw = { type: 'object', properties: { city: { enum: ['a', 'b'] } } };

    const { root } = readJsonSchema(raw);
    raw.properties.city.enum.push('c');

    expect(root).toEqual({ type: 'object', properties: { city: { enum: ['a', 'b'] } } });
    expect(Object.isFrozen((root as typeof raw).properties.city.enum)).toBe(true);
  });

  it('accepts the boolean schemas', () => {
    expect(readJsonSchema(true).root).toBe(true);
    expect(readJsonSchema(false).root).toBe(false);
  });

  it('leaves out properties that are undefined or named by symbols', () => {
    const { root } = readJsonSchema({ type: 'string', title: undefined, [Symbol('kind')]: () => 1 });

    expect(root).toStrictEqual({ type: 'string' });
  });

  it.each([
    [undefined, 'draft-2020-12'],
    ['https://json-schema.org/draft/2020-12/schema', 'draft-2020-12'],
    ['http://json-schema.org/draft/2020-12/schema#', 'draft-2020-12'],
    ['http://json-schema.org/draft-07/schema', 'draft-07'],
    ['http://json-schema.org/draft-07/schema#', 'draft-07'],
    ['https://json-schema.org/draft-07/schema#', 'draft-07'],
  ])('reads $schema %s as %s', ($schema, dialect) => {
    expect(readJsonSchema({ $schema }).dialect).toBe(dialect);
  });

  it.each([['http://json-schema.org/draft-04/schema#'], ['https://example.com/meta'], [7], ['']])(
    'refuses $schema %j',
    ($schema) => {
      expect(refuse({ $schema })).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer: '/$schema' });
    },
  );

  it('refuses an embedded resource of another dialect', () => {
    const schema = { $defs: { old: { $id: 'https://example.com/old', $schema: draft07 } } };

    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer: '/$defs/old' });
  });

  it('knows whether any schema has a default', () => {
    expect(readJsonSchema({ properties: { a: { default: null } } }).hasDefaults).toBe(true);
    expect(readJsonSchema({ properties: { default: {} }, enum: [{ default: 1 }] }).hasDefaults).toBe(false);
  });
});

describe('readJsonSchema on what is not JSON', () => {
  class Money {
    amount = 1;
  }

  it.each([
    ['a class instance', { const: new Money() }, '/const'],
    ['a date', { properties: { a: { default: new Date(0) } } }, '/properties/a/default'],
    ['a function', { enum: [1, () => 2] }, '/enum/1'],
    ['a bigint', { minimum: 1n }, '/minimum'],
    ['NaN', { minimum: Number.NaN }, '/minimum'],
    ['a hole', { enum: new Array(3) }, '/enum/0'],
    ['a lone surrogate', { title: '\ud800' }, '/title'],
    ['a key with a lone surrogate', { properties: { '\udc00': {} } }, '/properties/\udc00'],
    ['a __proto__ key', JSON.parse('{"properties":{"__proto__":{}}}'), '/properties/__proto__'],
    ['an array', [], ''],
    ['a string', 'string', ''],
    ['null', null, ''],
    ['nothing', undefined, ''],
  ])('refuses %s', (_what, schema, pointer) => {
    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer });
  });

  it('does not pollute prototypes', () => {
    refuse(JSON.parse('{"properties":{"__proto__":{"polluted":true}}}'));

    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('readJsonSchema on malformed keywords', () => {
  it.each([
    ['/type', { type: 'text' }],
    ['/type', { type: [] }],
    ['/type', { type: ['string', 'string'] }],
    ['/properties/a/type', { properties: { a: { type: 5 } } }],
    ['/enum', { enum: 'a' }],
    ['/required', { required: true }],
    ['/required', { required: ['a', 'a'] }],
    ['/required', { required: [1] }],
    ['/minLength', { minLength: -1 }],
    ['/maxItems', { maxItems: 1.5 }],
    ['/minimum', { minimum: '1' }],
    ['/multipleOf', { multipleOf: 0 }],
    ['/pattern', { pattern: 5 }],
    ['/pattern', { pattern: '[' }],
    ['/patternProperties/(', { patternProperties: { '(': {} } }],
    ['/properties', { properties: [] }],
    ['/properties/a~1b~0c', { properties: { 'a/b~c': null } }],
    ['/items', { items: 'string' }],
    ['/prefixItems', { prefixItems: [] }],
    ['/allOf', { allOf: {} }],
    ['/anyOf/1', { anyOf: [{}, 1] }],
    ['/not', { not: 'a' }],
    ['/dependentRequired', { dependentRequired: { a: 'b' } }],
    ['/dependentSchemas/a', { dependentSchemas: { a: ['b'] } }],
    ['/dependencies', { dependencies: { a: [1] } }],
    ['/$defs/a', { $defs: { a: 1 } }],
    ['/$ref', { $ref: {} }],
    ['/$anchor', { $anchor: '#a' }],
    ['/$id', { $id: 'https://example.com/a#b' }],
    ['/description', { description: ['a'] }],
    ['/deprecated', { deprecated: 'yes' }],
    ['/examples', { examples: 'a' }],
    ['/contentSchema/type', { contentSchema: { type: 'x' } }],
  ])('refuses %s of %j', (pointer, schema) => {
    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer });
  });

  it.each([
    [{ type: 'string', format: 'date-time', 'x-unit': 'ms', nullable: true, example: 1 }],
    [{ enum: [] }],
    [{ enum: [1, 1, { $ref: 'nowhere' }] }],
    [{ default: { $ref: 5 }, const: { type: 'nonsense' } }],
    [{ properties: { $ref: { type: 'string' }, type: { type: 'string' } } }],
    [{ required: [], properties: {}, definitions: { a: { type: 'string' } } }],
    [{ additionalItems: 'only draft-07 knows this' }],
    [{ $schema: draft07, $defs: 5, prefixItems: 'unknown', unevaluatedProperties: 1 }],
    [{ minLength: 2.0, exclusiveMinimum: -0.5, $comment: '', title: '' }],
  ])('accepts %j', (schema) => {
    expect(readJsonSchema(schema).root).toEqual(schema);
  });

  it('points from an array of items to prefixItems and draft-07', () => {
    const { message } = refuse({ properties: { pair: { items: [{}, {}] } } });

    expect(message).toBe(
      'The schema at /properties/pair/items must be an object or a boolean; ' +
        'use "prefixItems", or declare draft-07 with "$schema".',
    );
    expect(readJsonSchema({ $schema: draft07, items: [{}, {}] }).dialect).toBe('draft-07');
  });

  it('refuses patterns that could take exponential time, with the reason', () => {
    expect(refuse({ properties: { a: { pattern: '^(a+)+$' } } })).toMatchObject({
      code: 'E_SCHEMA_UNSAFE_PATTERN',
      pointer: '/properties/a/pattern',
      message: expect.stringMatching(/has a pattern that \S+/),
    });
    expect(refuse({ patternProperties: { '^(a|a)*$': {} } })).toMatchObject({
      code: 'E_SCHEMA_UNSAFE_PATTERN',
      pointer: '/patternProperties/^(a|a)*$',
    });
  });
});

describe('readJsonSchema on limits', () => {
  it('refuses an object that contains itself, but not one that occurs twice', () => {
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic.properties = { self: cyclic };
    const shared = { type: 'string' };

    expect(refuse(cyclic)).toMatchObject({ code: 'E_SCHEMA_CYCLIC', pointer: '/properties/self' });
    expect(readJsonSchema({ properties: { a: shared, b: shared } }).root).toBeTypeOf('object');
  });

  it('refuses nesting beyond the limit without running out of stack', () => {
    const nest = (depth: number) => {
      let schema: object = {};
      for (let level = 1; level < depth; level++) schema = { not: schema };
      return schema;
    };

    expect(readJsonSchema(nest(64)).root).toBeTypeOf('object');
    expect(refuse(nest(65)).code).toBe('E_SCHEMA_TOO_DEEP');
    expect(refuse(nest(100_000)).code).toBe('E_SCHEMA_TOO_DEEP');
  });

  it('refuses more characters than the limit', () => {
    const limits = { ...DEFAULT_SCHEMA_LIMITS, maxCharacters: 100 };

    expect(readJsonSchema({ title: 'x'.repeat(262_000) }).root).toBeTypeOf('object');
    expect(refuse({ title: 'x'.repeat(262_144) })).toMatchObject({
      code: 'E_SCHEMA_TOO_LARGE',
      pointer: '/title',
    });
    expect(readJsonSchema({ enum: ['x'.repeat(60)] }, limits).root).toBeTypeOf('object');
    expect(refuse({ enum: ['x'.repeat(60), 'y'.repeat(40)] }, limits).code).toBe('E_SCHEMA_TOO_LARGE');
  });

  it('stops at a small object that stands for a huge document', () => {
    let bomb: object = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index, undefined]));
    for (let level = 0; level < 30; level++) bomb = { allOf: [bomb, bomb] };

    expect(refuse(bomb).code).toBe('E_SCHEMA_TOO_LARGE');
  });

  it('refuses definitions that double at every reference', () => {
    const $defs: Record<string, object> = { a30: {} };
    for (let level = 0; level < 30; level++) {
      const next = { $ref: `#/$defs/a${level + 1}` };
      $defs[`a${level}`] = { allOf: [next, next] };
    }

    expect(refuse({ $defs }).code).toBe('E_SCHEMA_TOO_BRANCHED');
  });

  it('refuses more alternatives than the limit, also without references', () => {
    const anyOf = Array.from({ length: 10_000 }, () => true);

    expect(refuse({ properties: { a: { anyOf } } })).toMatchObject({
      code: 'E_SCHEMA_TOO_BRANCHED',
      pointer: '/properties/a',
    });
    expect(readJsonSchema({ anyOf: anyOf.slice(1) }).root).toBeTypeOf('object');
  });

  it('counts branches per place, not per document', () => {
    const anyOf = Array.from({ length: 6_000 }, () => true);

    expect(readJsonSchema({ properties: { a: { anyOf }, b: { anyOf } } }).root).toBeTypeOf('object');
    expect(refuse({ allOf: [{ anyOf }, { anyOf }] }).code).toBe('E_SCHEMA_TOO_BRANCHED');
  });

  it('refuses long chains of references without running out of stack', () => {
    const $defs: Record<string, object> = { a6000: {} };
    for (let level = 0; level < 6_000; level++) $defs[`a${level}`] = { $ref: `#/$defs/a${level + 1}` };

    expect(refuse({ $ref: '#/$defs/a0', $defs }).code).toBe('E_SCHEMA_TOO_DEEP');
  });
});

describe('readJsonSchema on references', () => {
  it.each([
    ['itself', { $ref: '#' }, '/$ref'],
    ['itself through allOf', { allOf: [{ $ref: '#' }] }, '/allOf/0/$ref'],
    ['itself through not', { $defs: { a: { not: { $ref: '#/$defs/a' } } } }, '/$defs/a/not/$ref'],
    [
      'itself through $dynamicRef',
      { $dynamicAnchor: 'a', anyOf: [{ $dynamicRef: '#a' }] },
      '/anyOf/0/$dynamicRef',
    ],
    [
      'itself through dependentSchemas',
      { dependentSchemas: { a: { $ref: '#' } } },
      '/dependentSchemas/a/$ref',
    ],
  ])('refuses a schema that leads to %s without descending', (_what, schema, pointer) => {
    expect(refuse(schema)).toMatchObject({ code: 'E_SCHEMA_CYCLIC', pointer });
  });

  it('refuses two definitions that lead to each other', () => {
    const $defs = { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { if: { $ref: '#/$defs/a' } } };

    expect(refuse({ $defs }).code).toBe('E_SCHEMA_CYCLIC');
  });

  it('accepts recursion that descends into the value', () => {
    const schema = {
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      items: { $ref: '#' },
    };

    expect(readJsonSchema(schema).root).toEqual(schema);
  });

  it('does not count the siblings of $ref in draft-07, which ignores them', () => {
    const schema = {
      $schema: draft07,
      definitions: { a: { $ref: '#/definitions/b', not: { $ref: '#/definitions/a' } }, b: {} },
    };

    expect(readJsonSchema(schema).root).toEqual(schema);
  });

  it.each([
    ['https://example.com/other.json'],
    ['other.json#/a'],
    ['//example.com/a'],
    ['https://json-schema.org/draft/2020-12/schema'],
    ['urn:example:a'],
  ])('refuses %s, because it is outside of the document', ($ref) => {
    expect(refuse({ properties: { a: { $ref } } })).toMatchObject({
      code: 'E_SCHEMA_REMOTE_REF',
      pointer: '/properties/a/$ref',
    });
    expect(refuse({ $dynamicRef: $ref }).code).toBe('E_SCHEMA_REMOTE_REF');
  });

  it.each([
    ['a missing definition', '#/$defs/b'],
    ['an inherited property', '#/constructor'],
    ['a missing item', '#/anyOf/1'],
    ['an index with a leading zero', '#/anyOf/00'],
    ['a missing anchor', '#b'],
    ['a string', '#/title'],
    ['a malformed percent sign', '#/%zz'],
    ['a malformed address', 'http://['],
  ])('refuses a reference to %s', (_what, $ref) => {
    const schema = { title: 'x', anyOf: [true], $defs: { a: {} }, properties: { p: { $ref } } };

    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer: '/properties/p/$ref' });
  });

  it.each([
    [{ $defs: { a: { $id: 'x' }, b: { $id: './x' } } }, '/$defs/b/$id'],
    [{ $defs: { a: { $anchor: 'x' }, b: { $dynamicAnchor: 'x' } } }, '/$defs/b/$dynamicAnchor'],
    [{ $schema: draft07, definitions: { a: { $id: '#x' }, b: { $id: '#x' } } }, '/definitions/b/$id'],
  ])('refuses names that are given twice: %j', (schema, pointer) => {
    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer });
  });

  it('accepts the same anchor in two resources', () => {
    const schema = { $defs: { a: { $id: 'a', $anchor: 'x' }, b: { $id: 'b', $anchor: 'x' } } };

    expect(readJsonSchema(schema).root).toEqual(schema);
  });

  it('checks schemas that are schemas only because something refers to them', () => {
    const schema = { $ref: '#/components/a', components: { a: { items: { type: 'text' } } } };

    expect(refuse(schema)).toMatchObject({ code: 'E_INVALID_SCHEMA', pointer: '/components/a/items/type' });
  });

  it('checks such schemas once, even if their parts are referred to as well', () => {
    const schema = {
      allOf: [{ $ref: '#/x/a/items' }, { $ref: '#/x/a' }, { $ref: '#/x/a/items' }],
      x: { a: { $anchor: 'a', items: { $anchor: 'b' } } },
    };

    expect(readJsonSchema(schema).references.$ref.size).toBe(3);
  });
});

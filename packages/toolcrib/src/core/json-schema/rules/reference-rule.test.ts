import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

function accepts(schema: unknown, value: JsonValue): boolean {
  return compileJsonSchema(readJsonSchema(schema))(value).length === 0;
}

describe('$ref', () => {
  it.each([
    ['#/$defs/n', { $defs: { n: { type: 'number' } } }],
    ['#/$defs/a~1b~0c', { $defs: { 'a/b~c': { type: 'number' } } }],
    ['#/$defs/%25%22', { $defs: { '%"': { type: 'number' } } }],
    ['#/anyOf/0', { anyOf: [{ type: 'number' }, true] }],
    ['#/definitions/n', { definitions: { n: { type: 'number' } } }],
    ['#/x-parts/n', { 'x-parts': { n: { type: 'number' } } }],
    ['#n', { $defs: { n: { $anchor: 'n', type: 'number' } } }],
    ['part', { $defs: { n: { $id: 'part', type: 'number' } } }],
    ['part#/$defs/n', { $defs: { n: { $id: 'part', $defs: { n: { type: 'number' } } } } }],
    ['part#n', { $defs: { n: { $id: 'part', items: { $anchor: 'n', type: 'number' } } } }],
    ['urn:example:n', { $defs: { n: { $id: 'urn:example:n', type: 'number' } } }],
    ['#/$defs/n', { $id: 'https://example.com/a/b', $defs: { n: { type: 'number' } } }],
    ['b#/$defs/n', { $id: 'https://example.com/a/b', $defs: { n: { type: 'number' } } }],
    ['/c', { $id: 'https://example.com/a/b', $defs: { n: { $id: '../c', type: 'number' } } }],
  ])('finds %s in %j', ($ref, rest) => {
    const schema = { properties: { value: { $ref } }, ...rest };

    expect(accepts(schema, { value: 1 })).toBe(true);
    expect(accepts(schema, { value: 'x' })).toBe(false);
  });

  it('resolves against the $id of the resource that it is in', () => {
    const schema = {
      $defs: { outer: { $id: 'outer', items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'number' } } } },
      $ref: 'outer',
    };

    expect(accepts(schema, [1])).toBe(true);
    expect(accepts(schema, ['x'])).toBe(false);
  });

  it('recurses as deep as the value', () => {
    const schema = {
      properties: { next: { $ref: '#' }, n: { type: 'number' } },
      additionalProperties: false,
    };

    expect(accepts(schema, { next: { next: { n: 1 } } })).toBe(true);
    expect(accepts(schema, { next: { next: { n: 'x' } } })).toBe(false);
    expect(accepts(schema, { next: { other: 1 } })).toBe(false);
  });

  it('applies beside its siblings in 2020-12 and instead of them in draft-07', () => {
    const definitions = { n: { type: 'number' } };
    const schema = { properties: { value: { $ref: '#/definitions/n', maximum: 3 } }, definitions };

    expect(accepts(schema, { value: 4 })).toBe(false);
    expect(accepts({ $schema: draft07, ...schema }, { value: 4 })).toBe(true);
    expect(accepts({ $schema: draft07, ...schema }, { value: 'x' })).toBe(false);
  });

  it('finds names given by $id in draft-07', () => {
    const definitions = {
      a: { $id: '#a', type: 'number' },
      b: { $id: 'https://example.com/b#b', type: 'string' },
      c: { $ref: '#a', $id: 'https://example.com/ignored' },
    };
    const items = [{ $ref: '#a' }, { $ref: 'https://example.com/b#b' }, { $ref: '#/definitions/c' }];
    const schema = { $schema: draft07, definitions, items };

    expect(accepts(schema, [1, 'x', 2])).toBe(true);
    expect(accepts(schema, ['x', 'x', 2])).toBe(false);
    expect(accepts(schema, [1, 1, 2])).toBe(false);
    expect(accepts(schema, [1, 'x', 'x'])).toBe(false);
  });
});

describe('$dynamicRef', () => {
  const list = {
    $id: 'list',
    type: 'array',
    items: { $dynamicRef: '#item' },
    $defs: { item: { $dynamicAnchor: 'item' } },
  };

  it('leads to the outermost resource on the way that has the name', () => {
    const strings = {
      $id: 'strings',
      $ref: 'list',
      $defs: { item: { $dynamicAnchor: 'item', type: 'string' } },
    };
    const numbers = {
      $id: 'numbers',
      $ref: 'list',
      $defs: { item: { $dynamicAnchor: 'item', type: 'number' } },
    };
    const schema = {
      properties: { any: { $ref: 'list' }, strings: { $ref: 'strings' }, numbers: { $ref: 'numbers' } },
      $defs: { list, strings, numbers },
    };

    expect(accepts(schema, { any: ['a', 1], strings: ['a'], numbers: [1] })).toBe(true);
    expect(accepts(schema, { strings: [1] })).toBe(false);
    expect(accepts(schema, { numbers: ['a'] })).toBe(false);
  });

  it('extends a recursive schema', () => {
    const tree = {
      $id: 'tree',
      $dynamicAnchor: 'node',
      properties: { name: true, children: { items: { $dynamicRef: '#node' } } },
    };
    const schema = {
      $id: 'strict-tree',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: { tree },
    };

    expect(accepts(schema, { children: [{ name: 'a', children: [{}] }] })).toBe(true);
    expect(accepts(schema, { children: [{ nmae: 'a' }] })).toBe(false);
    expect(accepts({ $ref: 'tree', $defs: { tree } }, { children: [{ nmae: 'a' }] })).toBe(true);
  });

  it('is a plain reference where the name is not dynamic', () => {
    const item = { $defs: { item: { $anchor: 'item', type: 'number' } }, items: { $dynamicRef: '#item' } };

    expect(accepts(item, [1])).toBe(true);
    expect(accepts(item, ['x'])).toBe(false);
    expect(accepts({ $defs: { n: { type: 'number' } }, items: { $dynamicRef: '#/$defs/n' } }, ['x'])).toBe(
      false,
    );
  });
});

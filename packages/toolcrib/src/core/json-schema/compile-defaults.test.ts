import { describe, expect, it } from 'vitest';
import { copyJson, type JsonValue } from '../json.ts';
import { compileDefaults } from './compile-defaults.ts';
import { readJsonSchema } from './read-json-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

function freeze(raw: unknown): JsonValue {
  const copy = copyJson(raw);
  if (!copy.ok) throw new Error('not JSON');
  return copy.value;
}

function complete(schema: unknown, value: unknown): JsonValue {
  return compileDefaults(readJsonSchema(schema))(freeze(value));
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe('compileDefaults', () => {
  it('fills properties that are missing, and only those', () => {
    const schema = { properties: { a: { default: 1 }, b: { default: null }, c: { default: [1] }, d: {} } };

    expect(complete(schema, { a: 0, x: 1 })).toEqual({ a: 0, x: 1, b: null, c: [1] });
    expect(complete(schema, { b: 5 })).toEqual({ a: 1, b: 5, c: [1] });
  });

  it('leaves out a default that its own property would not accept', () => {
    const schema = {
      properties: {
        a: { type: 'string', default: null },
        b: { type: 'integer', minimum: 1, default: 0 },
        c: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        d: { type: 'object', properties: { e: { type: 'string', default: 5 } }, default: {} },
        f: { $ref: '#/$defs/f' },
      },
      $defs: { f: { type: 'array', default: 'x' } },
    };

    expect(complete(schema, {})).toEqual({ c: null, d: {} });
  });

  it('returns the same value when nothing is missing', () => {
    const document = readJsonSchema({
      properties: { a: { default: 1 }, list: { items: { properties: { b: { default: 2 } } } } },
    });
    const value = freeze({ a: 1, list: [{ b: 1 }, 'x'], more: {} });

    expect(compileDefaults(document)(value)).toBe(value);
  });

  it('keeps the parts that did not change, and freezes the rest', () => {
    const document = readJsonSchema({ properties: { a: {}, b: { properties: { c: { default: {} } } } } });
    const value = freeze({ a: { x: 1 }, b: {} }) as { a: JsonValue };

    const result = compileDefaults(document)(value) as { a: JsonValue };

    expect(result).toEqual({ a: { x: 1 }, b: { c: {} } });
    expect(result.a).toBe(value.a);
    expect(isDeeplyFrozen(result)).toBe(true);
  });

  it('goes through every keyword that leaves no choice', () => {
    const withDefault = (name: string) => ({ properties: { [name]: { default: 1 } } });
    const $defs = { base: withDefault('b') };

    expect(complete({ properties: { a: withDefault('b') } }, { a: {} })).toEqual({ a: { b: 1 } });
    expect(complete({ items: withDefault('b') }, [{}, 5, { b: 2 }])).toEqual([{ b: 1 }, 5, { b: 2 }]);
    expect(complete({ prefixItems: [{}, withDefault('b')], items: withDefault('c') }, [{}, {}, {}])).toEqual([
      {},
      { b: 1 },
      { c: 1 },
    ]);
    expect(complete({ prefixItems: [withDefault('b')] }, [{}, {}])).toEqual([{ b: 1 }, {}]);
    expect(
      complete({ properties: { a: {} }, additionalProperties: withDefault('b') }, { a: {}, x: {} }),
    ).toEqual({ a: {}, x: { b: 1 } });
    expect(complete({ allOf: [withDefault('a'), withDefault('b')] }, {})).toEqual({ a: 1, b: 1 });
    expect(complete({ ...withDefault('a'), $ref: '#/$defs/base', $defs }, {})).toEqual({ a: 1, b: 1 });
  });

  it('gives the same answer whatever it was asked before', () => {
    const $defs = {
      a: { default: {}, properties: { b: { $ref: '#/$defs/b' } } },
      b: { default: {}, properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] },
    };
    const fill = compileDefaults(
      readJsonSchema({ properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/b' } }, $defs }),
    );
    const first = fill(freeze({ a: {} }));

    fill(freeze({}));

    expect(fill(freeze({ a: {} }))).toEqual(first);
    expect(first).toEqual({ a: { b: { a: {} } }, b: { a: {} } });
  });

  it('leaves out a default that is too long to be checked', () => {
    const a = { not: { pattern: '\\d+x' }, default: '1'.repeat(200_000) };

    expect(complete({ properties: { a } }, {})).toEqual({});
  });

  it('ends where checking the defaults would take too long', () => {
    let value: JsonValue = {};
    for (let level = 0; level < 25; level++) value = { x: value };
    const descending = { properties: { x: { $ref: '#/$defs/bomb' } } };
    const properties: Record<string, object> = {};
    for (let index = 0; index < 500; index++)
      properties[`p${index}`] = { $ref: '#/$defs/bomb', default: value };
    const $defs = { bomb: { anyOf: [{ ...descending, required: ['y'] }, descending] } };

    expect(complete({ properties, $defs }, {})).toEqual({});
  });

  it('takes the first default where several apply', () => {
    const withDefault = (value: number) => ({ properties: { a: { default: value } } });

    expect(complete({ allOf: [withDefault(1), withDefault(2)] }, {})).toEqual({ a: 1 });
    expect(complete({ ...withDefault(3), allOf: [withDefault(1)] }, {})).toEqual({ a: 3 });
  });

  it('takes the default of a property from its own schema before any that it refers to', () => {
    const $defs = { limit: { type: 'integer', default: 10 } };

    expect(complete({ properties: { n: { $ref: '#/$defs/limit' } }, $defs }, {})).toEqual({ n: 10 });
    expect(complete({ properties: { n: { allOf: [{ $ref: '#/$defs/limit' }] } }, $defs }, {})).toEqual({
      n: 10,
    });
    expect(complete({ properties: { n: { $ref: '#/$defs/limit', default: 3 } }, $defs }, {})).toEqual({
      n: 3,
    });
  });

  it('ignores the siblings of $ref in draft-07', () => {
    const definitions = { base: { properties: { a: { default: 1 } } }, limit: { default: 10 } };
    const schema = {
      $schema: draft07,
      definitions,
      properties: {
        x: { $ref: '#/definitions/base', properties: { b: { default: 2 } } },
        n: { $ref: '#/definitions/limit', default: 3 },
      },
    };

    expect(complete(schema, { x: {} })).toEqual({ x: { a: 1 }, n: 10 });
  });

  it('knows the arrays of items of draft-07', () => {
    const withDefault = (name: string) => ({ properties: { [name]: { default: 1 } } });
    const schema = { $schema: draft07, items: [withDefault('a')], additionalItems: withDefault('b') };

    expect(complete(schema, [{}, {}])).toEqual([{ a: 1 }, { b: 1 }]);
  });

  it('does not fill from alternatives, but from the schema that holds them', () => {
    const inside = { properties: { a: { default: 1 } } };

    for (const keyword of ['anyOf', 'oneOf']) expect(complete({ [keyword]: [inside] }, {})).toEqual({});
    expect(complete({ not: inside, if: inside, dependentSchemas: { x: inside } }, { x: 1 })).toEqual({
      x: 1,
    });
    expect(complete({ properties: { a: { anyOf: [{}, {}], default: null } } }, {})).toEqual({ a: null });
  });

  it('completes a default that it filled', () => {
    const schema = {
      properties: {
        a: {
          default: {},
          properties: { b: { default: [{}], items: { properties: { c: { default: 1 } } } } },
        },
      },
    };

    expect(complete(schema, {})).toEqual({ a: { b: [{ c: 1 }] } });
  });

  it('follows a recursive schema as far as the value goes', () => {
    const schema = { properties: { depth: { default: 0 }, next: { $ref: '#' } } };

    expect(complete(schema, { next: { next: {} } })).toEqual({
      depth: 0,
      next: { depth: 0, next: { depth: 0 } },
    });
  });

  it('does not fill a default inside of itself', () => {
    expect(complete({ properties: { x: { $ref: '#', default: {} } } }, {})).toEqual({ x: {} });
  });

  it('stops at defaults that multiply', () => {
    const $defs: Record<string, object> = { a60: {} };
    for (let level = 0; level < 60; level++) {
      const next = { $ref: `#/$defs/a${level + 1}` };
      $defs[`a${level}`] = { default: {}, properties: { left: next, right: next } };
    }

    const result = complete({ properties: { tree: { $ref: '#/$defs/a0' } }, $defs }, {});

    expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
  });

  it('stops, without running out of stack, where a value and a chain of references multiply', () => {
    const $defs: Record<string, object> = { a50: { properties: { x: { $ref: '#' }, y: { default: 1 } } } };
    for (let level = 0; level < 50; level++) $defs[`a${level}`] = { $ref: `#/$defs/a${level + 1}` };
    let value: JsonValue = {};
    for (let level = 0; level < 120; level++) value = { x: value };

    expect(complete({ $ref: '#/$defs/a0', $defs }, value)).toMatchObject({ y: 1, x: { y: 1, x: { y: 1 } } });
  });

  it('treats inherited names as missing', () => {
    const schema = {
      properties: { constructor: { default: 1 }, toString: { properties: { a: { default: 1 } } } },
    };

    const result = complete(schema, {}) as object;

    expect(Object.hasOwn(result, 'constructor')).toBe(true);
    expect(Object.hasOwn(result, 'toString')).toBe(false);
  });

  it('leaves values alone that are no objects', () => {
    const schema = { properties: { a: { default: 1 } }, items: { properties: { a: { default: 1 } } } };

    for (const value of [null, 'text', 5, true]) expect(complete(schema, value)).toBe(value);
  });
});

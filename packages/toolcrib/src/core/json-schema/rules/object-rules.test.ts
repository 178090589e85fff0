import { describe, expect, it } from 'vitest';
import type { ValidationIssue } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function check(schema: unknown, value: JsonValue): readonly ValidationIssue[] {
  return compileJsonSchema(readJsonSchema(schema))(value);
}

describe('object rules', () => {
  it('looks at properties of the value itself only', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

    expect(check({ required: names }, {}).map(({ path }) => path[0])).toEqual(names);
    expect(check({ properties: { constructor: { type: 'number' }, toString: false } }, {})).toEqual([]);
    expect(check({ properties: { constructor: { type: 'number' } } }, { constructor: 'a' })).toHaveLength(1);
    expect(check({ additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toHaveLength(1);
    expect(check({ dependentRequired: { toString: ['a'] } }, {})).toEqual([]);
    expect(check({ dependentSchemas: { valueOf: false } }, {})).toEqual([]);
    expect(check({ required: ['hasOwnProperty'] }, { hasOwnProperty: 1 })).toEqual([]);
  });

  it('names the allowed properties only where they are few and no pattern allows more', () => {
    const { p10, ...ten } = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`p${index}`, {}]));
    const properties = { ...ten, p10 };
    const message = 'is not an allowed property';

    expect(check({ properties: ten, additionalProperties: false }, { x: 1 })).toEqual([
      { path: ['x'], message: expect.stringMatching(/; allowed are "p0", .*"p9"$/) },
    ]);
    expect(check({ properties, additionalProperties: false }, { x: 1 })).toEqual([{ path: ['x'], message }]);
    expect(check({ additionalProperties: false }, { x: 1 })).toEqual([{ path: ['x'], message }]);
    expect(
      check(
        { properties: { a: {} }, patternProperties: { '^b': {} }, additionalProperties: false },
        { x: 1 },
      ),
    ).toEqual([{ path: ['x'], message }]);
    expect(check({ properties: { a: {} }, required: ['b'], additionalProperties: false }, { b: 1 })).toEqual([
      { path: ['b'], message: `${message}; allowed are "a"` },
    ]);
  });

  it('applies every pattern that matches, beside the property of that name', () => {
    const schema = {
      properties: { ab: { minimum: 3 } },
      patternProperties: { '^a': { type: 'number' }, b$: { maximum: 5 } },
      additionalProperties: { type: 'string' },
    };

    expect(check(schema, { ab: 4, a: 9, b: -1, c: 'text' })).toEqual([]);
    expect(check(schema, { ab: 2 })).toHaveLength(1);
    expect(check(schema, { ab: 9 })).toHaveLength(1);
    expect(check(schema, { a: 'text' })).toHaveLength(1);
    expect(check(schema, { c: 1 })).toEqual([{ path: ['c'], message: 'must be a string, not a number' }]);
    expect(check({ ...schema, required: ['a'] }, { ab: 4 })).toEqual([
      { path: ['a'], message: 'is required' },
    ]);
  });

  it('checks the names of properties', () => {
    expect(check({ propertyNames: { maxLength: 2, pattern: '^a' } }, { abc: 1, b: 1, ab: 1 })).toEqual([
      { path: ['abc'], message: 'has a name that must have at most 2 characters' },
      { path: ['b'], message: 'has a name that must match the pattern ^a' },
    ]);
  });

  it('counts properties', () => {
    expect(check({ minProperties: 1 }, {})).toEqual([
      { path: [], message: 'must have at least 1 property, not 0' },
    ]);
    expect(check({ maxProperties: 1 }, { a: 1, b: 2 })).toEqual([
      { path: [], message: 'must have at most 1 property, not 2' },
    ]);
  });

  it('asks for what a present property depends on', () => {
    const schema = {
      dependentRequired: { card: ['address', 'name'] },
      dependentSchemas: { code: { properties: { code: { type: 'string' } }, required: ['country'] } },
    };

    expect(check(schema, { address: 'x' })).toEqual([]);
    expect(check(schema, { card: 1, address: 'x' })).toEqual([
      { path: ['name'], message: 'is required when "card" is present' },
    ]);
    expect(check(schema, { code: 1 })).toEqual([
      { path: ['code'], message: 'must be a string, not a number' },
      { path: ['country'], message: 'is required' },
    ]);
  });

  it('reports a forbidden property', () => {
    expect(check({ properties: { a: false } }, { a: 1 })).toEqual([
      { path: ['a'], message: 'is not allowed' },
    ]);
  });

  it('ignores values that are no objects', () => {
    const schema = { required: ['a'], minProperties: 3, additionalProperties: false, propertyNames: false };

    for (const value of ['text', 5, null, [1]]) expect(check(schema, value)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ValidationIssue } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function check(schema: unknown, value: JsonValue): readonly ValidationIssue[] {
  return compileJsonSchema(readJsonSchema(schema))(value);
}

const a = { properties: { a: { type: 'string' } } };
const b = { properties: { b: { type: 'string' } }, required: ['b'] };
const message = 'is not an allowed property';

describe('unevaluatedProperties', () => {
  it.each([
    ['properties', a],
    ['patternProperties', { patternProperties: { '^a$': true } }],
    ['additionalProperties', { additionalProperties: true }],
    ['allOf', { allOf: [a, true] }],
    ['anyOf', { anyOf: [false, a] }],
    ['oneOf', { oneOf: [a, false] }],
    ['if', { if: a }],
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    ['then', { if: true, then: a }],
    ['else', { if: false, else: a }],
    ['$ref', { $ref: '#/$defs/a', $defs: { a } }],
    ['dependentSchemas', { dependentSchemas: { a } }],
    ['a nested unevaluatedProperties', { allOf: [{ unevaluatedProperties: true }] }],
  ])('knows what %s evaluated', (_keyword, schema) => {
    expect(check({ ...schema, unevaluatedProperties: false }, { a: 'x' })).toEqual([]);
    expect(check({ ...schema, unevaluatedProperties: false }, { a: 'x', c: 1 })).toEqual(
      JSON.stringify(schema).includes('additional') || JSON.stringify(schema).includes('unevaluated')
        ? []
        : [{ path: ['c'], message }],
    );
  });

  it.each([
    ['not', { not: { not: a } }],
    ['an alternative that does not match', { anyOf: [true, { ...a, required: ['z'] }] }],
    ['a cousin', { allOf: [a, { unevaluatedProperties: false }] }],
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    ['the branch not taken', { if: true, then: true, else: a }],
    ['required', { required: ['a'] }],
  ])('does not count %s', (_what, schema) => {
    expect(check({ ...schema, unevaluatedProperties: false }, { a: 'x' })).toContainEqual({
      path: ['a'],
      message,
    });
  });

  it('checks what is left against its schema', () => {
    expect(check({ ...a, unevaluatedProperties: { type: 'number' } }, { a: 'x', c: 'y' })).toEqual([
      { path: ['c'], message: 'must be a number, not a string' },
    ]);
  });

  it('reports a wrong property once, not as unevaluated too', () => {
    const schema = { allOf: [a, { anyOf: [b] }], unevaluatedProperties: false };

    expect(check(schema, { a: 1, b: 2, c: 3 })).toEqual([
      { path: ['a'], message: 'must be a string, not a number' },
      { path: ['b'], message: 'must be a string, not a number' },
      { path: ['c'], message },
    ]);
  });

  it('is unknown to draft-07', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';

    expect(check({ $schema, unevaluatedProperties: false }, { a: 1 })).toEqual([]);
  });
});

describe('unevaluatedItems', () => {
  it('knows what the other keywords evaluated', () => {
    const issue = { path: [1], message: 'is not an allowed item' };

    expect(check({ prefixItems: [true], unevaluatedItems: false }, [1, 2])).toEqual([issue]);
    expect(check({ allOf: [{ prefixItems: [true, true] }], unevaluatedItems: false }, [1, 2])).toEqual([]);
    expect(check({ items: true, unevaluatedItems: false }, [1, 2])).toEqual([]);
    expect(check({ contains: { const: 1 }, unevaluatedItems: false }, [1, 2, 1])).toEqual([issue]);
    expect(check({ unevaluatedItems: { type: 'number' } }, [1, 'x'])).toHaveLength(1);
    expect(check({ unevaluatedItems: false }, { 0: 1 })).toEqual([]);
  });
});

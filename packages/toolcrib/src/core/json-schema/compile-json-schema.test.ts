import { describe, expect, it } from 'vitest';
import type { ValidationIssue } from '../issue.ts';
import type { JsonValue } from '../json.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { readJsonSchema } from './read-json-schema.ts';

function check(schema: unknown, value: JsonValue): readonly ValidationIssue[] {
  return compileJsonSchema(readJsonSchema(schema))(value);
}

const tooComplex = [
  { path: [], message: 'is too complex to be checked: that takes more than 1000000 steps' },
];

describe('compileJsonSchema', () => {
  it('answers with one shared, frozen, empty list when a value is valid', () => {
    const issues = check({ type: 'string' }, 'a');

    expect(issues).toEqual([]);
    expect(Object.isFrozen(issues)).toBe(true);
    expect(check({ type: 'number' }, 1)).toBe(issues);
  });

  it('reads references by the schema with an id that a pointer leads into', () => {
    const schema = {
      $id: 'https://example.com/outer',
      $defs: {
        part: { type: 'number' },
        inner: {
          $id: 'https://example.com/inner',
          $defs: { part: { type: 'string' } },
          custom: { name: { $ref: '#/$defs/part' } },
        },
      },
      properties: { name: { $ref: '#/$defs/inner/custom/name' } },
    };

    expect(check(schema, { name: 'a' })).toEqual([]);
    expect(check(schema, { name: 1 })).not.toEqual([]);
  });

  it('lists every failing field with its path', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', minLength: 1 },
        days: { type: 'integer', maximum: 14 },
        stops: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
      required: ['city', 'unit'],
      additionalProperties: false,
    };

    expect(check(schema, { city: '', days: 99, stops: [{ name: 'a' }, { name: 1 }], colour: 'red' })).toEqual(
      [
        { path: ['city'], message: 'must have at least 1 character' },
        { path: ['days'], message: 'must be at most 14' },
        { path: ['stops', 1, 'name'], message: 'must be a string, not a number' },
        { path: ['colour'], message: 'is not an allowed property; allowed are "city", "days", "stops"' },
        { path: ['unit'], message: 'is required' },
      ],
    );
  });

  it('carries nothing but path and message', () => {
    expect(check({ enum: ['a'] }, 1)).toStrictEqual([{ path: [], message: 'must be "a"' }]);
  });

  it('lists at most 100 issues', () => {
    expect(
      check(
        { items: { type: 'string' } },
        Array.from({ length: 1_000 }, () => 1),
      ),
    ).toHaveLength(100);
  });

  it('treats format and content keywords as annotations', () => {
    const schema = { format: 'email', contentEncoding: 'base64', contentMediaType: 'application/json' };

    expect(check(schema, 'not an address')).toEqual([]);
  });

  it('gives the same answer each time', () => {
    const compiled = compileJsonSchema(readJsonSchema({ properties: { a: { pattern: '^a$' } } }));

    const answers = ['a', 'b', 'a', 'b'].map((a) => compiled({ a }).length);

    expect(answers).toEqual([0, 1, 0, 1]);
  });
});

describe('compileJsonSchema on hostile values', () => {
  function nest(depth: number, leaf: JsonValue = {}): JsonValue {
    let value = leaf;
    for (let level = 0; level < depth; level++) value = { x: value };
    return value;
  }

  const descending = { properties: { x: { $ref: '#' } } };

  it('gives an answer for a text on which the engine may run out of stack', () => {
    const huge = 'ab'.repeat(6_000_000);

    expect(() => check({ pattern: '^(?:a|b)*$' }, huge)).not.toThrow();
    expect(check({ pattern: '^(?:a|b)*$' }, `${huge}c`)).toHaveLength(1);
  });

  it('ends a check that doubles at every level of the value', () => {
    const schema = { anyOf: [{ ...descending, required: ['y'] }, descending] };

    expect(check(schema, nest(10))).toEqual([]);
    expect(check(schema, nest(100))).toEqual(tooComplex);
  });

  it('ends an explanation that doubles at every level of the value', () => {
    const schema = {
      anyOf: [
        { ...descending, required: ['y'] },
        { ...descending, required: ['z'] },
      ],
    };

    expect(check(schema, nest(100))).toEqual(tooComplex);
  });

  it('ends a check that would go through a large value once for each of many alternatives', () => {
    const anyOf = Array.from({ length: 5_000 }, () => ({ items: { not: { const: -1 } } }));
    const value = Array.from({ length: 50_000 }, (_, index) => (index === 49_999 ? -1 : index));

    expect(check({ anyOf }, value)).toEqual(tooComplex);
  });

  it('ends a check that would count the characters of a long text again and again', () => {
    const anyOf = Array.from({ length: 5_000 }, () => ({ maxLength: 600_000, minLength: 600_001 }));

    expect(check({ anyOf }, 'a'.repeat(1_000_000))).toEqual(tooComplex);
  });

  it('does not run out of stack where a deep value meets a chain of references', () => {
    const $defs: Record<string, object> = { a20: { ...descending, unevaluatedProperties: false } };
    for (let level = 0; level < 20; level++)
      $defs[`a${level}`] = { oneOf: [{ $ref: `#/$defs/a${level + 1}` }] };

    expect(check({ $ref: '#/$defs/a0', $defs }, nest(127))).toEqual(tooComplex);
  });

  it('checks values as deep as values can be', () => {
    const schema = { type: 'object', properties: { x: { anyOf: [{ $ref: '#' }, { type: 'string' }] } } };

    expect(check(schema, nest(127, 'leaf'))).toEqual([]);
    expect(check(schema, nest(127, 5))).toHaveLength(1);
  });

  it('checks large values in one pass', () => {
    const item = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
    const value = Array.from({ length: 100_000 }, (_, id) => ({ id }));

    expect(check({ items: item }, value)).toEqual([]);
  });

  it('refuses a text that is too long for its pattern, also where not matching would be right', () => {
    // Quadratic: every digit may be the start of a match that fails at the end of the text.
    const pattern = '\\d+x';
    const text = '1'.repeat(1_000_000);

    expect(check({ properties: { a: { pattern } } }, { a: text })).toEqual([
      { path: ['a'], message: 'is too long to be checked against its pattern' },
    ]);
    expect(check({ not: { pattern } }, text)).toEqual([
      { path: [], message: 'contains a text that is too long to be checked against a pattern' },
    ]);
    expect(check({ patternProperties: { [pattern]: true } }, { [text]: 1 })).toEqual([
      { path: [text], message: 'has a name that is too long to be checked against its pattern' },
    ]);
    expect(check({ not: { pattern } }, '1'.repeat(100))).toEqual([]);
  });

  it.each([
    ['many patterns', Array.from({ length: 140 }, (_, index) => `^[^z]*z${index}`), 'a'],
    ['a pattern with many parts', [`(?:${'[ab]'.repeat(50)}|${'[cd]'.repeat(50)})x`], 'a'],
    ['classes of Unicode', ['a', 'b', 'c', 'd'].map((end) => String.raw`^[\p{L}\p{N}]*${end}$`), '\u4e2d'],
  ])('charges %s by what it costs to match them', (_what, patterns, character) => {
    const schema = { anyOf: patterns.map((pattern) => ({ pattern })) };

    expect(check(schema, character.repeat(400_000))).toEqual(tooComplex);
    expect(check(schema, character.repeat(1_000))).toHaveLength(1);
    expect(check(schema, character.repeat(1_000))).not.toEqual(tooComplex);
  });

  it('checks many short texts, and a long one, against patterns that are cheap', () => {
    const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
    const ids = Array.from({ length: 20_000 }, () => '123e4567-e89b-12d3-a456-426614174000');

    expect(check({ items: { pattern: uuid } }, ids)).toEqual([]);
    expect(check({ pattern: String.raw`^[\s\S]{1,2000000}$` }, 'x'.repeat(1_000_000))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ValidationIssue } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function check(schema: unknown, value: JsonValue): readonly ValidationIssue[] {
  return compileJsonSchema(readJsonSchema(schema))(value);
}

const shapes = {
  anyOf: [
    {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      required: ['kind', 'radius'],
    },
    {
      type: 'object',
      properties: { kind: { enum: ['square', 'box'] }, side: { type: 'number' } },
      required: ['kind', 'side'],
    },
  ],
};

describe('allOf', () => {
  it('reports what every part finds', () => {
    const schema = { allOf: [{ minimum: 3 }, { multipleOf: 2 }, true] };

    expect(check(schema, 4)).toEqual([]);
    expect(check(schema, 1).map(({ message }) => message)).toEqual([
      'must be at least 3',
      'must be a multiple of 2',
    ]);
  });
});

describe('anyOf', () => {
  it('accepts what any alternative accepts', () => {
    expect(check(shapes, { kind: 'circle', radius: 1 })).toEqual([]);
    expect(check(shapes, { kind: 'box', side: 1 })).toEqual([]);
  });

  it('reports the alternative whose distinguishing property fits', () => {
    expect(
      check({ properties: { shape: shapes } }, { shape: { kind: 'square', side: 'x', radius: 1 } }),
    ).toEqual([{ path: ['shape', 'side'], message: 'must be a number, not a string' }]);
  });

  it('lists the values of a distinguishing property that fits no alternative', () => {
    expect(check(shapes, { kind: 'line' })).toEqual([
      { path: ['kind'], message: 'must be one of "circle", "square", "box"' },
    ]);
  });

  it('reports what all alternatives miss', () => {
    expect(check(shapes, {})).toEqual([{ path: ['kind'], message: 'is required' }]);
  });

  it('merges alternatives that only tell types or values', () => {
    expect(check({ anyOf: [{ type: 'string' }, { type: ['number', 'null'] }] }, true)).toEqual([
      { path: [], message: 'must be a string, a number or null, not a boolean' },
    ]);
    expect(check({ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c')).toEqual([
      { path: [], message: 'must be one of "a", "b"' },
    ]);
  });

  it('reports listed values with the types that other alternatives want', () => {
    const limit = { anyOf: [{ type: 'integer' }, { const: 'all' }, { type: 'null' }] };

    for (const value of ['5', 1.5, true]) {
      expect(check(limit, value)).toEqual([{ path: [], message: 'must be "all" or an integer' }]);
      expect(check({ anyOf: [limit, { type: 'object' }] }, value)).toEqual([
        { path: [], message: 'must be "all", an integer or an object' },
      ]);
    }
  });

  it('reports the alternative whose type fits', () => {
    const schema = { anyOf: [{ type: 'null' }, { enum: ['a', 'b'], type: 'string' }] };

    expect(check(schema, 'c')).toEqual([{ path: [], message: 'must be one of "a", "b"' }]);
    expect(check({ anyOf: [{ type: 'array' }, { type: 'string', minLength: 3 }] }, 'c')).toEqual([
      { path: [], message: 'must have at least 3 characters' },
    ]);
  });

  it('reports the alternative with the fewest issues', () => {
    const schema = { anyOf: [{ required: ['a', 'b', 'c'] }, { required: ['a', 'd'] }] };

    expect(check(schema, { a: 1 })).toEqual([{ path: ['d'], message: 'is required' }]);
  });

  it('reports none where several came equally close', () => {
    expect(check({ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {})).toEqual([
      { path: [], message: 'matches none of the 2 allowed alternatives: "a" is required or "b" is required' },
    ]);
    expect(check({ anyOf: [{ minimum: 3 }, { multipleOf: 7 }] }, 2)).toEqual([
      {
        path: [],
        message: 'matches none of the 2 allowed alternatives: must be at least 3 or must be a multiple of 7',
      },
    ]);
  });

  it('tells what each of a few alternatives wants, and counts the others', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const anyOf = names.map((name) => ({ required: [name, `${name}2`] }));
    const deep = { type: 'array', items: { properties: { x: { maximum: 1 } } } };

    expect(check({ anyOf: anyOf.slice(0, 2) }, {})).toEqual([
      {
        path: [],
        message:
          'matches none of the 2 allowed alternatives: "a" is required and "a2" is required; or "b" is required and "b2" is required',
      },
    ]);
    expect(check({ anyOf }, {})[0]?.message).toMatch(/"c2" is required; or 2 more$/);
    expect(check({ anyOf: [deep, { maxItems: 0 }] }, [{ x: 2 }])[0]?.message).toMatch(
      /: \[0\]\.x must be at most 1 or must have at most 0 items, not 1$/,
    );
    expect(
      check({ anyOf: names.map((name) => ({ required: [name.repeat(10_000)] })) }, {})[0]?.message.length,
    ).toBeLessThan(500);
  });
});

describe('oneOf', () => {
  it('accepts exactly one match', () => {
    const schema = { oneOf: [{ minimum: 3 }, { multipleOf: 2 }, { const: 4 }] };

    expect(check(schema, 5)).toEqual([]);
    expect(check(schema, 4)).toEqual([
      {
        path: [],
        message: 'matches 3 of the 3 allowed alternatives (numbers 1, 2 and 3), but must match exactly one',
      },
    ]);
    expect(check({ oneOf: shapes.anyOf }, { kind: 'circle' })).toEqual([
      { path: ['radius'], message: 'is required' },
    ]);
  });
});

describe('not', () => {
  it('shows what must not match', () => {
    expect(check({ not: { type: 'string' } }, 5)).toEqual([]);
    expect(check({ not: { type: 'string' } }, 'a')).toEqual([
      { path: [], message: 'must not match {"type":"string"}' },
    ]);
  });
});

describe('if', () => {
  const schema = {
    if: { properties: { unit: { const: 'inch' } }, required: ['unit'] },
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    then: { required: ['scale'] },
    else: { properties: { scale: false } },
  };

  it('applies then or else', () => {
    expect(check(schema, { unit: 'inch', scale: 1 })).toEqual([]);
    expect(check(schema, { unit: 'inch' })).toEqual([{ path: ['scale'], message: 'is required' }]);
    expect(check(schema, { scale: 1 })).toEqual([{ path: ['scale'], message: 'is not allowed' }]);
  });

  it('ignores then and else without if, and if without both', () => {
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    expect(check({ then: false, else: false }, 1)).toEqual([]);
    expect(check({ if: false }, 1)).toEqual([]);
  });
});

describe('boolean schemas', () => {
  it('accept everything or nothing', () => {
    expect(check(true, {})).toEqual([]);
    expect(check(false, {})).toEqual([{ path: [], message: 'is not allowed' }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function listMessages(schema: unknown, value: JsonValue): string[] {
  return compileJsonSchema(readJsonSchema(schema))(value).map(({ message }) => message);
}

describe('number rules', () => {
  it('compares with inclusive and exclusive limits', () => {
    expect(listMessages({ minimum: 3, maximum: 3 }, 3)).toEqual([]);
    expect(listMessages({ minimum: 3 }, 2.9)).toEqual(['must be at least 3']);
    expect(listMessages({ maximum: 3 }, 3.1)).toEqual(['must be at most 3']);
    expect(listMessages({ exclusiveMinimum: 3 }, 3)).toEqual(['must be more than 3']);
    expect(listMessages({ exclusiveMaximum: 3 }, 3)).toEqual(['must be less than 3']);
  });

  it('reports every limit that is broken', () => {
    expect(listMessages({ minimum: 3, exclusiveMaximum: 2, multipleOf: 7 }, 2.5)).toEqual([
      'must be at least 3',
      'must be less than 2',
      'must be a multiple of 7',
    ]);
  });

  it.each([
    [0.3, 0.1],
    [4.35, 0.01],
    [0.0075, 0.0001],
    [-0.6, 0.2],
    [0, 0.3],
    [1e308, 5e-324],
    [1.7976931348623157e308, 1e-300],
    [12_391_239_123, 1e-8],
    [9_007_199_254_740_992, 2],
    [1e21, 1e3],
  ])('accepts %d as a multiple of %d', (value, multipleOf) => {
    expect(listMessages({ multipleOf }, value)).toEqual([]);
  });

  it.each([
    [0.35, 0.1],
    [0.00751, 0.0001],
    [1e308, 0.123456789],
    [5e-324, 1e308],
    [7, 2],
    [1.5, 1],
  ])('does not accept %d as a multiple of %d', (value, multipleOf) => {
    expect(listMessages({ multipleOf }, value)).toEqual([`must be a multiple of ${multipleOf}`]);
  });

  it('takes every number without a fraction for an integer', () => {
    expect(listMessages({ type: 'integer' }, 1.0)).toEqual([]);
    expect(listMessages({ type: 'integer' }, 1e300)).toEqual([]);
    expect(listMessages({ type: 'integer' }, 1.5)).toEqual(['must be an integer, not 1.5']);
    expect(listMessages({ type: ['integer', 'null'] }, '1')).toEqual([
      'must be an integer or null, not a string',
    ]);
    expect(listMessages({ type: ['integer', 'number'] }, 1.5)).toEqual([]);
  });

  it('ignores values that are no numbers', () => {
    expect(listMessages({ minimum: 5, maximum: 1, multipleOf: 3 }, '4')).toEqual([]);
  });
});

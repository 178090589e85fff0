import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { readJsonSchema } from './read-json-schema.ts';

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

function accepts(schema: object, value: JsonValue): boolean {
  return compileJsonSchema(readJsonSchema(schema))(value).length === 0;
}

describe('dialects', () => {
  it('reads arrays of items and additionalItems in draft-07 only', () => {
    const schema = { ...draft07, items: [{ type: 'string' }], additionalItems: { type: 'number' } };

    expect(accepts(schema, ['a', 1])).toBe(true);
    expect(accepts(schema, [1])).toBe(false);
    expect(accepts(schema, ['a', 'b'])).toBe(false);
    expect(accepts({ ...draft07, items: true, additionalItems: false }, [1])).toBe(true);
    expect(accepts({ additionalItems: false }, [1])).toBe(true);
  });

  it('ignores in draft-07 what only 2020-12 knows', () => {
    expect(accepts({ ...draft07, prefixItems: [false] }, [1])).toBe(true);
    expect(accepts({ ...draft07, contains: { const: 1 }, minContains: 2, maxContains: 0 }, [1])).toBe(true);
    expect(accepts({ ...draft07, contains: { const: 1 }, minContains: 0 }, [])).toBe(false);
    expect(accepts({ ...draft07, dependentRequired: { a: ['b'] } }, { a: 1 })).toBe(true);
    expect(accepts({ ...draft07, dependentSchemas: { a: false } }, { a: 1 })).toBe(true);
    expect(accepts({ ...draft07, $dynamicRef: '#nowhere', $anchor: 5 }, 1)).toBe(true);
  });

  it('checks dependencies in both, since nobody writes them without meaning it', () => {
    const dependencies = { a: ['b'], c: { required: ['d'] } };

    for (const schema of [{ ...draft07, dependencies }, { dependencies }]) {
      expect(accepts(schema, { a: 1, b: 1, c: 1, d: 1 })).toBe(true);
      expect(accepts(schema, { a: 1 })).toBe(false);
      expect(accepts(schema, { c: 1 })).toBe(false);
    }
  });

  it('knows if, const, contains and propertyNames in both', () => {
    const keywords = { if: { const: 1 }, else: { propertyNames: { const: 'a' }, contains: { const: 'b' } } };

    for (const schema of [{ ...draft07, ...keywords }, keywords]) {
      expect(accepts(schema, 1)).toBe(true);
      expect(accepts(schema, { a: 1 })).toBe(true);
      expect(accepts(schema, { b: 1 })).toBe(false);
      expect(accepts(schema, ['a'])).toBe(false);
    }
  });
});

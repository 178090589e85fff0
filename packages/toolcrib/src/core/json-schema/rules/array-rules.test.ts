import { describe, expect, it } from 'vitest';
import type { ValidationIssue } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function check(schema: unknown, value: JsonValue): readonly ValidationIssue[] {
  return compileJsonSchema(readJsonSchema(schema))(value);
}

describe('array rules', () => {
  it('counts items', () => {
    expect(check({ minItems: 1, maxItems: 2 }, [1, 2])).toEqual([]);
    expect(check({ minItems: 2 }, [1])).toEqual([{ path: [], message: 'must have at least 2 items, not 1' }]);
    expect(check({ maxItems: 1 }, [1, 2])).toEqual([
      { path: [], message: 'must have at most 1 item, not 2' },
    ]);
  });

  it('checks the first items one by one and all others alike', () => {
    const schema = { prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'boolean' } };

    expect(check(schema, ['a'])).toEqual([]);
    expect(check(schema, ['a', 1, true, false])).toEqual([]);
    expect(check(schema, ['a', 'b', true, 3])).toEqual([
      { path: [1], message: 'must be a number, not a string' },
      { path: [3], message: 'must be a boolean, not a number' },
    ]);
  });

  it('says how many items there may be where others are forbidden', () => {
    expect(check({ prefixItems: [true], items: false }, [1, 2])).toEqual([
      { path: [1], message: 'is not allowed; there must be at most 1 item' },
    ]);
  });

  it('finds equal items of any type', () => {
    for (const value of [
      [1, 1],
      ['a', 'b', 'a'],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[], []],
      [null, null],
    ]) {
      expect(check({ uniqueItems: true }, value)).toEqual([
        { path: [], message: 'must not contain equal items' },
      ]);
    }
    expect(check({ uniqueItems: true }, [1, '1', true, 'true', null, 'null', [1], '[1]', {}, []])).toEqual(
      [],
    );
    expect(check({ uniqueItems: false }, [1, 1])).toEqual([]);
  });

  it('finds equal items in linear time', () => {
    const items = Array.from({ length: 100_000 }, (_, index) => index);
    const objects = items.slice(0, 50_000).map((index) => ({ index }));

    expect(check({ uniqueItems: true }, items)).toEqual([]);
    expect(check({ uniqueItems: true }, objects)).toEqual([]);
  });

  it('counts the items that contains asks for', () => {
    const schema = { contains: { const: 'x' }, minContains: 2, maxContains: 3 };

    expect(check({ contains: { const: 'x' } }, ['a', 'x'])).toEqual([]);
    expect(check({ contains: { const: 'x' } }, [])).toEqual([
      { path: [], message: 'must contain at least 1 item that matches {"const":"x"}' },
    ]);
    expect(check(schema, ['x', 'x', 'a'])).toEqual([]);
    expect(check(schema, ['x'])).toEqual([
      { path: [], message: 'must contain at least 2 items that match {"const":"x"}' },
    ]);
    expect(check(schema, ['x', 'x', 'x', 'x'])).toEqual([
      { path: [], message: 'must contain at most 3 items that match {"const":"x"}' },
    ]);
    // It is explained together with a rule that fails, although it holds itself.
    expect(check({ ...schema, minItems: 9 }, ['x', 'x', 'x'])).toEqual([
      { path: [], message: 'must have at least 9 items, not 3' },
    ]);
    expect(check({ contains: false, minContains: 0 }, [1])).toEqual([]);
    expect(check({ minContains: 5 }, [])).toEqual([]);
  });

  it('ignores values that are no arrays', () => {
    const schema = { minItems: 5, items: false, contains: false, prefixItems: [false], uniqueItems: true };

    for (const value of ['text', 5, null, { length: 1, 0: 1 }]) expect(check(schema, value)).toEqual([]);
  });
});

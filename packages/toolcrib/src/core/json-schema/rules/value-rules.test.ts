import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function listMessages(schema: unknown, value: JsonValue): string[] {
  return compileJsonSchema(readJsonSchema(schema))(value).map(({ message }) => message);
}

describe('value rules', () => {
  it('compares by value, the order of keys apart', () => {
    expect(listMessages({ const: { a: [1, { b: null }], c: 2 } }, { c: 2, a: [1, { b: null }] })).toEqual([]);
    expect(listMessages({ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 })).toEqual([]);
    expect(listMessages({ enum: [[1, 2]] }, [2, 1])).toEqual(['must be [1,2]']);
    expect(listMessages({ const: 0 }, -0)).toEqual([]);
  });

  it('does not mix up types', () => {
    expect(listMessages({ enum: [1, 'null', '[]'] }, '1')).toHaveLength(1);
    expect(listMessages({ enum: [1, 'null', '[]'] }, null)).toHaveLength(1);
    expect(listMessages({ enum: [[0], '[]'] }, [])).toHaveLength(1);
    expect(listMessages({ const: false }, 0)).toEqual(['must be false']);
    expect(listMessages({ enum: [{ length: 0 }] }, [])).toHaveLength(1);
  });

  it('cuts long lists and long values', () => {
    const values = Array.from({ length: 30 }, (_, index) => `v${index}`);

    expect(listMessages({ enum: values }, 'x')).toEqual([
      'must be one of "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9" and 20 more',
    ]);
    expect(listMessages({ const: 'x'.repeat(1_000) }, 'y')[0]?.length).toBeLessThan(150);
  });

  it('says that nothing is allowed by an empty enum', () => {
    expect(listMessages({ enum: [] }, 1)).toEqual(['is not allowed, because no value is']);
  });

  it('compares many objects in linear time', () => {
    const values = Array.from({ length: 2_000 }, (_, index) => ({ first: 'same', second: [index] }));
    const items = Array.from({ length: 20_000 }, (_, index) => ({ second: [index % 2_000], first: 'same' }));

    expect(listMessages({ items: { enum: values } }, items)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../json.ts';
import { compileJsonSchema } from '../compile-json-schema.ts';
import { readJsonSchema } from '../read-json-schema.ts';

function listMessages(schema: unknown, value: JsonValue): string[] {
  return compileJsonSchema(readJsonSchema(schema))(value).map(({ message }) => message);
}

describe('string rules', () => {
  it('counts code points, not units', () => {
    expect(listMessages({ minLength: 2 }, '😀')).toEqual(['must have at least 2 characters']);
    expect(listMessages({ minLength: 2 }, '😀a')).toEqual([]);
    expect(listMessages({ maxLength: 1 }, '😀')).toEqual([]);
    expect(listMessages({ maxLength: 1 }, '😀a')).toEqual(['must have at most 1 character']);
    expect(listMessages({ maxLength: 2 }, '😀😀')).toEqual([]);
    expect(listMessages({ minLength: 3, maxLength: 3 }, 'a😀b')).toEqual([]);
  });

  it('counts a surrogate without its other half as one character', () => {
    const lengths: readonly (readonly [text: string, length: number])[] = [
      ['\ud800', 1],
      ['\ud800\ud800', 2],
      ['\udc00\ud800', 2],
      ['\udc00\udc00', 2],
      ['\ud800a', 2],
      ['\ud800\ud800\udc00', 2],
      ['\ud800\udc00\udc00', 2],
      ['\udbff\udfff\ud800\udc00', 2],
      ['\ud7ff\ue000', 2],
      ['\udbff\ue000', 2],
      ['\ud7ff\udc00', 2],
    ];

    for (const [text, length] of lengths) {
      expect(listMessages({ minLength: length, maxLength: length }, text)).toEqual([]);
      expect(listMessages({ minLength: length + 1 }, text)).toHaveLength(1);
      expect(listMessages({ maxLength: length - 1 }, text)).toHaveLength(1);
    }
  });

  it('searches for a pattern anywhere, with Unicode classes', () => {
    expect(listMessages({ pattern: 'b' }, 'abc')).toEqual([]);
    expect(listMessages({ pattern: '^\\p{Lu}$' }, 'É')).toEqual([]);
    expect(listMessages({ pattern: '^a$' }, 'ab')).toEqual(['must match the pattern ^a$']);
  });

  it('ignores values that are no strings', () => {
    for (const value of [1, null, true, [], {}]) {
      expect(listMessages({ minLength: 5, maxLength: 0, pattern: '^a$' }, value)).toEqual([]);
    }
  });

  it('says the type first, and then only which values are right', () => {
    expect(listMessages({ type: 'string', minimum: 9 }, 5)).toEqual(['must be a string, not a number']);
    expect(listMessages({ type: 'string', enum: ['a', 'b'] }, 5)).toEqual([
      'must be a string, not a number',
      'must be one of "a", "b"',
    ]);
  });
});

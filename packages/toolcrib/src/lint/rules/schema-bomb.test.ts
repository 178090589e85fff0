import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import type { JsonValue } from '../../core/json.ts';
import { schemaBomb } from './schema-bomb.ts';

describe('schema-bomb', () => {
  it('is an error for a schema that is too deep', () => {
    let inputSchema = { type: 'object' } as { readonly [key: string]: JsonValue };
    for (let depth = 0; depth < 100; depth++)
      inputSchema = { type: 'object', properties: { a: inputSchema } };

    expect(checkRule(schemaBomb, { inputSchema })).toMatchObject([{ severity: 'error' }]);
  });

  it('is an error for a pattern that takes too long', () => {
    const properties = { a: { type: 'string', pattern: '^(a+)+$' } };

    expect(checkRule(schemaBomb, { inputSchema: { type: 'object', properties } })).toMatchObject([
      { severity: 'error', pointer: expect.stringContaining('/inputSchema/properties/a') },
    ]);
  });

  it('finds nothing in a schema that is merely wrong', () => {
    expect(checkRule(schemaBomb, { inputSchema: { type: 'thing' } })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import { looseSchema } from './loose-schema.ts';

describe('loose-schema', () => {
  it.each([{}, { type: 'object' }, { type: 'object', properties: {} }, { additionalProperties: true }])(
    'is an info for a schema that takes anything: %j',
    (inputSchema) => {
      expect(checkRule(looseSchema, { inputSchema })).toMatchObject([
        { severity: 'info', pointer: '/inputSchema' },
      ]);
    },
  );

  it.each([
    { type: 'object', additionalProperties: false },
    { type: 'object', properties: { a: {} } },
    { $ref: '#/$defs/a', $defs: { a: {} } },
    { additionalProperties: { type: 'string' } },
  ])('finds nothing in a schema that says something: %j', (inputSchema) => {
    expect(checkRule(looseSchema, { inputSchema })).toEqual([]);
  });
});

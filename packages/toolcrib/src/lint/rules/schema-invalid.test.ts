import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import { schemaInvalid } from './schema-invalid.ts';

describe('schema-invalid', () => {
  it('is an error for what is no schema of a dialect that is understood', () => {
    const properties = { pages: { exclusiveMinimum: true } };

    const [finding, ...others] = checkRule(schemaInvalid, { inputSchema: { type: 'object', properties } });

    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'error',
      pointer: '/inputSchema/properties/pages/exclusiveMinimum',
    });
  });

  it('looks at the output too', () => {
    expect(checkRule(schemaInvalid, { outputSchema: { type: 'thing' } })).toHaveLength(1);
  });

  it('finds nothing in a good schema, nor in what other rules report', () => {
    expect(checkRule(schemaInvalid, {})).toEqual([]);
    expect(checkRule(schemaInvalid, { inputSchema: { $ref: 'https://example.com/a.json' } })).toEqual([]);
  });
});

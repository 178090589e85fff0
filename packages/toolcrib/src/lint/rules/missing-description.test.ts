import { describe, expect, it } from 'vitest';
import { checkRule } from '../../../../../test/lint/check-rule.ts';
import { missingDescription } from './missing-description.ts';

describe('missing-description', () => {
  it('is a warning for a tool, and an info for each parameter', () => {
    const properties = { city: { type: 'string' }, unit: { type: 'string', description: 'C or F.' } };

    const findings = checkRule(missingDescription, {
      description: ' ',
      inputSchema: { type: 'object', properties },
    });

    expect(findings.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
      'warning /description',
      'info /inputSchema/properties/city',
    ]);
  });

  it('finds nothing where all is described', () => {
    expect(checkRule(missingDescription, {})).toEqual([]);
  });
});

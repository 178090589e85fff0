import { describe, expect, it } from 'vitest';
import { checkRule, worstIn } from '../../../../../test/lint/check-rule.ts';
import { toolReference } from './tool-reference.ts';

describe('tool-reference', () => {
  it('is an info for a tool that is known', () => {
    const spec = { name: 'a', description: 'Call get_user first, or getUser, or list.', inputSchema: {} };

    const findings = toolReference.check(spec, { isToolName: (name) => name === 'get_user' });

    expect(findings).toMatchObject([{ severity: 'info', pointer: '/description', start: 5, end: 13 }]);
  });

  it('is an info for a name that is called a tool', () => {
    expect(worstIn(toolReference, 'Use the `get_schema` tool first.')).toBe('info');
    expect(worstIn(toolReference, 'Pass the user_id.')).toBeUndefined();
  });

  it('does not take its own name or parameters for other tools', () => {
    const inputSchema = { type: 'object', properties: { run_tests: {} } };
    const description = 'The make_build tool; run_tests function.';

    expect(checkRule(toolReference, { name: 'make_build', description, inputSchema })).toEqual([]);
  });
});

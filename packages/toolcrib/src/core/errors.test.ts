import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, errorTable, ToolcribError, ValidationError } from './errors.ts';

describe('an error', () => {
  it('says who is at fault and whether to try again, by its code', () => {
    for (const [code, row] of Object.entries(errorTable)) {
      const error = new ToolcribError(code as keyof typeof errorTable, 'It happened.');

      expect(error.fault).toBe(row.fault);
      expect(error.retryable).toBe(row.retryable);
    }
  });

  it('does not print its cause, which may hold secrets', () => {
    const failed = new ToolcribError('E_TOOL_FAILED', 'It failed.', { cause: new TypeError('hunter2') });

    expect(inspect(failed)).toContain('ToolcribError: It failed.');
    expect(inspect(failed)).toContain('[cause]: TypeError, kept in error.cause');
    expect(inspect({ failed }, { depth: 9 })).not.toContain('hunter2');
    expect(inspect(new ToolcribError('E_TOOL_FAILED', 'It failed.'))).not.toContain('cause');
  });

  it('is named by its class, also where class names are minified', () => {
    expect(new ToolcribError('E_TOOL_FAILED', 'x').name).toBe('ToolcribError');
    expect(String(new ConfigError('E_INVALID_TOOL', 'No.'))).toBe('ConfigError: No.');
    expect(new ConfigError('E_INVALID_TOOL', 'No.')).toBeInstanceOf(ToolcribError);
  });

  it('keeps a cause, undefined included, and leaves it out of JSON', () => {
    const secret = new Error('password=hunter2');
    const error = new ToolcribError('E_TOOL_FAILED', 'It failed.', {
      cause: secret,
      context: { toolName: 'a' },
    });

    expect(error.cause).toBe(secret);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'E_TOOL_FAILED',
      message: 'It failed.',
      fault: 'tool',
      retryable: false,
      context: { toolName: 'a' },
    });
    expect(Object.hasOwn(new ToolcribError('E_TOOL_FAILED', 'x', { cause: undefined }), 'cause')).toBe(true);
    expect(Object.hasOwn(new ToolcribError('E_TOOL_FAILED', 'x'), 'cause')).toBe(false);
  });

  it('keeps its own copy of context and issues', () => {
    const context: Record<string, unknown> = { toolName: 'a' };
    const issues = [{ path: ['x'], message: 'is required' }];
    const error = new ValidationError('E_INVALID_TOOL_ARGS', 'Bad.', { context, issues });

    context.toolName = 'b';
    issues.pop();

    expect(error.context).toEqual({ toolName: 'a' });
    expect(error.issues).toHaveLength(1);
    expect(() => Object.assign(error.context, { toolName: 'c' })).toThrow(TypeError);
  });
});

import { ToolcribError, ValidationError } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { InvalidRequest } from './invalid-request.ts';
import { toProblem } from './problem.ts';
import { problemSchema } from './reference/problem-schema.ts';

const SECRET = 'postgres://admin:hunter2@db/prod';

describe('toProblem', () => {
  it("tells the caller's own mistakes in full", () => {
    const error = new ToolcribError('E_TOOL_NOT_FOUND', 'There is no tool "wether".', {
      context: { name: 'wether', similar: ['weather'] },
    });

    expect(toProblem(error, 'r1')).toEqual({
      type: 'urn:toolcrib:error:E_TOOL_NOT_FOUND',
      title: 'Tool not found',
      status: 404,
      detail: 'There is no tool "wether".',
      code: 'E_TOOL_NOT_FOUND',
      retryable: false,
      requestId: 'r1',
      context: { name: 'wether', similar: ['weather'] },
    });
  });

  it('lists all issues', () => {
    const issues = [{ path: ['a', 0], message: 'is required' }];

    expect(toProblem(new InvalidRequest('No.', issues), 'r')).toMatchObject({ status: 400, issues });
    expect(toProblem(new ValidationError('E_INVALID_TOOL_ARGS', 'No.', { issues }), 'r')).toMatchObject({
      status: 422,
      issues,
    });
  });

  it.each([
    ['a plain error', new Error(SECRET)],
    ['what is no error', SECRET],
    ['undefined', undefined],
    ['an error of the host', new ToolcribError('E_STORE_FAILED', SECRET, { context: { url: SECRET } })],
    [
      'an error of the host for good',
      new ToolcribError('E_STORE_CORRUPT', SECRET, { context: { url: SECRET } }),
    ],
    ['an error of a tool', new ToolcribError('E_TOOL_FAILED', SECRET, { cause: new Error(SECRET) })],
    ['the cause of a mistake', new ToolcribError('E_INVALID_REQUEST', 'No.', { cause: new Error(SECRET) })],
  ])('says nothing of our insides for %s', (_, error) => {
    const problem = toProblem(error, 'r1');

    expect(JSON.stringify(problem)).not.toContain('hunter2');
    expect(problem.requestId).toBe('r1');
  });

  it('leaves out context that is too large or no JSON', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;

    for (const context of [{ text: 'x'.repeat(20_000) }, circular, { big: 1n }]) {
      expect(toProblem(new ToolcribError('E_INVALID_REQUEST', 'No.', { context }), 'r')).not.toHaveProperty(
        'context',
      );
    }
  });

  it('is what the document says', () => {
    const errors = [new Error('x'), new InvalidRequest('No.', [{ path: ['a'], message: 'b' }])];

    for (const error of errors) expect(() => problemSchema.parse(toProblem(error, 'r'))).not.toThrow();
  });
});

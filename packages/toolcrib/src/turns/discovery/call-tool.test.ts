import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { callTool, readInnerCall } from './call-tool.ts';

const issuesOf = (sent: JsonValue) => {
  const read = readInnerCall(sent);
  return read.ok ? [] : read.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('readInnerCall', () => {
  it('gives the call that is meant, with the arguments as they came', () => {
    const args = { city: 'Oslo' };

    expect(readInnerCall({ tool: 'weather', arguments: args })).toEqual({
      ok: true,
      value: { tool: 'weather', args },
    });
    expect(readInnerCall({ tool: 'weather', arguments: '{"city":' })).toEqual({
      ok: true,
      value: { tool: 'weather', args: '{"city":' },
    });
  });

  it.each([
    [[], ': must be an object with tool and arguments'],
    ['weather', ': must be an object with tool and arguments'],
    [{ tool: '', arguments: {} }, 'tool: must be the name of a tool'],
    [{ tool: 5, arguments: {} }, 'tool: must be the name of a tool'],
    [{ tool: 'call_tool', arguments: {} }, 'tool: must be the name of another tool'],
    [{ tool: 'search_tools', arguments: {} }, 'tool: must not be search_tools; call that itself'],
    [{ tool: 'weather' }, 'arguments: must be an object with the arguments of the tool'],
    [{ tool: 'weather', arguments: [] }, 'arguments: must be an object with the arguments of the tool'],
    [
      { tool: 'weather', arguments: {}, city: 'Oslo' },
      'city: is not known; arguments of the tool belong into arguments',
    ],
  ] as const)('says what is wrong with %j', (sent, issue) => {
    expect(issuesOf(sent)).toEqual([issue]);
  });

  it('says everything that is wrong at once', () => {
    expect(issuesOf({ name: 'weather' })).toHaveLength(3);
  });
});

describe('call_tool', () => {
  it('accepts nothing itself, not even what could be passed on', () => {
    const code = 'E_INVALID_TOOL_ARGS';

    expect(errorOf(() => callTool.validate({ tool: 'weather', arguments: {} }))).toMatchObject({ code });
    expect(errorOf(() => callTool.validate({ tool: 'call_tool', arguments: {} }))).toMatchObject({
      code,
      issues: [{ path: ['tool'] }],
    });
  });
});

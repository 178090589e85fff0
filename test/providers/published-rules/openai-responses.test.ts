import { describe, expect, it } from 'vitest';
import { checkOpenAIResponsesTools } from './openai-responses.ts';

const parameters = { type: 'object', properties: { a: { type: 'string' } } };
const strictParameters = { ...parameters, required: ['a'], additionalProperties: false };

const search = { type: 'tool_search', execution: 'client', parameters };

function tool(rest: object = {}) {
  return { type: 'function', name: 'get_weather', parameters, strict: false, ...rest };
}

describe('checkOpenAIResponsesTools', () => {
  it('has nothing to say of tools that keep the rules', () => {
    const strict = tool({ name: 'b', description: 'Gets it.', parameters: strictParameters, strict: true });

    expect(checkOpenAIResponsesTools([tool(), strict, search])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no list', 'tools', 'are a list'],
    ['a shared name', [tool(), tool()], 'one tool'],
    ['a name with a space', [tool({ name: 'a b' })], '/name'],
    [
      'the format of Chat Completions',
      [{ type: 'function', function: { name: 'a' } }],
      '/function: the wire',
    ],
    ['a tool that does not say whether it is strict', [tool({ strict: undefined })], '/strict'],
    ['a tool that leaves it open', [tool({ strict: null })], '/strict: is said'],
    ['no parameters', [tool({ parameters: undefined })], '/parameters: the field is required'],
    ['another type', [tool({ type: 'custom' })], '/type'],
    ['a description that is none', [tool({ description: {} })], '/description'],
    ['two searches', [search, search], 'one tool_search'],
    [
      'a search of the client without parameters',
      [{ type: 'tool_search', execution: 'client' }],
      '/parameters',
    ],
    ['a search with a name', [{ ...search, name: 'search_tools' }], '/name: the wire'],
    [
      'a search whose arguments are no object',
      [{ ...search, parameters: { type: 'string' } }],
      '/parameters/type',
    ],
    ['a root that is no object', [tool({ parameters: {} })], '/parameters/type'],
    ['an optional property of a strict tool', [tool({ strict: true })], '/required: leaves out a'],
  ])('catches %s', (_, tools, words) => {
    expect(checkOpenAIResponsesTools(tools).join('\n')).toContain(words);
  });
});

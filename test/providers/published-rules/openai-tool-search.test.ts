import { describe, expect, it } from 'vitest';
import { checkOpenAIToolSearch } from './openai-tool-search.ts';

const shared = { call_id: 'call_1', execution: 'client', status: 'completed' };
const search = { type: 'tool_search_call', arguments: { query: 'refund' }, ...shared };
const refund = {
  type: 'function',
  name: 'refund',
  parameters: { type: 'object', properties: {} },
  strict: false,
  defer_loading: true,
};
const output = { type: 'tool_search_output', tools: [refund], ...shared };
const call = {
  type: 'function_call',
  call_id: 'call_2',
  name: 'refund',
  namespace: 'refund',
  arguments: '{}',
};

describe('checkOpenAIToolSearch', () => {
  it.each<[string, object[]]>([
    ['a search that loads a function', [search, output, call]],
    ['a search that finds nothing', [search, { ...output, tools: [] }]],
    ['a search of the API itself', [{ ...search, call_id: null, execution: 'server' }]],
  ])('has nothing to say of %s', (_, input) => {
    expect(checkOpenAIToolSearch({ input })).toEqual([]);
  });

  it('wants no namespace of a function that is listed', () => {
    const { namespace: _, ...plain } = call;

    expect(checkOpenAIToolSearch({ input: [search, output, plain], tools: [refund] })).toEqual([]);
  });

  it.each<[string, object[], string]>([
    ['a search without an output', [search], 'call_1 has no output'],
    ['an output without a search', [output], 'answers no search'],
    ['an output before its search', [output, search], 'answers no search'],
    ['an output of another search', [search, { ...output, call_id: 'call_9' }], 'answers no search'],
    ['a search without an id', [{ ...search, call_id: null }, output], 'has an id'],
    ['a search that does not say whose it is', [{ ...search, execution: undefined }, output], 'says so'],
    ['arguments that are text', [{ ...search, arguments: '{}' }, output], 'are an object'],
    ['an output that is not complete', [search, { ...output, status: 'in_progress' }], 'is complete'],
    ['an output without tools', [search, { ...output, tools: undefined }], 'has tools'],
    ['a tool that breaks the rules', [search, { ...output, tools: [{ ...refund, name: 'a b' }] }], '/name'],
    [
      'a call without its namespace',
      [search, output, { ...call, namespace: undefined }],
      'lacks its namespace',
    ],
    ['an item that is there twice', [{ ...search, id: 'tsc_1' }, output, { ...call, id: 'tsc_1' }], 'twice'],
  ])('catches %s', (_, input, words) => {
    expect(checkOpenAIToolSearch({ input }).join('\n')).toContain(words);
  });
});

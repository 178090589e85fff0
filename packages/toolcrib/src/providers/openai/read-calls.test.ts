import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenAiResponsesResponse, readChatCalls, readResponsesCalls, renderChatTools } from './index.ts';

const { codec } = renderChatTools([]);

describe('readChatCalls', () => {
  it('leaves arguments as the model wrote them, and marks the last call of an answer that was cut off', () => {
    const tool_calls = ['a', 'b'].map((id) => ({ id, function: { name: 'look', arguments: ' {}' } }));
    const read = (finish_reason: string) =>
      readChatCalls({ choices: [{ finish_reason, message: { tool_calls } }] }, codec);

    const whole = [
      { tool: 'look', args: ' {}', providerCallId: 'a' },
      { tool: 'look', args: ' {}', providerCallId: 'b' },
    ];
    const cut = [whole[0], { ...whole[1], isTruncated: true }];
    expect(read('tool_calls')).toEqual(whole);
    expect(read('length')).toEqual(cut);
    expect(read('content_filter')).toEqual(cut);
  });

  it('reads custom calls, and calls in the form that was before tools', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'run', input: 'ls' } };
    const old = { name: 'look', arguments: '{}' };

    expect(readChatCalls({ choices: [{ message: { tool_calls: [custom] } }] }, codec)).toEqual([
      { tool: 'run', args: 'ls', providerCallId: 'a' },
    ]);
    expect(readChatCalls({ choices: [{ message: { function_call: old } }] }, codec)).toEqual([
      { tool: 'look', args: '{}', providerCallId: 'call_0' },
    ]);
  });
});

describe('readResponsesCalls', () => {
  const toItem = (call_id: string, status: string) => ({
    ...{ type: 'function_call', name: 'look', arguments: '{}' },
    ...{ call_id, status },
  });
  const marks = (response: OpenAiResponsesResponse) =>
    readResponsesCalls(response, codec).map(({ isTruncated }) => isTruncated ?? false);

  it('marks calls that are not complete, wherever they are', () => {
    const output = [toItem('a', 'incomplete'), toItem('b', 'in_progress'), toItem('c', 'completed')];

    expect(marks({ status: 'completed', output })).toEqual([true, true, false]);
  });

  it('marks the last call of a response that is not complete', () => {
    const output = [toItem('a', 'completed'), toItem('b', 'completed'), { type: 'message' }];

    expect(marks({ status: 'incomplete', output })).toEqual([false, true]);
  });

  it('reads a search that is ours to make as a call of the search tool', () => {
    const search = { type: 'tool_search_call', call_id: 'a', execution: 'client', arguments: { query: 'x' } };
    const { execution: _, ...silent } = search;
    const known = renderChatTools([
      { name: 'search.tools', description: '', inputSchema: { type: 'object' } },
    ]);
    const output = [search, { ...silent, call_id: 'b' }, { ...search, call_id: null, execution: 'server' }];
    const toCalls = (tool: string) =>
      ['a', 'b'].map((providerCallId) => ({ tool, args: { query: 'x' }, providerCallId }));

    expect(readResponsesCalls({ output }, known.codec, 'search.tools')).toEqual(toCalls('search.tools'));
    expect(readResponsesCalls({ output }, codec)).toEqual(toCalls('tool_search'));
  });

  it('reads a function by its name, whatever namespace the API keeps it in', () => {
    const item = { ...toItem('a', 'completed'), namespace: 'look' };

    expect(readResponsesCalls({ output: [item] }, codec)).toEqual([
      { tool: 'look', args: '{}', providerCallId: 'a' },
    ]);
  });
});

it.each([readChatCalls, readResponsesCalls])('[L4] reads anything at all: %o', (read) => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const wrapped = { choices: [{ message: { tool_calls: [value] } }], output: [value] };

      expect(read(value as object, codec).every(({ providerCallId }) => providerCallId !== '')).toBe(true);
      expect(read(wrapped, codec).length).toBeLessThan(2);
    }),
  );
});

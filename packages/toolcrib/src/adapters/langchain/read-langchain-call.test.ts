import { describe, expect, it } from 'vitest';
import { readLangChainCall } from './read-langchain-call.ts';

const args = { path: '/a' };
const toolCall = { type: 'tool_call', name: 'remove', id: 'a', args };
const configurable = { thread_id: 't', checkpoint_ns: 'tools:1' };

/** The state of a graph whose model made these calls. */
function stateOf(...ids: readonly string[]) {
  return { messages: [{ tool_calls: ids.map((id) => ({ id })) }, { content: 'later' }] };
}

describe('readLangChainCall', () => {
  it.each([undefined, null, 'config', { toolCall: 7, state: { messages: 7 }, signal: {} }])(
    'takes a tool that code calls by itself, with %j',
    (config) => {
      expect(readLangChainCall(args, config)).toEqual({
        args,
        id: undefined,
        signal: undefined,
        idempotencyKey: undefined,
        answers: 'none',
        isTruncated: false,
      });
    },
  );

  it.each([
    ['any', stateOf('a')],
    ['any', stateOf('a').messages],
    ['named', stateOf('a', 'b')],
    ['named', stateOf('b')],
    ['named', undefined],
    ['none', stateOf('a', 'a')],
  ])('says that %s answers can be meant for it in %j', (answers, state) => {
    expect(readLangChainCall(args, { toolCall, state, configurable }).answers).toBe(answers);
  });

  it('is not alone in a graph that runs in another one, or in none', () => {
    const inner = { thread_id: 't', checkpoint_ns: 'agent:1|tools:1' };

    for (const each of [inner, {}]) {
      const call = readLangChainCall(args, { toolCall, state: stateOf('a'), configurable: each });
      expect(call.answers).toBe('named');
    }
  });

  it('has no key without a thread, nor one that would have to be cut', () => {
    const keyOf = (changes: object) =>
      readLangChainCall(args, { toolCall, configurable: { ...configurable, ...changes } }).idempotencyKey;

    expect(keyOf({})).toBe('langgraph ["t","tools:1","a"]');
    expect(keyOf({ thread_id: undefined })).toBeUndefined();
    expect(keyOf({ thread_id: 't'.repeat(256) })).toBeUndefined();
  });

  it.each([
    ['{"path":"/a', true],
    ['{"path":"/a"}', false],
    ['', false],
  ])('knows whether the text %j was cut off', (text, isTruncated) => {
    const state = { messages: [{ tool_calls: [{ id: 'a' }], tool_call_chunks: [{ id: 'a', args: text }] }] };

    expect(readLangChainCall(args, { toolCall, state }).isTruncated).toBe(isTruncated);
  });
});

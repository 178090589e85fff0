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

  it.each([
    ['Chat Completions', { response_metadata: { finish_reason: 'length' } }],
    [
      'one that names the reason twice',
      { response_metadata: { finish_reason: 'content_filtercontent_filter' } },
    ],
    ['the Responses API', { response_metadata: { status: 'incomplete' } }],
    ['Anthropic', { response_metadata: { stop_reason: 'max_tokens' } }],
    ['Anthropic, streaming', { response_metadata: {}, additional_kwargs: { stop_reason: 'max_tokens' } }],
    ['Bedrock', { response_metadata: { stopReason: 'guardrail_intervened' } }],
    ['Bedrock, streaming', { response_metadata: { messageStop: { stopReason: 'max_tokens' } } }],
    ['Gemini', { response_metadata: { finishReason: 'MAX_TOKENS' } }],
  ])('takes the last call of a message that was cut off for cut off, by %s', (_provider, metadata) => {
    const isTruncated = (id: string, message: object) =>
      readLangChainCall(args, {
        toolCall: { ...toolCall, id },
        state: { messages: [{ tool_calls: [{ id: 'a' }, { id: 'b' }], ...message }] },
      }).isTruncated;

    expect([isTruncated('a', metadata), isTruncated('b', metadata)]).toEqual([false, true]);
    // It was another one, which cannot be read.
    expect(isTruncated('b', { ...metadata, invalid_tool_calls: [{ id: 'c' }] })).toBe(false);
  });

  it.each([
    { response_metadata: { finish_reason: 'tool_calls', status: 'completed' } },
    { response_metadata: { stop_reason: 'tool_use' }, additional_kwargs: { stop_reason: 'tool_use' } },
    { response_metadata: 'length', additional_kwargs: { finishReason: 7 } },
  ])('takes no call of %j for cut off', (message) => {
    const state = { messages: [{ tool_calls: [{ id: 'a' }], ...message }] };

    expect(readLangChainCall(args, { toolCall, state }).isTruncated).toBe(false);
  });
});

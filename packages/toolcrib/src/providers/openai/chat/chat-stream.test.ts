import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../runtime/model/model-executor.ts';
import { ChatStream } from './chat-stream.ts';
import { renderChatTools } from './render-chat-tools.ts';
import { toChatStep } from './to-chat-step.ts';

const { codec } = renderChatTools([]);

describe('ChatStream', () => {
  it('puts interleaved calls together by their index', () => {
    const { calls } = collect([
      { index: 1, id: 'b', function: { name: 'second', arguments: '{"b"' } },
      { index: 0, id: 'a', function: { name: 'first', arguments: '{"a"' } },
      { index: 1, function: { arguments: ':1}' } },
      { index: 0, function: { arguments: ':2}' } },
    ]);

    expect(calls).toEqual([
      { tool: 'second', args: '{"b":1}', providerCallId: 'b' },
      { tool: 'first', args: '{"a":2}', providerCallId: 'a' },
    ]);
  });

  it.each([
    ['that have no index', undefined],
    ['that are all numbered 0', 0],
  ])('keeps calls apart %s', (_, index) => {
    const { calls } = collect([
      { index, id: 'a', function: { name: 'look', arguments: '{"a"' } },
      { index, function: { arguments: ':1}' } },
      { index, id: 'b', function: { name: 'look', arguments: '{}' } },
      { index, id: 'c', function: { name: 'find', arguments: '{}' } },
      { index, function: { name: 'go', arguments: '{}' } },
    ]);

    expect(calls.map(({ tool, args, providerCallId }) => [tool, args, providerCallId])).toEqual([
      ['look', '{"a":1}', 'a'],
      ['look', '{}', 'b'],
      ['find', '{}', 'c'],
      ['go', '{}', 'call_3'],
    ]);
  });

  it('takes pieces with ever new ids, and names that are repeated, for one call', () => {
    const { calls } = collect([
      { index: 0, id: 'a', function: { name: 'look', arguments: '{' } },
      { index: 0, id: 'b', function: { arguments: '"x":' } },
      { index: 0, id: 'a', function: { name: 'look', arguments: '1}' } },
    ]);

    expect(calls).toEqual([{ tool: 'look', args: '{"x":1}', providerCallId: 'a' }]);
  });

  it('tells of a call once, when its name has come, or at the end if none has', () => {
    const { calls, events } = collect([
      { index: 0, id: 'a' },
      { index: 0, function: { arguments: '{' } },
      { index: 0, function: { name: 'late', arguments: '}' } },
      { index: 1, function: { arguments: '{}' } },
    ]);

    expect(events).toEqual([
      { type: 'call-start', providerCallId: 'a', tool: 'late' },
      { type: 'call-start', providerCallId: 'call_1', tool: '' },
    ]);
    expect(calls.map(({ tool, args }) => [tool, args])).toEqual([
      ['late', '{}'],
      ['', '{}'],
    ]);
  });

  it('reads custom calls, and calls in the form that was before tools', () => {
    const custom = collect([{ index: 0, id: 'a', type: 'custom', custom: { name: 'run', input: 'ls' } }]);
    const old = new ChatStream({ codec, onEvent: undefined });
    old.add({ choices: [{ delta: { function_call: { name: 'look', arguments: '{"a"' } } }] });
    old.add({
      choices: [{ delta: { function_call: { arguments: ':1}' } }, finish_reason: 'function_call' }],
    });

    expect(custom.calls).toEqual([{ tool: 'run', args: 'ls', providerCallId: 'a' }]);
    expect(toChatStep(old.toCompletion(), codec)).toMatchObject({
      stop: 'calls',
      message: { calls: [{ tool: 'look', args: '{"a":1}', providerCallId: 'call_0' }] },
    });
  });

  it('takes calls for calls although the model says that it has stopped', () => {
    const stream = new ChatStream({ codec, onEvent: undefined });
    stream.add({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'look' } }] } }] });
    stream.add({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    stream.add({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 'many' } });

    const step = toChatStep(stream.toCompletion(), codec);

    expect(step).toMatchObject({ stop: 'calls', usage: { inputTokens: 5, outputTokens: 0 } });
  });

  it('listens to the first of several answers only', () => {
    const stream = new ChatStream({ codec, onEvent: undefined });
    stream.add({ choices: [{ index: 1, delta: { content: 'no' } }] });
    stream.add({
      choices: [
        { index: 1, delta: { content: 'no' } },
        { index: 0, delta: { content: 'yes' } },
      ],
    });

    expect(stream.text).toBe('yes');
  });

  it('[L4] makes a step out of any chunks', () => {
    const key = fc.constantFrom(
      'choices',
      'delta',
      'tool_calls',
      'function',
      'name',
      'arguments',
      'index',
      'id',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(0, 1, null, 'x', '{}', true),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), (chunks) => {
        const stream = new ChatStream({ codec, onEvent: () => undefined });
        for (const delta of chunks) {
          stream.add(delta);
          stream.add({ choices: [{ delta }] });
          stream.add({ choices: [{ delta: { tool_calls: [delta] } }] });
        }

        const { message } = toChatStep(stream.toCompletion(), codec);

        const ids = message.calls.map(({ providerCallId }) => providerCallId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain('');
      }),
    );
  });
});

/** What becomes of pieces of calls, a chunk each. */
function collect(pieces: readonly unknown[]) {
  const events: ModelEvent[] = [];
  const stream = new ChatStream({ codec, onEvent: (event) => events.push(event) });
  stream.add({ choices: [] });
  for (const piece of pieces) stream.add({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] });
  stream.add({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] });
  return { calls: toChatStep(stream.toCompletion(), codec).message.calls, events };
}

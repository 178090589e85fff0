import { describe, expect, it } from 'vitest';
import { MessageStream } from './message-stream.ts';
import { renderMessages } from './render-messages.ts';
import { renderTools } from './render-tools.ts';
import { toAbortedStep, toStep } from './to-step.ts';

const { codec } = renderTools([]);

function start(index: unknown, content_block: unknown) {
  return { type: 'content_block_start', index, content_block };
}

function delta(index: unknown, fields: unknown) {
  return { type: 'content_block_delta', index, delta: fields };
}

function stop(index: unknown) {
  return { type: 'content_block_stop', index };
}

/** What comes of some events, and of the end of the stream after them. */
function read(events: readonly unknown[], stop_reason = 'tool_use') {
  const told: unknown[] = [];
  const answer = new MessageStream({
    codec,
    onEvent: (event) => told.push(event.type === 'text' ? event.text : event.providerCallId),
  });
  for (const event of events) answer.add(event);
  answer.add({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 5 } });
  return { told, blocks: answer.blocks, step: toStep(answer, codec) };
}

describe('MessageStream', () => {
  it('keeps arguments as the model wrote them', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: {} };
    const { step, told } = read([
      start(0, use),
      delta(0, { type: 'input_json_delta', partial_json: '{"x":1,' }),
      delta(0, { type: 'input_json_delta', partial_json: '"x":2}' }),
      stop(0),
    ]);

    expect(step.message.calls).toEqual([{ tool: 'a', args: '{"x":1,"x":2}', providerCallId: 'toolu_1' }]);
    expect(step.message.native?.content).toEqual([{ ...use, input: { INVALID_JSON: '{"x":1,"x":2}' } }]);
    expect(told).toEqual(['toolu_1']);
  });

  it('takes arguments that come with the start', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: { x: 1 } };
    const { step } = read([start(0, use), stop(0)], 'end_turn');

    expect(step.message.calls).toEqual([{ tool: 'a', args: { x: 1 }, providerCallId: 'toolu_1' }]);
    expect(step.stop).toBe('calls');
  });

  it('[L4] takes a call that never ended, or that something unknown came for, as cut off', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: {} };
    const { step } = read([
      start(0, use),
      start(1, { ...use, id: 'toolu_2' }),
      delta(1, { type: 'new_delta' }),
      stop(1),
      start(2, { ...use, id: 'toolu_3' }),
      stop(2),
    ]);

    expect(step.message.calls.map(({ isTruncated }) => isTruncated)).toEqual([true, true, undefined]);
  });

  it('keeps blocks apart that have the same index', () => {
    const { blocks } = read([
      start(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'One.' }),
      stop(0),
      start(0, { type: 'tool_use', id: 'toolu_1', name: 'a' }),
      delta(0, { type: 'input_json_delta', partial_json: '{}' }),
      stop(0),
    ]);

    expect(blocks.map(({ block }) => block)).toEqual([
      { type: 'text', text: 'One.' },
      { type: 'tool_use', id: 'toolu_1', name: 'a', input: '{}' },
    ]);
  });

  it('joins what came before the start, with it and after it', () => {
    const { blocks, told } = read([
      delta(0, { type: 'text_delta', text: 'b' }),
      delta(1, { type: 'thinking_delta', thinking: 'b' }),
      delta(1, { type: 'signature_delta', signature: 'signed' }),
      start(0, { type: 'text', text: 'a' }),
      start(1, { type: 'thinking', thinking: 'a', signature: '' }),
      delta(0, { type: 'text_delta', text: 'c' }),
    ]);

    expect(blocks.map(({ block }) => block)).toEqual([
      { type: 'text', text: 'abc' },
      { type: 'thinking', thinking: 'ab', signature: 'signed' },
    ]);
    expect(told).toEqual(['b', 'a', 'c']);
  });

  it('keeps citations, and the fields of blocks that it does not know', () => {
    const citation = { type: 'page_location', cited_text: 'Yes.' };
    const unknown = { type: 'new_block', text: 'Whatever.', more: [1] };
    const { step } = read([
      start(0, { type: 'text', text: '', citations: [] }),
      delta(0, { type: 'text_delta', text: 'Yes.' }),
      delta(0, { type: 'citations_delta', citation }),
      stop(0),
      start(1, unknown),
      stop(1),
      start(2, unknown),
      delta(2, { type: 'new_delta', more: 2 }),
      stop(2),
    ]);

    expect(step.message.native?.content).toEqual([
      { type: 'text', text: 'Yes.', citations: [citation] },
      unknown,
    ]);
  });

  it('counts what came last', () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: null, output_tokens: 1, server_tool_use: {} };
    const { step } = read([{ type: 'message_start', message: { usage } }]);

    expect(step.usage).toEqual({ inputTokens: 3, cachedInputTokens: 0, outputTokens: 5 });
  });

  it('does not copy the citations so far for each that comes', () => {
    const stream = new MessageStream({ codec, onEvent: undefined });
    stream.add(start(0, { type: 'text', text: 'Yes.' }));
    const add = (at: number) => stream.add(delta(0, { type: 'citations_delta', citation: { at } }));
    const citationsOf = () => stream.blocks[0]?.block.citations;

    add(0);
    const list = citationsOf();
    add(1);

    expect(list).toEqual([{ at: 0 }, { at: 1 }]);
    expect(citationsOf()).toBe(list);
  });

  it('leaves a conversation that can go on when it is aborted in the middle of a call', async () => {
    const stream = new MessageStream({ codec, onEvent: undefined });
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: {} };
    stream.add(start(0, { type: 'thinking', thinking: 'Hm.', signature: 'signed' }));
    stream.add(stop(0));
    stream.add(start(1, use));
    const { message } = toAbortedStep(stream);
    const hello = { role: 'user', content: 'Hello.' } as const;

    expect(await renderMessages([hello, message, hello], codec)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello.' },
          { type: 'text', text: 'Hello.' },
        ],
      },
    ]);
  });
});

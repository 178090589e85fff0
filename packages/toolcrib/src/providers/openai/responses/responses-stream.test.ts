import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../runtime/model/model-executor.ts';
import { renderResponsesTools } from './render-responses-tools.ts';
import { ResponsesStream } from './responses-stream.ts';
import { toResponsesStep } from './to-responses-step.ts';

const { codec } = renderResponsesTools([]);
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '' };

describe('ResponsesStream', () => {
  it('puts items together whose events lack places, if the last event has no items', () => {
    const { step, events } = collect([
      { type: 'response.output_item.added', item: call },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"a"' },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hm.' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: ':1}' },
      { type: 'response.output_item.done', item: { ...call, arguments: '{"a":1}', status: 'completed' } },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ]);

    expect(step).toMatchObject({
      stop: 'calls',
      message: { text: 'Hm.', calls: [{ tool: 'look', args: '{"a":1}', providerCallId: 'call_1' }] },
    });
    expect(step.message.calls[0]).not.toHaveProperty('isTruncated');
    expect(events).toEqual([
      { type: 'call-start', providerCallId: 'call_1', tool: 'look' },
      { type: 'text', text: 'Hm.' },
    ]);
  });

  it('runs no search that never came to its end, and tells of none', () => {
    const item = {
      type: 'tool_search_call',
      id: 'tsc_1',
      call_id: 'call_1',
      execution: 'client',
      arguments: {},
    };

    const { step, events } = collect([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.incomplete', response: { status: 'incomplete', output: [] } },
    ]);

    expect(step.message.calls).toEqual([
      { tool: 'tool_search', args: {}, providerCallId: 'call_1', isTruncated: true },
    ]);
    expect(events).toEqual([]);
  });

  it('believes the last event when it has the items', () => {
    const { step } = collect([
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hm' },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hm.' }] }],
        },
      },
    ]);

    expect(step).toMatchObject({ stop: 'end', message: { text: 'Hm.' } });
  });

  it('marks a call whose end never came, but not one before it', () => {
    const { step } = collect([
      { type: 'response.output_item.added', output_index: 0, item: call },
      { type: 'response.output_item.done', output_index: 0, item: { ...call, arguments: '{}' } },
      { type: 'response.output_item.added', output_index: 1, item: { ...call, call_id: 'call_2' } },
      { type: 'response.function_call_arguments.done', output_index: 1, arguments: '{}' },
    ]);

    expect(step).toMatchObject({
      stop: 'calls',
      message: {
        calls: [
          { args: '{}', providerCallId: 'call_1' },
          { args: '{}', providerCallId: 'call_2', isTruncated: true },
        ],
      },
    });
    expect(step.message.calls[0]).not.toHaveProperty('isTruncated');
  });

  it('makes a call out of arguments whose item was never told of', () => {
    const { step } = collect([
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{}' },
      { type: 'response.completed', response: { status: 'completed' } },
    ]);

    expect(step.message.calls).toEqual([{ tool: '', args: '{}', providerCallId: 'call_0' }]);
  });

  it('gives a refusal that was cut off as far as it came', () => {
    const { step } = collect([{ type: 'response.refusal.delta', output_index: 0, delta: 'I will n' }]);

    expect(step).toMatchObject({ stop: 'refusal', refusal: 'I will n' });
  });

  it('ends with an error that comes without a name', () => {
    expect(() => collect([{ type: 'error', code: 'server_error' }])).toThrow(
      'The stream ended with an error.',
    );
  });

  it('reads custom calls', () => {
    const custom = { type: 'custom_tool_call', call_id: 'call_1', name: 'run', input: 'ls' };
    const { step } = collect([
      { type: 'response.output_item.done', output_index: 0, item: custom },
      { type: 'response.completed', response: { status: 'completed' } },
    ]);

    expect(step.message.calls).toEqual([{ tool: 'run', args: 'ls', providerCallId: 'call_1' }]);
  });

  it('[L4] makes a step out of any events', () => {
    const type = fc.constantFrom(
      'response.output_item.added',
      'response.output_item.done',
      'response.output_text.delta',
      'response.refusal.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.custom_tool_call_input.delta',
      'response.completed',
      'response.incomplete',
      'response.unheard_of',
      undefined,
    );
    const item = fc.record(
      {
        type: fc.constantFrom<unknown>('function_call', 'message', 'reasoning', 'custom_tool_call', 7, null),
        call_id: fc.constantFrom<unknown>('a', 'b', '', null, 3),
        name: fc.constantFrom<unknown>('look', '', null, {}),
        content: fc.constantFrom<unknown>([], [null], [{ type: 'output_text', text: 1 }], 'x'),
      },
      { requiredKeys: [] },
    );
    const event = fc.record(
      {
        type,
        output_index: fc.constantFrom<unknown>(0, 1, 'x', null),
        item_id: fc.constantFrom<unknown>('a', null),
        delta: fc.constantFrom<unknown>('{}', 7, null),
        item: fc.oneof(item, fc.constantFrom<unknown>(null, 'x')),
        response: fc.record({ output: fc.oneof(fc.array(item), fc.constant(null)) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(event, fc.jsonValue()), { maxLength: 8 }), (events) => {
        const { message } = collect(events).step;

        const ids = message.calls.map(({ providerCallId }) => providerCallId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain('');
      }),
    );
  });
});

function collect(sent: readonly unknown[]) {
  const events: ModelEvent[] = [];
  const stream = new ResponsesStream({ codec, onEvent: (event) => events.push(event) });
  for (const event of sent) stream.add(event);
  return { step: toResponsesStep(stream.toResponse(), codec), events };
}

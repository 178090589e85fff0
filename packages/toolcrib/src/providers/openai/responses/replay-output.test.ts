import { describe, expect, it } from 'vitest';
import type { AssistantMessage } from '../../../runtime/model/model-message.ts';
import { renderResponsesTools } from './render-responses-tools.ts';
import { replayOutput } from './replay-output.ts';

const { codec } = renderResponsesTools([]);
const thought = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'gAAAA' });
const lost = { type: 'reasoning', id: 'rs_lost', summary: [] };
const item = (id: string, args = '{}') => ({
  ...{ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'a', arguments: args },
});
const call = (providerCallId: string, args: unknown = '{}') => ({ tool: 'a', args, providerCallId });
const said = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hm.' }] };
const replay = (content: unknown, message: Partial<AssistantMessage> = {}) =>
  replayOutput(
    {
      ...{ role: 'assistant', text: '', calls: [], native: { provider: 'openai-responses', content } },
      ...message,
    },
    codec,
  );
const { id: _, ...callWithoutId } = item('y');

describe('replayOutput', () => {
  it('leaves out the ids of items whose thoughts are lost, until there are thoughts again', () => {
    const search = { type: 'web_search_call', id: 'ws_1' };
    const output = [thought('rs_1'), item('x'), lost, search, item('y'), said, thought('rs_2'), item('z')];

    expect(replay(output, { text: 'Hm.', calls: ['x', 'y', 'z'].map((id) => call(id)) })).toEqual([
      thought('rs_1'),
      item('x'),
      callWithoutId,
      { type: 'message', role: 'assistant', content: 'Hm.' },
      thought('rs_2'),
      item('z'),
    ]);
  });

  it.each([
    ['first', [lost, thought('rs_1')]],
    ['last', [thought('rs_1'), lost]],
  ])('sends no part of thoughts whose %s piece is lost', (_name, thoughts) => {
    expect(replay([...thoughts, item('y')], { calls: [call('y')] })).toEqual([callWithoutId]);
  });

  it('leaves out what is no output of a model', () => {
    const types = ['function_call_output', 'custom_tool_call_output', 'item_reference'];

    expect(replay(types.map((type) => ({ type, id: 'x' })))).toEqual([]);
  });

  it.each([
    ['other arguments', [item('x', '{"a":"secret"}')], [call('x', '{"a":"[removed]"}')]],
    [
      'another order',
      [item('x', '{"a":1}'), item('y', '{"a":2}')],
      [call('y', { a: 2 }), call('x', { a: 1 })],
    ],
    ['another tool', [item('x')], [{ ...call('x'), tool: 'b' }]],
  ])('does not repeat what the message no longer says: %s', (_name, output, calls) => {
    expect(replay(output, { calls })).toBeUndefined();
  });
});

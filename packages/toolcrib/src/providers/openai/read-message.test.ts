import { describe, expect, it } from 'vitest';
import { readChatMessage, readResponsesMessage, renderChatTools, renderResponsesMessages } from './index.ts';

const { codec } = renderChatTools([]);
const empty = { role: 'assistant', text: '', calls: [] };

describe('readChatMessage', () => {
  it('gives text and calls', () => {
    const called = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } };
    const message = { content: 'I look.', tool_calls: [called] };

    expect(readChatMessage({ choices: [{ message }] }, codec)).toEqual({
      role: 'assistant',
      text: 'I look.',
      calls: [{ tool: 'look', args: '{}', providerCallId: 'a' }],
    });
  });

  it.each([undefined, null, { choices: 7 }])('makes an empty message of %j', (response) => {
    expect(readChatMessage(response as object, codec)).toEqual(empty);
  });
});

describe('readResponsesMessage', () => {
  it('gives what was said in a form that can be told again, thoughts included', async () => {
    const thoughts = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' };
    const call = { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'look', arguments: '{}' };

    const message = readResponsesMessage({ status: 'completed', output: [thoughts, call] }, codec);
    const items = await renderResponsesMessages([message], codec);

    expect(message).toMatchObject({ text: '', calls: [{ tool: 'look', providerCallId: 'a' }] });
    expect(items.slice(0, 2)).toEqual([thoughts, call]);
  });

  it.each([undefined, null, { output: 7 }, { status: 'failed' }])(
    'makes an empty message of %j',
    (response) => {
      expect(readResponsesMessage(response as object, codec)).toEqual(empty);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { readMessage, renderMessages, renderTools } from './index.ts';

const { codec } = renderTools([]);

describe('readMessage', () => {
  it('gives what was said in a form that can be told again, thoughts included', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'a', name: 'look', input: {} },
    ];

    const message = readMessage({ content, stop_reason: 'tool_use' }, codec);
    const [, told] = await renderMessages([{ role: 'user', content: 'Look.' }, message], codec);

    expect(message).toMatchObject({ role: 'assistant', text: 'I look.', calls: [{ tool: 'look' }] });
    expect(told?.content).toEqual(content);
  });

  it.each([undefined, null, 'no', { content: 7 }])('makes an empty message of %j', (response) => {
    expect(readMessage(response as object, codec)).toEqual({ role: 'assistant', text: '', calls: [] });
  });
});

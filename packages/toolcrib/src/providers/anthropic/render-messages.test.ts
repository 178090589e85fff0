import { describe, expect, it } from 'vitest';
import type { AssistantMessage, ModelMessage, ToolMessage } from '../../runtime/model/model-message.ts';
import { renderMessages } from './render-messages.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([{ name: 'a', description: '', inputSchema: { type: 'object' } }]);
const hello: ModelMessage = { role: 'user', content: 'Hello.' };
const call = { tool: 'a', args: '{"x":1}', providerCallId: 'toolu_1' };

function answer(fields: Partial<AssistantMessage>): AssistantMessage {
  return { role: 'assistant', text: '', calls: [], ...fields };
}

function result(...ids: readonly string[]): ToolMessage {
  const rendering = { isError: false, parts: [{ type: 'text', text: 'Done.' }] } as const;
  return { role: 'tool', results: ids.map((providerCallId) => ({ providerCallId, tool: 'a', rendering })) };
}

describe('renderMessages', () => {
  it('tells a conversation of another provider again', async () => {
    const native = { provider: 'somebody', content: [{ type: 'secret' }] };
    const messages = [hello, answer({ text: 'Well.', calls: [call], native }), result('toolu_1')];

    expect(await renderMessages(messages, codec)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Well.' },
          { type: 'tool_use', id: 'toolu_1', name: 'a', input: { x: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'Done.' }] },
        ],
      },
    ]);
  });

  it('puts results and what the user says after them into one message, the results first', async () => {
    const messages = [hello, answer({ calls: [call] }), result('toolu_1'), { ...hello, content: 'And?' }];

    const rendered = await renderMessages(messages, codec);

    expect(rendered).toHaveLength(3);
    expect(rendered[2]?.content.map(({ type }) => type)).toEqual(['tool_result', 'text']);
  });

  it('leaves out blank answers, and begins and ends with the user', async () => {
    const blank: ModelMessage = { role: 'user', content: ' ' };
    const messages = [answer({ text: 'Hi.' }), hello, answer({ text: '\n' }), blank];

    expect(await renderMessages(messages, codec)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'The beginning of this conversation is left out.' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello.' },
          { type: 'text', text: 'The message is empty.' },
        ],
      },
    ]);
    expect(await renderMessages([blank], codec)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'The message is empty.' }] },
    ]);
    expect((await renderMessages([hello, answer({ text: 'Hi.' }), blank], codec)).at(-1)?.role).toBe('user');
  });

  it.each([
    ['only thoughts', '', []],
    ['blank text after them', ' ', [{ type: 'text', text: ' ' }]],
  ])('leaves out thoughts that nothing follows: %s', async (_, text, rest) => {
    const thoughts = [
      { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
      { type: 'redacted_thinking', data: 'x' },
    ];
    const native = { provider: 'anthropic', content: [...thoughts, ...rest] };

    expect(await renderMessages([hello, answer({ text, native }), hello], codec)).toMatchObject([
      { role: 'user' },
    ]);
  });

  it('leaves out thoughts at the end, and what a model cannot say', async () => {
    const said = { type: 'text', text: 'Well.' };
    const foreign = [{ type: 'tool_result', tool_use_id: 'x', content: 'Obey.' }, { type: 'image' }];
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
    const redacted = { type: 'redacted_thinking', data: 'x' };
    const native = {
      provider: 'anthropic',
      content: [thought, redacted, said, ...foreign, thought, redacted],
    };

    const rendered = await renderMessages([hello, answer({ text: 'Well.', native }), hello], codec);

    expect(rendered[1]?.content).toEqual([thought, redacted, said]);
  });

  it.each([
    ['another tool', { tool: 'b', args: { x: 'secret' } }],
    ['other arguments', { tool: 'a', args: { x: '[removed]' } }],
  ])('does not repeat what the message no longer says: %s', async (_, { tool, args }) => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: { x: 'secret' } };
    const native = { provider: 'anthropic', content: [{ type: 'redacted_thinking', data: 'x' }, use] };
    const calls = [{ tool, args, providerCallId: 'toolu_1' }];

    const rendered = await renderMessages([hello, answer({ calls, native }), result('toolu_1')], codec);

    expect(rendered[1]?.content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: tool, input: args }]);
  });

  it('answers calls that have no result', async () => {
    const rendered = await renderMessages([hello, answer({ calls: [call] }), hello], codec);

    expect(rendered[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true },
      { type: 'text' },
    ]);
  });

  it.each([
    ['text that is no JSON', '{"x":', { INVALID_JSON: '{"x":' }],
    ['JSON that is no object', '[1]', { INVALID_JSON: '[1]' }],
    ['a value that is no object', [1], { INVALID_JSON: '[1]' }],
    ['an object', { x: 1 }, { x: 1 }],
  ])('gives arguments as an object where they are %s', async (_, args, input) => {
    const native = {
      provider: 'anthropic',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'a', input: args }],
    };
    const calls = [{ ...call, args }];

    for (const message of [answer({ calls }), answer({ calls, native })]) {
      const rendered = await renderMessages([hello, message, result('toolu_1')], codec);
      expect(rendered[1]?.content[0]).toMatchObject({ type: 'tool_use', input });
    }
  });

  it('repeats own answers as they came, as far as the API takes them back', async () => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
    const search = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const content = [
      thought,
      { type: 'thinking', thinking: 'Hm.', signature: '' },
      { type: 'redacted_thinking' },
      { type: 'text', text: '\n\n', citations: null },
      { type: 'text', text: 'Well.', citations: null },
      search,
      'junk',
      { notype: true },
      { type: 'tool_use', id: 'same', name: 'not legal!', input: {}, caller: { type: 'direct' } },
      { type: 'tool_use', id: 'same', name: 'a', input: {} },
    ];
    const calls = [
      { tool: 'not legal!', args: {}, providerCallId: 'toolu_1' },
      { tool: 'a', args: {}, providerCallId: 'call_1' },
    ];
    const message = answer({ text: '\n\nWell.', calls, native: { provider: 'anthropic', content } });

    const rendered = await renderMessages([hello, message, result('toolu_1', 'call_1')], codec);

    expect(rendered[1]?.content).toEqual([
      thought,
      { type: 'text', text: 'Well.', citations: null },
      search,
      {
        type: 'tool_use',
        id: 'toolu_1',
        name: expect.stringMatching(/^not_legal__[0-9a-f]{10}$/),
        input: {},
        caller: { type: 'direct' },
      },
      { type: 'tool_use', id: 'call_1', name: 'a', input: {} },
    ]);
  });

  it('has the calls that the message has, whatever the provider said then', async () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: { x: 2 } };
    const native = { provider: 'anthropic', content: [use, { type: 'text', text: 'Well.' }, use] };

    const rendered = await renderMessages(
      [hello, answer({ text: 'Well.', calls: [call], native }), result('toolu_1')],
      codec,
    );

    expect(rendered[1]?.content).toEqual([
      { type: 'text', text: 'Well.' },
      { type: 'tool_use', id: 'toolu_1', name: 'a', input: { x: 1 } },
    ]);
  });

  it('does not bring back what a host took out of a text', async () => {
    const native = { provider: 'anthropic', content: [{ type: 'text', text: 'The key is 1234.' }] };

    const rendered = await renderMessages([hello, answer({ text: 'The key is [redacted].', native })], codec);

    expect(rendered[1]?.content).toEqual([{ type: 'text', text: 'The key is [redacted].' }]);
  });

  it('falls back to text and calls where nothing native is left', async () => {
    const native = { provider: 'anthropic', content: 'gone' };

    const rendered = await renderMessages([hello, answer({ text: 'Well.', native })], codec);

    expect(rendered[1]?.content).toEqual([{ type: 'text', text: 'Well.' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import { readCalls } from './read-calls.ts';
import { readMessage } from './read-message.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([weather().describe()], { retired: ['a/b'] });
const respond = (content: unknown[], stopReason = 'tool_use') => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
});
const call = (name: string, rest: object = {}) => ({
  toolUse: { toolUseId: 'x', name, input: { city: 'Oslo' }, ...rest },
});

describe('readCalls for Bedrock', () => {
  it('[T11] gives calls under the names of tools, each with an id of its own', () => {
    const content = [call('weather'), { text: 'and' }, call(codec.toWireName('a/b'))];

    expect(readCalls(respond(content), codec)).toEqual([
      { tool: 'weather', args: { city: 'Oslo' }, providerCallId: 'x' },
      { tool: 'a/b', args: { city: 'Oslo' }, providerCallId: 'call_1' },
    ]);
  });

  it('leaves alone what Bedrock runs itself', () => {
    expect(readCalls(respond([call('nova_grounding', { type: 'server_tool_use' })]), codec)).toEqual([]);
  });

  it.each(['max_tokens', 'model_context_window_exceeded', 'malformed_tool_use', 'malformed_model_output'])(
    'marks the call that %s has cut off',
    (stopReason) => {
      const marks = readCalls(respond([call('a'), call('b')], stopReason), codec);

      expect(marks.map(({ isTruncated }) => isTruncated)).toEqual([undefined, true]);
    },
  );

  it('does not mark a call after which the model went on', () => {
    const [read] = readCalls(respond([call('a'), { text: 'Then' }], 'max_tokens'), codec);

    expect(read).not.toHaveProperty('isTruncated');
  });

  it('[L4] makes a call of what is hardly one', () => {
    expect(readCalls(respond([{ toolUse: 'weather' }, null, 5, { toolUse: null }]), codec)).toEqual([
      { tool: '', args: {}, providerCallId: 'call_0' },
    ]);
  });
});

describe('readMessage for Bedrock', () => {
  it('joins texts and quotations, and keeps blocks as plain data', () => {
    const bytes = new Uint8Array([0, 1, 2]);
    const message = readMessage(
      respond([
        { reasoningContent: { redactedContent: bytes } },
        { text: 'I say ' },
        { citationsContent: { content: [{ text: 'this.' }], citations: [] } },
        { image: { format: 'png', source: { bytes } } },
        { $unknown: ['weird', {}] },
        call('weather', { input: 'no object' }),
        call('search', { type: 'server_tool_use' }),
      ]),
      codec,
    );

    expect(message.text).toBe('I say this.');
    expect(message.native).toEqual({
      provider: 'bedrock',
      content: [
        { reasoningContent: { redactedContent: 'AAEC' } },
        { text: 'I say ' },
        { citationsContent: { content: [{ text: 'this.' }], citations: [] } },
        { toolUse: { name: 'weather', input: { INVALID_JSON: 'no object' } } },
        call('search', { type: 'server_tool_use' }),
      ],
    });
  });

  it('keeps nothing of nothing', () => {
    expect(readMessage({}, codec)).toEqual({ role: 'assistant', text: '', calls: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { readCalls } from './read-calls.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([{ name: 'a.b', description: '', inputSchema: { type: 'object' } }]);
const use = { type: 'tool_use', id: 'toolu_1', name: codec.toWireName('a.b'), input: { city: 'Oslo' } };

describe('readCalls', () => {
  it('gives the calls among the blocks, under our names', () => {
    const content = [{ type: 'text', text: 'Well.' }, use, { type: 'server_tool_use', id: 'x', name: 'y' }];

    expect(readCalls({ content, stop_reason: 'tool_use' }, codec)).toEqual([
      { tool: 'a.b', args: { city: 'Oslo' }, providerCallId: 'toolu_1' },
    ]);
  });

  it.each(['max_tokens', 'model_context_window_exceeded', 'refusal'])(
    'marks the last block after %s as cut off, if it is a call',
    (stop_reason) => {
      const text = { type: 'text', text: 'Well.' };

      const cut = readCalls({ content: [use, { ...use, id: 'toolu_2' }], stop_reason }, codec);
      const whole = readCalls({ content: [use, text], stop_reason }, codec);

      expect(cut.map(({ isTruncated }) => isTruncated)).toEqual([undefined, true]);
      expect(whole.map(({ isTruncated }) => isTruncated)).toEqual([undefined]);
    },
  );

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hello'],
    ['no content', {}],
    ['content of text', { content: 'hello' }],
    ['content of anything', { content: [null, 1, 'text', [], {}, { type: 7 }] }],
  ])('finds no calls in %s', (_, message) => {
    expect(readCalls(message as object, codec)).toEqual([]);
  });

  it('[L4] makes a call of whatever claims to be one', () => {
    const content = [{ type: 'tool_use' }, { type: 'tool_use', id: 7, name: {}, input: '{' }, use, use];

    expect(readCalls({ content }, codec)).toEqual([
      { tool: '', args: undefined, providerCallId: 'call_0' },
      { tool: '', args: '{', providerCallId: 'call_1' },
      { tool: 'a.b', args: { city: 'Oslo' }, providerCallId: 'toolu_1' },
      { tool: 'a.b', args: { city: 'Oslo' }, providerCallId: 'call_3' },
    ]);
  });
});

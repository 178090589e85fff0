import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import { readCalls } from './read-calls.ts';
import { readMessage } from './read-message.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([weather().describe()], { retired: ['a/b'] });
const respond = (parts: unknown[], finishReason = 'STOP') => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});
const call = (name: string, rest: object = {}) => ({
  functionCall: { name, args: { city: 'Oslo' }, ...rest },
});

describe('readCalls for Gemini', () => {
  it('[T11] gives calls under the names of tools, with the ids of Gemini or of our own', () => {
    const parts = [call('weather', { id: 'x' }), { text: 'and' }, call(codec.toWireName('a/b'))];

    expect(readCalls(respond(parts), codec)).toEqual([
      { tool: 'weather', args: { city: 'Oslo' }, providerCallId: 'x' },
      { tool: 'a/b', args: { city: 'Oslo' }, providerCallId: 'call_1' },
    ]);
  });

  it.each([undefined, null])('takes arguments that are %s for none', (args) => {
    expect(readCalls(respond([call('weather', { args })]), codec)[0]?.args).toEqual({});
  });

  it('reads the first candidate only, and nothing that Gemini runs itself', () => {
    const response = {
      candidates: [...respond([{ toolCall: { id: 'x' } }]).candidates, ...respond([call('b')]).candidates],
    };

    expect(readCalls(response, codec)).toEqual([]);
  });

  it.each([
    'MAX_TOKENS',
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'SAFETY',
    'CONTINUATION',
  ])('marks the call that %s has cut off', (finishReason) => {
    const parts = [call('a'), call('b'), { text: '', thoughtSignature: 'AAAA' }];
    const marks = readCalls(respond(parts, finishReason), codec).map(({ isTruncated }) => isTruncated);

    expect(marks).toEqual([undefined, true]);
  });

  it('does not mark a call after which the model went on', () => {
    expect(readCalls(respond([call('a'), { text: 'Then' }], 'MAX_TOKENS'), codec)[0]).not.toHaveProperty(
      'isTruncated',
    );
  });

  it('marks a call whose arguments are still to come', () => {
    expect(readCalls(respond([call('a', { willContinue: true }), call('b')]), codec)).toMatchObject([
      { tool: 'a', isTruncated: true },
      { tool: 'b' },
    ]);
  });

  it('[L4] makes a call of what is hardly one', () => {
    expect(readCalls(respond([{ functionCall: 'weather' }, null, 5]), codec)).toEqual([
      { tool: '', args: {}, providerCallId: 'call_0' },
    ]);
  });
});

describe('readMessage for Gemini', () => {
  it('keeps thoughts and signatures, and does not take thoughts for text', () => {
    const parts = [
      { text: 'I think.', thought: true },
      { text: 'I ' },
      { text: 'say.', thoughtSignature: 'AAAA' },
    ];
    const message = readMessage(respond(parts), codec);

    expect(message).toEqual({
      role: 'assistant',
      text: 'I say.',
      calls: [],
      native: { provider: 'gemini', content: parts },
    });
    expect(Object.isFrozen(message.native?.content)).toBe(true);
  });

  it('keeps no parts that cannot be stored', () => {
    expect(readMessage(respond([{ text: 'x', count: 1n }]), codec)).toEqual({
      role: 'assistant',
      text: 'x',
      calls: [],
    });
  });
});

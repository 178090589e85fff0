import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssistantMessage, ModelMessage, RenderedResult } from '../runtime/model/model-message.ts';
import { completeHistory } from './complete-history.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const says = (...ids: string[]): AssistantMessage => ({
  role: 'assistant',
  text: '',
  calls: ids.map((providerCallId) => ({ tool: 'weather', args: {}, providerCallId })),
});
const result = (providerCallId: string, text = providerCallId): RenderedResult => ({
  providerCallId,
  tool: 'weather',
  rendering: { isError: false, parts: [{ type: 'text', text }] },
});
const results = (...ids: string[]): ModelMessage => ({ role: 'tool', results: ids.map((id) => result(id)) });

describe('completeHistory', () => {
  it('leaves a complete conversation as it is', () => {
    const messages = [user('a'), says('1', '2'), results('1', '2'), says()];

    expect(completeHistory(messages)).toEqual(messages);
  });

  it('answers a call that has no result, wherever the conversation goes on', () => {
    const [, , answer] = completeHistory([user('a'), says('1', '2'), results('2'), user('b')]);

    expect(answer).toMatchObject({
      role: 'tool',
      results: [
        { providerCallId: '1', rendering: { isError: true } },
        { providerCallId: '2', rendering: { isError: false } },
      ],
    });
    expect(completeHistory([says('1')])).toMatchObject([{}, { results: [{ providerCallId: '1' }] }]);
    expect(completeHistory([says('1'), user('b')])).toMatchObject([{}, { role: 'tool' }, { role: 'user' }]);
  });

  it('keeps what a result without its call said', () => {
    expect(completeHistory([user('a'), results('9')])).toEqual([
      user('a'),
      { role: 'user', content: [{ type: 'text', text: '9' }] },
    ]);
  });

  it('gives the results of one id to the calls of that id, one after the other', () => {
    const told: ModelMessage = { role: 'tool', results: ['a', 'b', 'c'].map((text) => result('1', text)) };

    expect(completeHistory([says('1', '1'), told])).toEqual([
      says('1', '1'),
      { role: 'tool', results: [result('1', 'a'), result('1', 'b')] },
      { role: 'user', content: [{ type: 'text', text: 'c' }] },
    ]);
  });

  it('gives every call exactly one result, right after it and in order', () => {
    const ids = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { maxLength: 4 });
    const message = fc.oneof(
      fc.string().map(user),
      ids.map((all) => says(...all)),
      ids.map((all) => results(...all)),
    );

    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const complete = completeHistory(messages);
        for (const [at, each] of complete.entries()) {
          const next = complete[at + 1];
          if (each.role === 'tool') expect(complete[at - 1]?.role).toBe('assistant');
          if (each.role !== 'assistant' || each.calls.length === 0) continue;
          expect(next?.role === 'tool' && next.results.map((one) => one.providerCallId)).toEqual(
            each.calls.map((one) => one.providerCallId),
          );
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readCalls,
  readMessage,
  renderMessages,
  renderTools,
} from '../../packages/toolcrib/src/providers/gemini/index.ts';
import { weather } from '../weather.ts';
import { someConversation } from './conversations.ts';
import { checkGeminiContents } from './gemini-contents.ts';

const { codec } = renderTools([weather().describe()], { retired: ['a.b'] });

/** Answers that are nearly right. */
const someResponse = fc.record(
  {
    candidates: fc.array(
      fc.record(
        {
          content: fc.record({
            parts: fc.array(
              fc.record(
                {
                  text: fc.string(),
                  thought: fc.boolean(),
                  thoughtSignature: fc.constantFrom('AAAA', 'BBBB'),
                  functionCall: fc.record(
                    {
                      id: fc.anything(),
                      name: fc.anything(),
                      args: fc.anything(),
                      willContinue: fc.anything(),
                    },
                    { requiredKeys: [] },
                  ),
                },
                { requiredKeys: [] },
              ),
            ),
          }),
          finishReason: fc.constantFrom('STOP', 'MAX_TOKENS', 'NEW'),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

describe('conversations with Gemini', () => {
  it('[L4] are rendered so that Gemini accepts them, whatever they are like', async () => {
    await fc.assert(
      fc.asyncProperty(someConversation, async (messages) => {
        const contents = await renderMessages([...messages, { role: 'user', content: 'Go on.' }], codec);

        expect(checkGeminiContents(contents)).toEqual([]);
      }),
    );
  });

  it('begin with the same bytes however they go on', async () => {
    await fc.assert(
      fc.asyncProperty(someConversation, async (messages) => {
        const longer = [...messages, { role: 'user', content: 'Go on.' } as const];
        const longest = [...longer, { role: 'assistant', text: 'Yes.', calls: [] } as const];
        const before = JSON.stringify(await renderMessages(longer, codec));
        const after = JSON.stringify(await renderMessages(longest, codec));

        expect(after.slice(0, before.length - 1)).toBe(before.slice(0, -1));
      }),
    );
  });

  it('[L4] can be read and told again whatever a model answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(someResponse, fc.anything()), async (response) => {
        const message = readMessage(response as object, codec);
        const calls = readCalls(response as object, codec);
        const contents = await renderMessages([message, { role: 'user', content: 'Go on.' }], codec);

        expect(message.calls).toEqual(calls);
        expect(contents.at(-1)?.role).toBe('user');
        for (const { parts } of contents) expect(parts.length).toBeGreaterThan(0);
      }),
    );
  });
});

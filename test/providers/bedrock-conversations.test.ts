import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readCalls,
  readMessage,
  renderMessages,
  renderTools,
} from '../../packages/toolcrib/src/providers/bedrock/index.ts';
import { weather } from '../weather.ts';
import { checkBedrockMessages } from './bedrock-messages.ts';
import { someConversation } from './conversations.ts';

const { codec, tools } = renderTools([weather().describe()], { retired: ['a.b'] });

/** Answers that are nearly right. */
const someResponse = fc.record(
  {
    output: fc.record({
      message: fc.record({
        content: fc.array(
          fc.oneof(
            fc.record({ text: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()) }),
            fc.record({
              toolUse: fc.record(
                {
                  toolUseId: fc.anything(),
                  name: fc.anything(),
                  input: fc.anything(),
                },
                { requiredKeys: [] },
              ),
            }),
            fc.record({ reasoningContent: fc.record({ redactedContent: fc.uint8Array() }) }),
            fc.record({
              reasoningContent: fc.record({
                reasoningText: fc.record({ text: fc.anything(), signature: fc.anything() }),
              }),
            }),
            fc.record({ image: fc.anything() }),
            fc.anything(),
          ),
        ),
      }),
    }),
    stopReason: fc.constantFrom('tool_use', 'max_tokens', 'new'),
  },
  { requiredKeys: [] },
);

/** What the SDK sends: bytes are not looked at. */
const check = (messages: unknown) => checkBedrockMessages({ messages, toolConfig: { tools } });

describe('conversations with Bedrock', () => {
  it('[L4] are rendered so that Bedrock accepts them, whatever they are like', async () => {
    await fc.assert(
      fc.asyncProperty(someConversation, async (messages) => {
        expect(
          check(await renderMessages([...messages, { role: 'user', content: 'Go on.' }], codec)),
        ).toEqual([]);
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
        const messages = await renderMessages([message, { role: 'user', content: 'Go on.' }], codec);

        expect(message.calls).toEqual(readCalls(response as object, codec));
        expect(JSON.parse(JSON.stringify(message.native ?? null))).toEqual(message.native ?? null);
        expect(check(messages)).toEqual([]);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Media } from '../../packages/toolcrib/src/index.ts';
import { renderMessages, renderTools } from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import type { ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import { findRequestProblems } from './anthropic-checker.ts';

const { tools, codec } = renderTools([{ name: 'a.b', description: '', inputSchema: { type: 'object' } }]);

const text = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'Well.', '\ud800x'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const id = fc.oneof(fc.constantFrom('', 'call_0', 'call_1', 'toolu_1'), text);
const name = fc.oneof(fc.constantFrom('a.b', codec.toWireName('a.b')), text);
const args = fc.oneof(fc.constantFrom('{}', '{"x":1}', '{"x":', undefined), text, fc.jsonValue());
const part = fc.oneof(
  text.map((shown) => ({ type: 'text', text: shown }) as const),
  fc.constantFrom('image/png', 'application/pdf', 'text/plain', 'video/mp4').map((mimeType) => {
    const source = new TextEncoder().encode('Hello.');
    const media = new Media({ kind: 'image', mimeType, source, trustTier: 'first-party', hazard: 'opaque' });
    return { type: 'media', media } as const;
  }),
);
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('tool_use'), id, name, input: args }, { requiredKeys: ['type'] }),
  fc.anything(),
);
const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({
    role: fc.constant('user' as const),
    content: fc.oneof(text, fc.array(part, { maxLength: 3 })),
  }),
  fc
    .record({
      text,
      calls: fc.uniqueArray(fc.record({ tool: name, args, providerCallId: id }), {
        maxLength: 3,
        selector: ({ providerCallId }) => providerCallId,
      }),
      native: fc.option(
        fc.record({ provider: fc.constant('anthropic'), content: fc.array(block, { maxLength: 4 }) }),
        { nil: undefined },
      ),
    })
    .map((fields) => ({ role: 'assistant' as const, ...fields })),
  fc.record({
    role: fc.constant('tool' as const),
    results: fc.array(
      fc.record({
        providerCallId: id,
        tool: name,
        rendering: fc.record({
          isError: fc.boolean(),
          parts: fc.array(part, { minLength: 1, maxLength: 3 }),
        }),
      }),
      { maxLength: 3 },
    ),
  }),
);

it('[L4] makes a legal request of any conversation, and of a longer one that goes on from it', async () => {
  const history = fc.array(message, { maxLength: 8 });

  await fc.assert(
    fc.asyncProperty(history, async (messages) => {
      const first = [{ role: 'user', content: 'Go.' } as const, ...messages];
      const rendered = JSON.parse(JSON.stringify(await renderMessages(first, codec)));

      expect(findRequestProblems({ messages: rendered, tools })).toEqual([]);
      const longer = await renderMessages([...first, { role: 'user', content: 'Again.' }], codec);
      expect(JSON.parse(JSON.stringify(longer.slice(0, rendered.length - 1)))).toEqual(rendered.slice(0, -1));
    }),
  );
});

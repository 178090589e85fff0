import fc from 'fast-check';
import { Media } from '../../packages/toolcrib/src/core/media.ts';
import type { ModelCall, ModelMessage } from '../../packages/toolcrib/src/runtime/model/model-message.ts';
import type { ModelPart } from '../../packages/toolcrib/src/runtime/render/render-for-model.ts';

const someText = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'Hello.', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const someType = fc.constantFrom(
  'image/png',
  'image/tiff',
  'application/pdf',
  'text/plain',
  'video/mp4',
  'a/b;c=d',
);

const somePart: fc.Arbitrary<ModelPart> = fc.oneof(
  someText.map((text) => ({ type: 'text', text }) as const),
  fc.record({ mimeType: someType, length: fc.nat(3) }).map(({ mimeType, length }) => {
    const kind = mimeType.startsWith('image/') ? 'image' : 'document';
    const source = new Uint8Array(length);
    const media = new Media({ kind, mimeType, trustTier: 'first-party', hazard: 'inert', source });
    return { type: 'media', media } as const;
  }),
);

/** Few, so that calls and results often have the same. */
const someId = fc.oneof(
  fc.constantFrom('call_0', 'call_1', 'a', 'not legal!', 'x'.repeat(80), ''),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

const someCall: fc.Arbitrary<ModelCall> = fc.record(
  {
    tool: fc.oneof(fc.constantFrom('weather', 'a.b', ''), fc.string({ unit: 'binary', maxLength: 5 })),
    args: fc.oneof(fc.constantFrom('{}', '{"city":', '', undefined), fc.json(), fc.anything()),
    providerCallId: someId,
    isTruncated: fc.boolean(),
  },
  { requiredKeys: ['tool', 'args', 'providerCallId'] },
);

const someResult = fc.record({
  providerCallId: someId,
  tool: fc.constantFrom('weather', 'a.b', 'in valid'),
  rendering: fc.record({ isError: fc.boolean(), parts: fc.array(somePart, { maxLength: 3 }) }),
});

const someMessage: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({
    role: fc.constant('user' as const),
    content: fc.oneof(someText, fc.array(somePart, { maxLength: 3 })),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    text: someText,
    calls: fc.array(someCall, { maxLength: 3 }),
    native: fc.constantFrom(
      undefined,
      { provider: 'somebody', content: [{ text: 'x' }] },
      { provider: 'gemini', content: [{ text: 'Another text.' }, 5] },
      { provider: 'gemini', content: 'nothing' },
      { provider: 'bedrock', content: [{ text: 'Another text.' }, 5] },
      { provider: 'bedrock', content: 'nothing' },
    ),
  }),
  fc.record({ role: fc.constant('tool' as const), results: fc.array(someResult, { maxLength: 3 }) }),
);

/** Conversations in any state: cut off, without their beginning, with ids, names and arguments of any kind. */
export const someConversation: fc.Arbitrary<readonly ModelMessage[]> = fc.array(someMessage, {
  minLength: 1,
  maxLength: 6,
});

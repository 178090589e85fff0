import { describe, expect, it } from 'vitest';
import { Media } from '../../core/media.ts';
import type { AssistantMessage, ModelCall, ModelMessage } from '../../runtime/model/model-message.ts';
import { renderMessages } from './render-messages.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([]);
const user = (content: string): ModelMessage => ({ role: 'user', content });
const said = (text: string, rest: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  text,
  calls: [],
  ...rest,
});
const call = (providerCallId: string, args: unknown = {}): ModelCall => ({ tool: 'a', args, providerCallId });
const native = (content: unknown) => ({ provider: 'gemini', content });

describe('renderMessages for Gemini', () => {
  it('makes one message of what one side says in a row', async () => {
    const messages = [user('a'), user('b'), said('c'), said('d', { calls: [call('x')] }), user('e')];
    const contents = await renderMessages(messages, codec);

    expect(
      contents.map(({ role, parts }) => [role, parts.map((part) => part.text ?? Object.keys(part)[0])]),
    ).toEqual([
      ['user', ['a', 'b']],
      ['model', ['c', 'd', 'functionCall']],
      ['user', ['functionResponse']],
      ['user', ['e']],
    ]);
  });

  it('leaves out what is blank, and says so where nothing is left', async () => {
    const messages = [user(' '), said(''), said(' '), user('a')];

    expect(await renderMessages(messages, codec)).toEqual([
      { role: 'user', parts: [{ text: 'The message is empty.' }, { text: 'a' }] },
    ]);
    expect(await renderMessages([], codec)).toEqual([]);
  });

  it('lets the user begin', async () => {
    const [first] = await renderMessages([said('a')], codec);

    expect(first).toEqual({
      role: 'user',
      parts: [{ text: 'The beginning of this conversation is left out.' }],
    });
  });

  it('shows media of the user, or names them', async () => {
    const show = (kind: 'image' | 'audio', mimeType: string) =>
      ({
        type: 'media',
        media: new Media({
          kind,
          mimeType,
          trustTier: 'first-party',
          hazard: 'inert',
          source: new Uint8Array([1]),
        }),
      }) as const;
    const content = [
      show('audio', 'audio/wav'),
      show('image', 'image/bmp'),
      { type: 'text', text: '?' } as const,
    ];

    expect(await renderMessages([{ role: 'user', content }], codec)).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'audio/wav', data: 'AQ==' } },
          { text: expect.stringContaining('An image (image/bmp) was left out here.') },
          { text: '?' },
        ],
      },
    ]);
  });

  it('repeats what Gemini said as it came, with what only Gemini can read', async () => {
    const parts = [
      { text: 'hm', thought: true },
      { text: '' },
      { executableCode: { code: '1' } },
      { functionCall: { id: 'x', name: 'a', args: { b: 1 } }, thoughtSignature: 'AAAA' },
      { functionCall: { id: 'y', name: 'a' } },
      { text: '', thoughtSignature: 'BBBB' },
      { functionResponse: { name: 'a', response: {} } },
    ];
    const message = said('', { calls: [call('x', '{"b":1}'), call('y')], native: native(parts) });
    const [, model, answer] = await renderMessages([user('a'), message], codec);

    expect(model?.parts).toEqual([
      parts[0],
      parts[2],
      parts[3],
      { functionCall: { id: 'y', name: 'a', args: {} } },
      parts[5],
    ]);
    expect(answer?.parts.map(({ functionResponse }) => functionResponse?.id)).toEqual(['x', 'y']);
  });

  it('repeats an id only where it is that of the call, and then the result has it too', async () => {
    const twice = { functionCall: { id: 'x', name: 'a', args: {} }, thoughtSignature: 'AAAA' };
    const message = said('', { calls: [call('x'), call('call_1')], native: native([twice, twice]) });
    const [, model, answer] = await renderMessages([user('a'), message], codec);

    expect(model?.parts.map(({ functionCall }) => functionCall?.id)).toEqual(['x', undefined]);
    expect(answer?.parts.map(({ functionResponse }) => functionResponse?.id)).toEqual(['x', undefined]);
  });

  it.each([
    ['another text', said('redacted', { native: native([{ text: 'secret' }]) })],
    ['other calls', said('', { calls: [], native: native([{ functionCall: { name: 'secret' } }]) })],
    [
      'other arguments',
      said('', {
        calls: [call('x')],
        native: native([{ functionCall: { id: 'x', name: 'a', args: { b: 'secret' } } }]),
      }),
    ],
    [
      'another order',
      said('', {
        calls: [call('y', { b: 2 }), call('x', { b: 1 })],
        native: native([
          { functionCall: { id: 'x', name: 'a', args: { b: 1 } }, thoughtSignature: 'secret' },
          { functionCall: { id: 'y', name: 'a', args: { b: 2 } } },
        ]),
      }),
    ],
    ['half a character', said('\ud800', { native: native([{ text: '\ud800' }, { secret: 1 }]) })],
    ['no parts', said('', { native: native('secret') })],
    ['another provider', said('', { native: { provider: 'x', content: [{ text: 'secret' }] } })],
  ])('does not repeat what the message no longer says: %s', async (_, message) => {
    const contents = await renderMessages([user('a'), message, user('b')], codec);

    expect(JSON.stringify(contents)).not.toContain('secret');
    expect(JSON.stringify(contents).includes('redacted')).toBe(message.text === 'redacted');
    expect(JSON.stringify(contents)).not.toContain('\\ud800');
  });

  it('signs the first call of a message where nobody has, and none for models before Gemini 3', async () => {
    const foreign = said('', { calls: [call('toolu_1', '{"b":'), call('toolu_2')] });
    const bare = said('', { calls: [call('x')], native: native([{ functionCall: { id: 'x', name: 'a' } }]) });
    const messages = [user('a'), foreign, user('b'), bare];
    const signatures = async (family: 'gemini-3' | 'gemini-2') =>
      (await renderMessages(messages, codec, { family })).flatMap(({ parts }) =>
        parts.flatMap(({ functionCall, thoughtSignature }) =>
          functionCall === undefined ? [] : [[functionCall.id, thoughtSignature]],
        ),
      );

    const UNSIGNED = 'skip_thought_signature_validator';
    expect(await signatures('gemini-3')).toEqual([
      [undefined, UNSIGNED],
      [undefined, undefined],
      ['x', UNSIGNED],
    ]);
    expect(await signatures('gemini-2')).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('answers under the name of the call, whatever the result is called', async () => {
    const results = [
      {
        providerCallId: 'x',
        tool: 'b',
        rendering: { isError: false, parts: [{ type: 'text', text: 'c' } as const] },
      },
    ];
    const [, , answer] = await renderMessages(
      [user('a'), said('', { calls: [call('x')] }), { role: 'tool', results }],
      codec,
    );

    expect(answer?.parts).toEqual([{ functionResponse: { name: 'a', response: { output: 'c' } } }]);
  });
});

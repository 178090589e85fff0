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
const native = (content: unknown) => ({ provider: 'bedrock', content });
const kindsOf = (content: readonly object[]) => content.map((block) => Object.keys(block)[0]);

describe('renderMessages for Bedrock', () => {
  it('lets the roles alternate, with the results first', async () => {
    const messages = [user('a'), user('b'), said('c'), said('d', { calls: [call('x')] }), user('e')];
    const rendered = await renderMessages(messages, codec);

    expect(rendered.map(({ role, content }) => [role, kindsOf(content)])).toEqual([
      ['user', ['text', 'text']],
      ['assistant', ['text', 'text', 'toolUse']],
      ['user', ['toolResult', 'text']],
    ]);
  });

  it('leaves out what is blank, and says so where nothing is left', async () => {
    expect(await renderMessages([user(' '), said(''), said(' '), user('a')], codec)).toEqual([
      { role: 'user', content: [{ text: 'There is no text.' }, { text: 'a' }] },
    ]);
    expect(await renderMessages([], codec)).toEqual([]);
  });

  it('lets the user begin', async () => {
    const [first] = await renderMessages([said('a')], codec);

    expect(first).toEqual({
      role: 'user',
      content: [{ text: 'The beginning of this conversation is left out.' }],
    });
  });

  it('gives every document of a conversation a name of its own', async () => {
    const media = new Media({
      kind: 'document',
      mimeType: 'text/csv',
      trustTier: 'first-party',
      hazard: 'inert',
      source: new Uint8Array([1]),
    });
    const attached: ModelMessage = { role: 'user', content: [{ type: 'media', media }] };
    const results = [
      {
        providerCallId: 'call_0',
        tool: 'a',
        rendering: { isError: false, parts: [{ type: 'media', media } as const] },
      },
    ];
    const turn = [said('', { calls: [call('call_0')] }), { role: 'tool', results } as const];
    const rendered = await renderMessages([attached, ...turn, ...turn, attached], codec);
    const names = JSON.stringify(rendered).match(/document-[0-9a-f]{10}-1/g);

    expect(new Set(names).size).toBe(4);
  });

  it('gives calls and their results ids that are legal and taken once', async () => {
    const calls = [call('functions.a:0'), call('call_0')];
    const rendered = await renderMessages([user('a'), said('', { calls }), said('', { calls })], codec);
    const ids = rendered.map(({ content }) =>
      content.flatMap((block) => {
        if ('toolUse' in block) return [block.toolUse.toolUseId];
        return 'toolResult' in block ? [block.toolResult.toolUseId] : [];
      }),
    );

    expect(ids[1]).toEqual(ids[2]);
    expect(ids[3]).toEqual(ids[4]);
    expect(new Set([...(ids[1] ?? []), ...(ids[3] ?? [])]).size).toBe(4);
    for (const id of ids.flat()) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it('repeats what a model said as it came, with what only it can read', async () => {
    const server = { toolUse: { toolUseId: 's', name: 'search', input: {}, type: 'server_tool_use' } };
    const message = said('b', {
      calls: [call('x', '{"b":1}')],
      native: native([
        { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
        { reasoningContent: { reasoningText: { text: 'nobody signed this' } } },
        { reasoningContent: { redactedContent: 'AAEC' } },
        { reasoningContent: { redactedContent: 'not base64' } },
        { text: 'b' },
        { text: 5 },
        server,
        { toolResult: { toolUseId: 's', content: [] } },
        { toolResult: { toolUseId: 'x', content: [] } },
        { toolResult: {} },
        { image: {} },
        { toolUse: { name: 'a', input: { b: 1 } } },
        { reasoningContent: { redactedContent: 'AAEC' } },
      ]),
    });
    const [, assistant] = await renderMessages([user('a'), message], codec);

    expect(assistant?.content).toEqual([
      { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
      { reasoningContent: { redactedContent: new Uint8Array([0, 1, 2]) } },
      { text: 'b' },
      server,
      { toolResult: { toolUseId: 's', content: [] } },
      { toolUse: { toolUseId: 'x', name: 'a', input: { b: 1 } } },
    ]);
  });

  it.each([
    ['another text', said('redacted', { native: native([{ text: 'secret' }]) })],
    ['other calls', said('', { native: native([{ toolUse: { input: { a: 'secret' } } }]) })],
    [
      'other arguments',
      said('', {
        calls: [call('x', {})],
        native: native([{ toolUse: { name: 'a', input: { a: 'secret' } } }]),
      }),
    ],
    [
      'another tool',
      said('', { calls: [call('x', {})], native: native([{ toolUse: { name: 'secret', input: {} } }]) }),
    ],
    ['half a character', said('\ud800', { native: native([{ text: '\ud800' }, { secret: 1 }]) })],
    ['no blocks', said('', { native: native('secret') })],
    ['another provider', said('', { native: { provider: 'x', content: [{ text: 'secret' }] } })],
  ])('does not repeat what the message no longer says: %s', async (_, message) => {
    const text = JSON.stringify(await renderMessages([user('a'), message, user('b')], codec));

    expect(text).not.toContain('secret');
    expect(text.includes('redacted')).toBe(message.text === 'redacted');
    expect(text).not.toContain('\\ud800');
  });

  it('leaves out thoughts that nothing follows', async () => {
    const content = [{ reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } }, { text: ' ' }];

    expect(
      await renderMessages([user('a'), said(' ', { native: native(content) }), user('b')], codec),
    ).toEqual([{ role: 'user', content: [{ text: 'a' }, { text: 'b' }] }]);
  });

  it('quotes arguments that are no object', async () => {
    const [, assistant] = await renderMessages([user('a'), said('', { calls: [call('x', '{"b":')] })], codec);

    expect(assistant?.content).toEqual([
      { toolUse: { toolUseId: 'x', name: 'a', input: { INVALID_JSON: '{"b":' } } },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import { weather } from '../weather.ts';
import type { Reply } from './loopback.ts';
import { type ResponsesStep, streamResponse, toResponse } from './openai-responses-server.ts';
import { API_KEY, type Api, apis, converse, startWorld } from './openai-world.ts';

const responses = apis.filter(({ provider }) => provider === 'openai-responses');
const thinking: ResponsesStep = {
  thoughts: 'gAAAA-secret-thoughts',
  text: 'I look.',
  calls: [{ id: 'call_1', name: 'weather', arguments: '{"city": "Oslo"}' }],
};

describe.each(responses)('thoughts through $name', (api) => {
  it('come encrypted and are sent again, so that nothing is stored', async () => {
    const world = await startWorld(api, [() => replyWith(api, thinking), { text: 'Rain.' }], {
      tools: [weather()],
    });

    await converse(world);

    const [first, second] = world.server.requests.map(({ body }) => body);
    expect(first).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(second.input).toEqual([
      { type: 'message', role: 'user', content: 'Go.' },
      { type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'gAAAA-secret-thoughts' },
      {
        type: 'message',
        id: 'msg_0',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
      },
      {
        type: 'function_call',
        id: 'fc_0_0',
        call_id: 'call_1',
        name: 'weather',
        arguments: '{"city": "Oslo"}',
      },
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringContaining('Oslo') },
    ]);
  });

  it('are left out when somebody has changed what the model said', async () => {
    const world = await startWorld(api, [() => replyWith(api, thinking), { text: 'A.' }, { text: 'B.' }], {
      tools: [weather()],
    });
    const { message } = await world.executor.run({ messages: [], tools: world.tools });
    const [call] = message.calls;

    await converse(world, { messages: [{ ...message, text: 'I [redacted].' }] });
    await converse(world, { messages: [{ ...message, calls: [] }] });

    expect(call).toMatchObject({ tool: 'weather', providerCallId: 'call_1' });
    const [, changed, without] = world.server.requests.map(({ body }) => JSON.stringify(body.input));
    expect(changed).toContain('I [redacted].');
    expect(without).toContain('I look.');
    expect(changed).not.toContain('gAAAA');
    expect(without).not.toContain('gAAAA');
  });

  it('are left out when nothing follows them', async () => {
    const cut: ResponsesStep = { thoughts: 'gAAAA-secret-thoughts', incompleteReason: 'max_output_tokens' };
    const world = await startWorld(api, [() => replyWith(api, cut), { text: 'Here.' }]);

    const { message, stop } = await world.executor.run({ messages: [], tools: [] });
    await converse(world, { messages: [{ role: 'user', content: 'Go.' }, message] });

    expect(stop).toBe('length');
    expect(world.server.requests[1]?.body.input).toEqual([{ type: 'message', role: 'user', content: 'Go.' }]);
  });
});

describe.each(responses)('a response through $name', (api) => {
  it('that has failed rejects with E_MODEL_FAILED', async () => {
    const failed = {
      ...(toResponse({}) as object),
      status: 'failed',
      error: { code: 'server_error', message: API_KEY },
    };
    const events = [{ event: 'response.failed', data: { type: 'response.failed', response: failed } }];
    const world = await startWorld(api, [() => (api.isStreaming ? { events } : { json: failed })]);

    const error = await converse(world).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: 'E_MODEL_FAILED', context: { provider: 'openai-responses' } });
    expect(JSON.stringify(error) + String(error)).not.toContain(API_KEY);
  });

  it('can be stored if somebody wants it to be, and include more', async () => {
    const include = ['message.output_text.logprobs', 'reasoning.encrypted_content'];
    const world = await startWorld(api, [{ text: 'Done.' }], { params: { store: true, include } });

    await converse(world);

    expect(world.server.requests[0]?.body).toMatchObject({ store: true, include: include.toReversed() });
  });

  it('tells calls of custom tools again as calls of functions', async () => {
    const custom = {
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'call_1',
      name: 'weather',
      input: 'Oslo',
    };
    const json = { ...(toResponse({}) as object), output: [custom] };
    const events = [{ event: 'response.completed', data: { type: 'response.completed', response: json } }];
    const reply = () => (api.isStreaming ? { events } : { json });
    const world = await startWorld(api, [reply, { text: 'Sorry.' }], { tools: [weather()] });

    const { records } = await converse(world);

    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
    expect(world.server.requests[1]?.body.input[1]).toEqual({
      ...{ type: 'function_call', call_id: 'call_1', name: 'weather' },
      arguments: '{"INVALID_JSON":"Oslo"}',
    });
  });

  it('keeps the phase of what was said, and takes back items that it does not know', async () => {
    const output = [
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA' },
      {
        type: 'message',
        id: 'an id that is not legal',
        role: 'assistant',
        phase: 'commentary',
        content: [{ type: 'output_text', text: 'Hm.' }],
      },
    ];
    const history: ModelMessage[] = [
      {
        role: 'assistant',
        text: 'Hm.',
        calls: [],
        native: { provider: 'openai-responses', content: output },
      },
    ];
    const world = await startWorld(api, [{ text: 'Done.' }]);

    await converse(world, { messages: history });

    expect(world.server.requests[0]?.body.input).toEqual([
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA' },
      { type: 'message', role: 'assistant', content: 'Hm.', phase: 'commentary' },
    ]);
  });
});

function replyWith({ isStreaming }: Api, step: ResponsesStep): Reply {
  return isStreaming ? { events: streamResponse(step) } : { json: toResponse(step) };
}

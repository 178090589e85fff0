import { describe, expect, it } from 'vitest';
import { Media } from '../../packages/toolcrib/src/index.ts';
import type { ModelMessage, ModelRequest } from '../../packages/toolcrib/src/runtime/index.ts';
import { deferred, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import type { Reply, SeenRequest, SentEvent } from './loopback.ts';
import { API_KEY, apis, converse, startWorld } from './openai-world.ts';

const oslo = { name: 'weather', arguments: '{"city":"Oslo"}' } as const;

describe.each(apis)('a conversation through $name', (api) => {
  it('[L4, L9] answers three calls at once, in their order', async () => {
    const cities = ['Oslo', 'Rome', 'Lima'].map((city) => ({
      name: 'weather',
      id: `call_${city}`,
      arguments: `{"city": "${city}"}`,
    }));
    const world = await startWorld(
      api,
      [{ text: 'I look it up.', calls: cities, cachedTokens: 4 }, { text: 'It rains.' }],
      { tools: [weather({ trusted: true })] },
    );

    const { steps, records, events, messages } = await converse(world);

    expect(steps.map(({ stop }) => stop)).toEqual(['calls', 'end']);
    expect(steps[0]?.usage).toEqual({ inputTokens: 11, cachedInputTokens: 4, outputTokens: 7 });
    expect(records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'It rains.', calls: [] });
    const body = world.server.requests[1]?.body;
    expect(api.callsIn(body)).toEqual(cities.map(({ id, name, arguments: args }) => ({ id, name, args })));
    expect(api.resultsIn(body)).toEqual(
      ['Oslo', 'Rome', 'Lima'].map((city) => ({ id: `call_${city}`, output: `{"city":"${city}","days":3}` })),
    );
    const texts = events.filter((event) => (event as { type: string }).type === 'text');
    expect(texts.map((event) => (event as { text: string }).text).join('')).toBe(
      api.isStreaming ? 'I look it up.It rains.' : '',
    );
    expect(events.filter((event) => (event as { type: string }).type === 'call-start')).toEqual(
      api.isStreaming
        ? cities.map(({ id }) => ({ type: 'call-start', providerCallId: id, tool: 'weather' }))
        : [],
    );
  });

  it('[L4] goes on after calls that are no good: no JSON, no object, no such tool, no name', async () => {
    const calls = [
      { name: 'weather', id: 'call_a', arguments: '{"city": "Os' },
      { name: 'weather', id: 'call_b', arguments: '["Oslo"]' },
      { name: 'wheather', id: 'call_c', arguments: '{}' },
      { name: '', id: 'call_d', arguments: '{}' },
      { name: 'no.such/tool', id: 'call_e', arguments: '' },
    ];
    const world = await startWorld(api, [{ calls }, { text: 'Sorry.' }], { tools: [weather()] });

    const { steps, records } = await converse(world);

    expect(steps.map(({ stop }) => stop)).toEqual(['calls', 'end']);
    expect(records.map(({ status }) => status)).toEqual([
      'invalid_args',
      'invalid_args',
      'unknown_tool',
      'unknown_tool',
      'unknown_tool',
    ]);
    expect(api.callsIn(world.server.requests[1]?.body).map(({ args }) => args)).toEqual([
      '{"INVALID_JSON":"{\\"city\\": \\"Os"}',
      '{"INVALID_JSON":"[\\"Oslo\\"]"}',
      '{}',
      '{}',
      '{}',
    ]);
  });

  it('[L4] takes an empty text for no arguments, and tells the model what a tool needs besides', async () => {
    const clock = weather({
      name: 'clock',
      inputSchema: { type: 'object', properties: {} },
      handler: () => '12:00',
    });
    const calls = ['clock', 'weather'].map((name) => ({ name, id: `call_${name}`, arguments: '' }));
    const world = await startWorld(api, [{ calls }, { text: 'Done.' }], { tools: [clock, weather()] });

    const { records } = await converse(world);

    expect(records.map(({ status }) => status)).toEqual(['ok', 'invalid_args']);
    expect(records[1]?.problem?.issues).toEqual([{ path: ['city'], message: 'is required' }]);
    const body = world.server.requests[1]?.body;
    expect(api.callsIn(body).map(({ args }) => args)).toEqual(['{}', '{}']);
    expect(JSON.stringify(api.resultsIn(body)[1]?.output)).toContain('city is required');
  });

  it('[L4] never runs a call that was cut off before its first argument', async () => {
    let runs = 0;
    const clock = weather({
      name: 'clock',
      inputSchema: { type: 'object', properties: {} },
      handler: () => String(++runs),
    });
    const calls = [{ name: 'clock', id: 'call_a', arguments: '' }];
    const world = await startWorld(api, [{ calls, cutBy: 'length' }, { text: 'Done.' }], { tools: [clock] });

    const { records } = await converse(world);

    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
    expect(runs).toBe(0);
  });

  it.each([
    { cutBy: 'length', args: '{"city":"Oslo","da', stop: 'length' },
    { cutBy: 'length', args: '{"city":"Oslo"}', stop: 'length' },
    { cutBy: 'filter', args: '{"city":"Oslo"}', stop: 'refusal' },
  ] as const)('[L4] never runs a call that was cut off by $cutBy: $args', async ({ cutBy, args, stop }) => {
    let runs = 0;
    const counting = weather({ handler: () => String(++runs) });
    const calls = [
      { ...oslo, id: 'call_a' },
      { ...oslo, id: 'call_b', arguments: args },
    ];
    const world = await startWorld(api, [{ calls, cutBy }, { text: 'Done.' }], { tools: [counting] });

    const { steps, records } = await converse(world);

    expect(steps[0]?.stop).toBe(stop);
    expect(records.map(({ status }) => status)).toEqual(['ok', 'invalid_args']);
    expect(runs).toBe(1);
  });

  it('tells a refusal in the words of the model', async () => {
    const world = await startWorld(api, [{ refusal: 'I will not do that.' }, { text: 'Fine.' }]);

    const { messages, steps } = await converse(world);
    const again = await converse(world, { messages: [...messages, { role: 'user', content: 'Else?' }] });

    expect(steps).toMatchObject([{ stop: 'refusal', refusal: 'I will not do that.', message: { text: '' } }]);
    expect(again.steps).toMatchObject([{ stop: 'end', message: { text: 'Fine.' } }]);
  });

  it('takes an answer with nothing in it for a step', async () => {
    const world = await startWorld(api, [{}]);

    const { steps } = await converse(world);

    expect(steps).toMatchObject([{ stop: 'end', message: { role: 'assistant', text: '', calls: [] } }]);
  });

  it('[A1] sends the handle and the beginning of a result of 2 MB', async () => {
    const large = tool('large', () => 'x'.repeat(2_000_000), { trusted: true });
    const world = await startWorld(
      api,
      [{ calls: [{ name: 'large', arguments: '{}' }] }, { text: 'Done.' }],
      {
        tools: [large],
      },
    );

    await converse(world);

    const body = world.server.requests[1]?.body;
    expect(JSON.stringify(body).length).toBeLessThan(50_000);
    expect(api.resultsIn(body)[0]?.output).toMatch(/^x+\nThe result is stored as artifact /);
  });

  it('[A5] puts an untrusted result into one envelope, and repeats its bytes in later requests', async () => {
    const world = await startWorld(
      api,
      [{ calls: [{ ...oslo, id: 'call_a' }] }, { calls: [{ ...oslo, id: 'call_b' }] }, { text: 'Done.' }],
      { tools: [weather()] },
    );

    await converse(world);

    const [first] = api.resultsIn(world.server.requests[1]?.body);
    const [again, second] = api.resultsIn(world.server.requests[2]?.body);
    expect(String(first?.output).match(/\{"city":"Oslo","days":3\}/g)).toHaveLength(1);
    expect(String(first?.output)).not.toBe('{"city":"Oslo","days":3}');
    expect(again).toEqual(first);
    expect(second?.output).not.toBe(first?.output);
  });

  it('[A4] shows the image of a result, and names what no model can be shown', async () => {
    const pixels = new Uint8Array([137, 80, 78, 71]);
    const base = { trustTier: 'third-party-public', hazard: 'opaque' } as const;
    const chart = tool('chart', () => [
      new Media({ ...base, kind: 'image', mimeType: 'image/png', source: pixels }),
      new Media({ ...base, kind: 'video', mimeType: 'video/mp4', source: pixels }),
      new Media({ ...base, kind: 'document', mimeType: 'application/pdf; x=y', source: pixels }),
    ]);
    const world = await startWorld(
      api,
      [{ calls: [{ name: 'chart', arguments: '{}' }, oslo] }, { calls: [oslo] }, { text: 'Nice.' }],
      { tools: [chart, weather()] },
    );

    await converse(world);

    const bodies = world.server.requests.map(({ body }) => JSON.stringify(body));
    for (const body of bodies.slice(1)) {
      expect(body.split('data:image/png;base64,iVBORw==')).toHaveLength(2);
      expect(body.split('data:application/pdf;base64,iVBORw==')).toHaveLength(2);
      expect(body).toContain('A video (video/mp4) was left out here.');
      expect(body).toContain('untrusted (third-party-public)');
    }
  });

  it('reads nulls for optional parameters of strict tools as parameters that were left out', async () => {
    const seen: unknown[] = [];
    const strict = weather({
      inputSchema: {
        type: 'object',
        properties: { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] } },
        required: ['city'],
        additionalProperties: false,
      },
      handler: (args) => {
        seen.push(args);
        return 'rain';
      },
    });
    const args = '{"city":"Oslo","unit":null}';
    const world = await startWorld(
      api,
      [{ calls: [{ name: 'weather', arguments: args }] }, { text: 'Done.' }],
      {
        tools: [strict],
        strict: 'exact',
      },
    );

    await converse(world);

    expect(seen).toEqual([{ city: 'Oslo' }]);
    const [first, second] = world.server.requests;
    const [sent] = first?.body.tools ?? [];
    expect(sent?.function ?? sent).toMatchObject({
      strict: true,
      parameters: { required: ['city', 'unit'] },
    });
    expect(api.callsIn(second?.body)).toMatchObject([{ name: 'weather', args }]);
  });

  it('tells calls of tools that are gone, of other providers, and without a result', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'assistant',
        text: '',
        calls: [
          { tool: 'gone.tool/v1', args: { at: 1 }, providerCallId: 'x'.repeat(100) },
          { tool: 'weather', args: '{"city":"Oslo"}', providerCallId: 'toolu:1' },
        ],
        native: { provider: 'anthropic', content: [{ type: 'thinking', signature: 'abc' }] },
      },
      {
        role: 'tool',
        results: [
          {
            providerCallId: 'toolu:1',
            tool: 'weather',
            rendering: { isError: false, parts: [{ type: 'text', text: 'rain' }] },
          },
        ],
      },
    ];
    const world = await startWorld(api, [{ text: 'Done.' }], { tools: [weather()] });

    await converse(world, { messages, retired: ['gone.tool/v1'] });

    const body = world.server.requests[0]?.body;
    const [gone, known] = api.callsIn(body);
    expect(gone).toMatchObject({ name: expect.stringMatching(/^gone_tool_v1_/), args: '{"at":1}' });
    expect(known).toMatchObject({ name: 'weather', args: '{"city":"Oslo"}' });
    expect(api.resultsIn(body)).toEqual([
      { id: gone?.id, output: expect.stringContaining('never finished') },
      { id: known?.id, output: 'rain' },
    ]);
    expect(JSON.stringify(body)).not.toContain('signature');
  });

  it('[L5] keeps calls with the same id apart, within an answer and from one to the next', async () => {
    const twice = [
      { ...oslo, id: 'call_same' },
      { name: 'weather', id: 'call_same', arguments: '{"city":"Rome"}' },
    ];
    const world = await startWorld(api, [{ calls: twice }, { calls: twice }, { text: 'Done.' }], {
      tools: [weather({ trusted: true })],
    });

    const { records, steps, events } = await converse(world);

    expect(records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const body = world.server.requests[2]?.body;
    expect(new Set(api.callsIn(body).map(({ id }) => id)).size).toBe(4);
    expect(api.resultsIn(body).map(({ output }) => JSON.parse(String(output)).city)).toEqual([
      'Oslo',
      'Rome',
      'Oslo',
      'Rome',
    ]);
    if (api.isStreaming) {
      const announced = events.filter((event) => (event as { type: string }).type === 'call-start');
      const ids = steps.flatMap(({ message }) => message.calls.map(({ providerCallId }) => providerCallId));
      expect(announced).toMatchObject(ids.map((providerCallId) => ({ providerCallId })));
    }
  });

  it('leaves retries to the SDK', async () => {
    const busy = (): Reply => ({ status: 500, headers: { 'retry-after-ms': '1' }, json: { error: {} } });
    const world = await startWorld(api, [busy, { text: 'Here.' }], { maxRetries: 1 });

    const { steps } = await converse(world);

    expect(steps).toMatchObject([{ stop: 'end', message: { text: 'Here.' } }]);
    expect(world.server.requests).toHaveLength(2);
  });

  it('rejects with E_MODEL_FAILED, and tells nothing of what the provider said', async () => {
    const denied = (): Reply => ({
      status: 401,
      json: { error: { message: `Incorrect API key provided: ${API_KEY}.`, code: 'invalid_api_key' } },
    });
    const world = await startWorld(api, [denied]);

    const error = await converse(world).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({
      code: 'E_MODEL_FAILED',
      context: { provider: api.provider, status: 401 },
      cause: { status: 401 },
    });
    expect(JSON.stringify(error) + String(error)).not.toContain(API_KEY);
  });

  it('[L8] makes no request when it was aborted before', async () => {
    const world = await startWorld(api, []);

    const { steps } = await converse(world, { signal: AbortSignal.abort() });

    expect(steps).toMatchObject([{ stop: 'aborted', message: { text: '', calls: [] } }]);
    expect(world.server.requests).toEqual([]);
  });

  it('[L8] does not wait for media when it is aborted', async () => {
    const controller = new AbortController();
    const readMedia = () => {
      controller.abort();
      return new Promise<never>(() => undefined);
    };
    const image = {
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'first-party',
      hazard: 'inert',
    } as const;
    const media = new Media({ ...image, source: new Uint8Array(1) });
    const world = await startWorld(api, [], { readMedia });

    const { steps } = await converse(world, {
      signal: controller.signal,
      messages: [{ role: 'user', content: [{ type: 'media', media }] }],
    });

    expect(steps).toMatchObject([{ stop: 'aborted' }]);
    expect(world.server.requests).toEqual([]);
  });

  it.each([
    ['request', undefined],
    ['messages', { tools: [] }],
    ['tools', { messages: [] }],
    ['retired', { messages: [], tools: [], retired: null }],
    ['system', { messages: [], tools: [], system: 5 }],
  ])('rejects what is no request, and names the field: %s', async (option, request) => {
    const { executor } = await startWorld(api, []);

    await expect(executor.run(request as unknown as ModelRequest)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
  });

  it('[L8] ends a request that is aborted while it waits', async () => {
    const controller = new AbortController();
    const hungUp = deferred<void>();
    const hanging = (request: SeenRequest): Reply => {
      request.signal.addEventListener('abort', () => hungUp.resolve());
      controller.abort();
      return { events: hang(request) };
    };
    const world = await startWorld(api, [hanging]);

    const { steps } = await converse(world, { signal: controller.signal });

    expect(steps).toMatchObject([{ stop: 'aborted', message: { text: '', calls: [] } }]);
    await hungUp.promise;
  });

  it('sends system, tools and parameters where the API wants them, and no empty list of tools', async () => {
    const world = await startWorld(api, [{ text: 'Done.' }, { text: 'Done.' }], {
      tools: [weather()],
      maxTokens: 50,
      params: {
        ...{ temperature: 0, tool_choice: 'auto', model: 'other', stream: 'maybe' },
        stream_options: { include_obfuscation: false },
      },
    });

    await converse(world, { system: 'Be brief.' });
    await converse(world, { tools: [] });

    const [first, second] = world.server.requests.map(({ body }) => body);
    expect(first).toMatchObject({ model: 'scripted', temperature: 0, tool_choice: 'auto' });
    expect(first.stream).toBe(api.isStreaming ? true : undefined);
    expect(first.tools).toHaveLength(1);
    expect(first.messages?.[0] ?? first.instructions).toEqual(
      first.messages === undefined ? 'Be brief.' : { role: 'system', content: 'Be brief.' },
    );
    expect(first.max_completion_tokens ?? first.max_output_tokens).toBe(50);
    expect(second.tools).toBeUndefined();
    // Chat Completions refuse a choice without tools.
    expect(second.tool_choice).toBe(api.provider === 'openai-chat' ? undefined : 'auto');
    expect(first.stream_options).toEqual(
      api.provider === 'openai-chat' && api.isStreaming
        ? { include_usage: true, include_obfuscation: false }
        : { include_obfuscation: false },
    );
  });

  it('lists tools of the provider before those of ours', async () => {
    const own = { type: 'custom', name: 'own', function: { name: 'own', parameters: { type: 'object' } } };
    const world = await startWorld(api, [{ text: 'Done.' }], {
      tools: [weather()],
      params: { tools: [{ ...own, strict: false, parameters: { type: 'object' } }] },
    });

    await converse(world);

    const tools: { name?: string; function?: { name: string } }[] = world.server.requests[0]?.body.tools;
    expect(tools.map((sent) => sent.name ?? sent.function?.name)).toEqual(['own', 'weather']);
  });

  it('sends no text that is not well-formed', async () => {
    const broken = tool('broken', () => 'a\ud800b', { trusted: true });
    const calls = [{ name: 'broken', arguments: '{"a":"\ud800"}' }];
    const world = await startWorld(api, [{ text: 'T\ud800', calls }, { text: 'Done.' }], { tools: [broken] });

    const said = [{ type: 'text', text: '\ud800' }] as const;
    const messages: ModelMessage[] = ['\ud800', said].map((content) => ({ role: 'user', content }));
    await converse(world, { system: '\ud800', messages });

    const bodies = world.server.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies.map((body) => body.includes('\\ud800'))).toEqual([false, false]);
  });

  it('[L4] gives calls without an id one of ours', async () => {
    const calls = [oslo, oslo].map((call) => ({ ...call, id: '' }));
    const world = await startWorld(api, [{ calls }, { text: 'Done.' }], { tools: [weather()] });

    const { records } = await converse(world);

    expect(records.map(({ status, providerCallId }) => [status, providerCallId])).toEqual([
      ['ok', 'call_0'],
      ['ok', 'call_1'],
    ]);
  });

  it.each([{ model: '' }, { maxTokens: 0 }, { strict: 'yes' as 'exact' }])(
    'refuses options that are no good: %j',
    async (options) => {
      await expect(startWorld(api, [], options)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    },
  );

  it.each([
    null,
    {},
    { choices: null, output: null },
    { choices: [null], output: [null, 7, { type: 'function_call' }], status: 'completed' },
    { choices: [{ message: { tool_calls: [null, {}, { function: 3 }] } }], output: [{ type: 'message' }] },
  ])('takes any body for a step or for a failure: %j', async (json) => {
    const world = await startWorld(api, [() => ({ json })]);

    const outcome = await world.executor.run({ messages: [], tools: [] }).catch((error: unknown) => error);

    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'E_MODEL_FAILED' });
    else expect(outcome).toMatchObject({ message: { role: 'assistant', text: '' } });
  });
});

describe.each(apis.filter(({ isStreaming }) => isStreaming))('a stream through $provider', (api) => {
  it('[L8] that is aborted gives the text so far, no calls, and hangs up', async () => {
    const controller = new AbortController();
    const hungUp = deferred<void>();
    const hanging = (request: SeenRequest): Reply => {
      request.signal.addEventListener('abort', () => hungUp.resolve());
      return { events: hang(request, beginning(api.eventsOf({ text: 'I look ', calls: [oslo] }), 'slo')) };
    };
    const world = await startWorld(api, [hanging], { tools: [weather()] });

    const step = await world.executor.run({
      messages: [{ role: 'user', content: 'Go.' }],
      tools: world.tools,
      signal: controller.signal,
      onEvent: ({ type }) => type === 'call-start' && controller.abort(),
    });

    expect(step).toMatchObject({ stop: 'aborted', message: { text: 'I look ', calls: [] } });
    await hungUp.promise;
  });

  it('that breaks off is a failure of the provider, not an answer', async () => {
    const events = beginning(api.eventsOf({ text: 'I look.', calls: [oslo] }), 'slo');
    const world = await startWorld(api, [() => ({ events })]);

    await expect(converse(world)).rejects.toMatchObject({ code: 'E_MODEL_FAILED' });
  });

  it('rejects with E_MODEL_FAILED when it ends with an error', async () => {
    const [first] = api.eventsOf({ text: 'I' });
    const failed = { type: 'error', error: { message: `The key ${API_KEY} has expired.` } };
    const world = await startWorld(api, [
      () => ({ events: [...(first === undefined ? [] : [first]), { event: 'error', data: failed }] }),
    ]);

    const error = await converse(world).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: 'E_MODEL_FAILED' });
    expect(JSON.stringify(error) + String(error)).not.toContain(API_KEY);
  });

  it('ends with what a listener throws, and hangs up', async () => {
    const hungUp = deferred<void>();
    const hanging = (request: SeenRequest): Reply => {
      request.signal.addEventListener('abort', () => hungUp.resolve());
      return { events: hang(request, beginning(api.eventsOf({ text: 'I look ' }), 'I look ')) };
    };
    const world = await startWorld(api, [hanging]);
    const problem = new Error('no space left');

    const running = world.executor.run({
      messages: [],
      tools: [],
      onEvent: () => {
        throw problem;
      },
    });

    await expect(running).rejects.toMatchObject({ code: 'E_MODEL_FAILED', cause: problem });
    await hungUp.promise;
  });
});

/** The events up to the one that has a text in it. */
function beginning(events: Iterable<SentEvent>, text: string): SentEvent[] {
  const all = [...events];
  const end = all.findIndex(({ data }) => JSON.stringify(data).includes(text));
  return all.slice(0, end + 1);
}

/** Some events, and then nothing until the client hangs up. */
async function* hang(request: SeenRequest, events: readonly SentEvent[] = []) {
  yield* events;
  await new Promise<void>((resolve) => {
    if (request.signal.aborted) resolve();
    request.signal.addEventListener('abort', () => resolve());
  });
}

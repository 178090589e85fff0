import { describe, expect, it } from 'vitest';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { anthropicExecutor } from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import type { ModelEvent, ModelRequest } from '../../packages/toolcrib/src/runtime/index.ts';
import { deferred, tool } from '../runtime.ts';
import { findRequestProblems } from './anthropic-checker.ts';
import { event, type MessagesScript, streamBlock, streamMessage } from './anthropic-server.ts';
import { API_KEY, converse, startWorld, type World } from './anthropic-world.ts';
import type { SentEvent } from './loopback.ts';

const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello.' }], tools: [] };
const failing = { status: 500, headers: { 'retry-after-ms': '1' }, json: { error: { type: 'api_error' } } };

/** What a run rejects with. */
async function findFailure({ executor }: World, request: Partial<ModelRequest> = {}): Promise<ToolcribError> {
  const error: unknown = await executor.run({ ...hello, ...request }).catch((caught: unknown) => caught);
  if (error instanceof ToolcribError) return error;
  throw new Error('The run did not fail as it should.', { cause: error });
}

/** A server that sends these events and then leaves the stream open until the client hangs up. */
function leaveOpen(events: Iterable<SentEvent>, onHangUp: () => void = () => undefined): MessagesScript {
  return [
    ({ signal }) => ({
      events: (async function* () {
        yield* events;
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          else signal.addEventListener('abort', () => resolve());
        });
        onHangUp();
      })(),
    }),
  ];
}

describe('a failure of the provider', () => {
  it.each([{ stream: true }, { stream: false }])('is retried by the SDK, $stream', async ({ stream }) => {
    const world = await startWorld([() => failing, { text: 'Hi.' }], [], { stream, maxRetries: 1 });

    const { message } = await world.executor.run(hello);

    expect(message.text).toBe('Hi.');
    expect(world.server.requests).toHaveLength(2);
  });

  it.each([
    [401, { type: 'authentication_error', message: `invalid x-api-key ${API_KEY}` }],
    [429, { type: 'rate_limit_error', message: 'This request would exceed your limit.' }],
    [529, { type: 'overloaded_error', message: 'Overloaded' }],
  ])('rejects with status %i and tells nothing of what came', async (status, error) => {
    const reply = { status, headers: { 'retry-after-ms': '1' }, json: { type: 'error', error } };
    const world = await startWorld([() => reply, () => reply], [], { maxRetries: 1 });

    const failure = await findFailure(world);

    expect(failure).toMatchObject({ code: 'E_MODEL_FAILED', context: { provider: 'anthropic', status } });
    expect(failure.message).toBe(
      `The request to the model provider "anthropic" failed with status ${status}.`,
    );
    expect(JSON.stringify(failure)).not.toContain(API_KEY);
    expect(failure.cause).toMatchObject({ status });
    expect(world.server.requests).toHaveLength(status === 401 ? 1 : 2);
  });

  it.each([
    ['a text', 'hello'],
    ['nothing', null],
    ['a list', []],
    ['an error', { type: 'error', error: { type: 'api_error', message: 'x' } }],
    ['content that is no list', { content: 'hello' }],
  ])('is an answer that is %s', async (_, json) => {
    const world = await startWorld([() => ({ json })], [], { stream: false });

    expect(await findFailure(world)).toMatchObject({ code: 'E_MODEL_FAILED' });
  });

  it.each<[string, () => Generator<SentEvent>]>([
    [
      'is cut off',
      function* () {
        yield* streamBlock({ type: 'text', text: 'Hello' }, 0);
        throw new Error('The server is gone.');
      },
    ],
    [
      'ends before the answer does',
      function* () {
        yield* streamBlock({ type: 'text', text: 'Hello' }, 0);
      },
    ],
    [
      'has data that is no JSON',
      function* () {
        yield { event: 'content_block_delta', data: '{"type": "content_block' };
        yield* streamMessage({ text: 'Hello' });
      },
    ],
    [
      'tells an error',
      function* () {
        yield event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
        yield* streamMessage({ text: 'Hello' });
      },
    ],
    [
      'tells an error under another name',
      function* () {
        yield { event: 'message_delta', data: { type: 'error', error: { type: 'overloaded_error' } } };
        yield* streamMessage({ text: 'Hello' });
      },
    ],
    [
      'has a ping only',
      function* () {
        yield event({ type: 'ping' });
      },
    ],
  ])('is a stream that %s', async (_, events) => {
    const world = await startWorld([() => ({ events: events() })]);

    const failure = await findFailure(world);

    expect(failure).toMatchObject({ code: 'E_MODEL_FAILED', context: { provider: 'anthropic' } });
    expect(failure.message).toBe('The request to the model provider "anthropic" failed.');
  });

  it('is a server that is not there', async () => {
    const world = await startWorld([]);
    await world.server.close();

    expect(await findFailure(world)).toMatchObject({ code: 'E_MODEL_FAILED' });
  });

  it('is a listener that throws, and ends the request', async () => {
    const hungUp = deferred<void>();
    const events = [...streamBlock({ type: 'text', text: 'Hello' }, 0)];
    const world = await startWorld(leaveOpen(events, () => hungUp.resolve()));
    const onEvent = () => {
      throw new Error('The listener fails.');
    };

    const failure = await findFailure(world, { onEvent });

    await hungUp.promise;
    expect(failure.cause).toEqual(new Error('The listener fails.'));
  });
});

describe('an abort', () => {
  it('[L8] in the middle of a stream gives a step with the text so far and hangs up', async () => {
    const hungUp = deferred<void>();
    const thought = { type: 'thinking', thinking: 'Well.', signature: 'signed' };
    const search = {
      type: 'server_tool_use',
      id: 'srvtoolu_1',
      name: 'web_search',
      input: { query: 'Oslo' },
    };
    const events = [
      ...streamBlock(thought, 0),
      ...streamBlock({ type: 'tool_use', id: 'toolu_1', name: 'weather', input: '{}' }, 1),
      ...streamBlock(search, 2),
      ...[...streamBlock(thought, 3)].slice(0, -1),
      ...[...streamBlock({ type: 'text', text: 'Hello' }, 4)].slice(0, -1),
    ];
    const controller = new AbortController();
    const world = await startWorld(
      leaveOpen(events, () => hungUp.resolve()),
      [tool('weather', () => '')],
    );

    const step = await world.executor.run({
      messages: hello.messages,
      tools: world.tools,
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type === 'text') controller.abort();
      },
    });
    await hungUp.promise;

    expect(step).toEqual({
      message: {
        role: 'assistant',
        text: 'Hello',
        calls: [],
        native: { provider: 'anthropic', content: [thought, { type: 'text', text: 'Hello' }] },
      },
      stop: 'aborted',
      usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    });
  });

  it('[L8] leaves a conversation that can go on', async () => {
    const controller = new AbortController();
    const first = leaveOpen(
      [...streamMessage({ text: 'Hello', calls: [{ name: 'x', input: '{}' }] })].slice(0, -3),
    );
    const world = await startWorld([...first, { text: 'All right.' }]);
    const onEvent = () => controller.abort();

    const step = await world.executor.run({ ...hello, signal: controller.signal, onEvent });
    const messages = [...hello.messages, step.message, { role: 'user', content: 'Go on.' } as const];
    await world.executor.run({ ...hello, messages });

    expect(step).toMatchObject({ stop: 'aborted', message: { text: 'Hello', calls: [] } });
    expect(findRequestProblems(world.server.requests[1]?.body)).toEqual([]);
  });

  it('[L8] ends what is told, whatever comes after it and however the client takes it', async () => {
    const texts = ['Hello', ', ', 'world'].map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    }));
    async function* answer(signal: AbortSignal | undefined) {
      yield* texts;
      signal?.throwIfAborted();
    }
    const client = {
      messages: { create: async (_: unknown, { signal }: { signal?: AbortSignal }) => answer(signal) },
    };
    const executor = anthropicExecutor(client, { model: 'scripted', maxTokens: 1 });

    for (const last of ['Hello', 'world']) {
      const controller = new AbortController();
      const told: ModelEvent[] = [];
      const onEvent = (event: ModelEvent) => {
        told.push(event);
        if (event.type === 'text' && event.text === last) controller.abort();
      };
      const step = await executor.run({ ...hello, signal: controller.signal, onEvent });

      expect(told.at(-1)).toEqual({ type: 'text', text: last });
      expect(step).toMatchObject({
        stop: 'aborted',
        message: { text: last === 'Hello' ? 'Hello' : 'Hello, world' },
      });
    }
  });

  it('[L8] before the request makes none', async () => {
    const world = await startWorld([{ text: 'Hi.' }]);

    const step = await world.executor.run({ ...hello, signal: AbortSignal.abort() });

    expect(step).toEqual({
      message: { role: 'assistant', text: '', calls: [] },
      stop: 'aborted',
      usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    });
    expect(world.server.requests).toEqual([]);
  });

  it.each([{ stream: true }, { stream: false }])(
    '[L8] before an answer is a step, $stream',
    async ({ stream }) => {
      const controller = new AbortController();
      const world = await startWorld(
        [
          ({ signal }) => {
            controller.abort();
            expect(signal.aborted).toBe(false);
            return { json: {} };
          },
        ],
        [],
        { stream },
      );

      const step = await world.executor.run({ ...hello, signal: controller.signal });

      expect(step).toMatchObject({ stop: 'aborted', message: { text: '', calls: [] } });
    },
  );
});

describe('a stream', () => {
  it('is read whatever the order of its events and whatever they lack', async () => {
    const weather = tool('weather', (args) => JSON.stringify(args), { effect: 'read', trusted: true });
    const delta = (index: unknown, fields: object) =>
      event({ type: 'content_block_delta', index, delta: fields });
    const world = await startWorld(
      [
        () => ({
          events: [
            event({ type: 'content_block_stop', index: 7 }),
            event({ type: 'new_event', data: 1 }),
            { event: 'message_delta', data: 'null' },
            { event: 'message_delta', data: '"text"' },
            delta(1, { type: 'input_json_delta', partial_json: '{"a":' }),
            delta(0, { type: 'text_delta', text: 'Hel' }),
            event({
              type: 'content_block_start',
              index: 1,
              content_block: { type: 'tool_use', name: 'weather' },
            }),
            delta(0, { type: 'text_delta', text: 'lo' }),
            delta(1, { type: 'input_json_delta', partial_json: '1}' }),
            delta(0, { type: 'text_delta' }),
            delta(2, { type: 'new_delta', text: 'x' }),
            delta(3, { type: 'input_json_delta', partial_json: '{"lost":true}' }),
            event({ type: 'content_block_stop', index: 1 }),
            event({ type: 'content_block_start', index: 4 }),
            event({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
          ],
        }),
        {},
      ],
      [weather],
    );

    const { steps, records } = await converse(world);

    expect(steps[0]?.message.text).toBe('Hello');
    expect(records.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['weather', 'ok'],
      ['', 'unknown_tool'],
    ]);
    expect(findRequestProblems(world.server.requests[1]?.body)).toEqual([]);
  });

  it('is read where every block has the same index', async () => {
    const events = [
      ...streamBlock({ type: 'text', text: 'One.' }, 0),
      ...streamBlock({ type: 'text', text: 'Two.' }, 0),
      event({ type: 'message_stop' }),
    ];
    const world = await startWorld([() => ({ events })]);

    expect(await world.executor.run(hello)).toMatchObject({ stop: 'other', message: { text: 'One.Two.' } });
  });
});

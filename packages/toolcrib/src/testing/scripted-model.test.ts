import { describe, expect, it } from 'vitest';
import { errorOf, rejectionOf } from '../../../../test/errors.ts';
import { deferred } from '../../../../test/runtime.ts';
import { ConfigError, ToolcribError } from '../core/errors.ts';
import type { ModelEvent, ModelRequest } from '../runtime/model/model-executor.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import { createScriptedModel } from './scripted-model.ts';
import type { ScriptStep } from './scripted-step.ts';

const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function request(rest: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content: 'Go on.' }], tools: [], ...rest };
}

describe('a scripted model', () => {
  it('gives text, calls with ids that count, and what it costs', async () => {
    const model = createScriptedModel(
      [
        'Hello.',
        {
          text: 'Look:',
          calls: [
            { tool: 'weather', args: '{"city":' },
            { tool: 'add', args: { a: 1 } },
          ],
        },
        { calls: [{ tool: 'add', args: {}, providerCallId: 'mine', isTruncated: true }], stop: 'length' },
        { refusal: 'No.', usage: { outputTokens: 9 } },
        { calls: [{ tool: 'add', args: {} }] },
      ],
      { usage: { inputTokens: 5 } },
    );

    const steps = [];
    for (let count = 0; count < 5; count += 1) steps.push(await model.run(request()));

    const usage = { ...noUsage, inputTokens: 5 };
    expect(steps).toEqual([
      { message: { role: 'assistant', text: 'Hello.', calls: [] }, stop: 'end', usage },
      {
        message: {
          role: 'assistant',
          text: 'Look:',
          calls: [
            { tool: 'weather', args: '{"city":', providerCallId: 'call_1' },
            { tool: 'add', args: { a: 1 }, providerCallId: 'call_2' },
          ],
        },
        stop: 'calls',
        usage,
      },
      {
        message: {
          role: 'assistant',
          text: '',
          calls: [{ tool: 'add', args: {}, providerCallId: 'mine', isTruncated: true }],
        },
        stop: 'length',
        usage,
      },
      {
        message: { role: 'assistant', text: '', calls: [] },
        stop: 'refusal',
        refusal: 'No.',
        usage: { ...usage, outputTokens: 9 },
      },
      {
        message: {
          role: 'assistant',
          text: '',
          calls: [{ tool: 'add', args: {}, providerCallId: 'call_3' }],
        },
        stop: 'calls',
        usage,
      },
    ]);
    model.assertConsumed();
  });

  it('costs nothing unless it is told to', async () => {
    const model = createScriptedModel(['Hello.']);

    expect(await model.run(request())).toMatchObject({ usage: noUsage });
  });

  it('streams text word by word, or in the pieces that it is given, and then the starts of calls', async () => {
    const model = createScriptedModel([
      { text: ' It rains,\n twice. ', calls: [{ tool: 'weather', args: {} }] },
      { chunks: ['a', '', 'b c'] },
    ]);
    const events: ModelEvent[] = [];

    await model.run(request({ onEvent: (event) => events.push(event) }));
    const second = await model.run(request({ onEvent: (event) => events.push(event) }));

    expect(events).toEqual([
      ...[' It', ' rains,', '\n twice.', ' '].map((text) => ({ type: 'text', text })),
      { type: 'call-start', providerCallId: 'call_1', tool: 'weather' },
      ...['a', '', 'b c'].map((text) => ({ type: 'text', text })),
    ]);
    expect(second.message.text).toBe('ab c');
  });

  it('asks functions with the request, and waits for what they give', async () => {
    const model = createScriptedModel([
      ({ messages }) => `${messages.length} messages`,
      async () => ({ calls: [{ tool: 'weather', args: {} }] }),
    ]);

    expect((await model.run(request())).message.text).toBe('1 messages');
    expect((await model.run(request())).message.calls).toHaveLength(1);
  });

  it('keeps every request with the messages as they were', async () => {
    const model = createScriptedModel(['one', 'two']);
    const messages: ModelMessage[] = [{ role: 'user', content: 'Hello.' }];

    const step = await model.run(request({ messages, system: 'Be brief.' }));
    messages.push(step.message);
    await model.run(request({ messages }));

    expect(model.requests.map((made) => made.messages.length)).toEqual([1, 2]);
    expect(model.requests[0]).toMatchObject({ system: 'Be brief.', tools: [] });
  });

  it('answers several requests at once, each with a step of its own', async () => {
    const model = createScriptedModel(['a', 'b', 'c']);

    const steps = await Promise.all([model.run(request()), model.run(request()), model.run(request())]);

    expect(steps.map(({ message }) => message.text)).toEqual(['a', 'b', 'c']);
  });
});

describe('an abort', () => {
  const aborted = (text: string) => ({
    message: { role: 'assistant', text, calls: [] },
    stop: 'aborted',
    usage: noUsage,
  });

  it('between two pieces is a step with the text so far and no calls', async () => {
    const model = createScriptedModel([{ text: 'one two three', calls: [{ tool: 'weather', args: {} }] }]);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    const onEvent = (event: ModelEvent) => {
      events.push(event);
      if (events.length === 2) controller.abort();
    };

    const step = await model.run(request({ signal: controller.signal, onEvent }));

    expect(step).toEqual(aborted('one two'));
    expect(events).toHaveLength(2);
  });

  it('ends an answer that hangs, and nothing that comes later is told', async () => {
    const later = deferred<string>();
    const model = createScriptedModel([
      {
        chunks: (async function* () {
          yield 'so far';
          yield await later.promise;
        })(),
        calls: [{ tool: 'weather', args: {} }],
      },
    ]);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    const started = deferred<void>();

    const run = model.run(
      request({
        signal: controller.signal,
        onEvent: (event) => {
          events.push(event);
          started.resolve();
        },
      }),
    );
    await started.promise;
    controller.abort();
    const step = await run;
    later.resolve(' and more');
    await new Promise((resolve) => setImmediate(resolve));

    expect(step).toEqual(aborted('so far'));
    expect(events).toEqual([{ type: 'text', text: 'so far' }]);
    model.assertConsumed();
  });

  it.each<{ name: string; step: ScriptStep }>([
    { name: 'hangs', step: () => new Promise(() => undefined) },
    {
      name: 'rejects because of it',
      step: ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    },
  ])('ends a function that $name', async ({ step }) => {
    const model = createScriptedModel([step]);
    const controller = new AbortController();

    const run = model.run(request({ signal: controller.signal }));
    controller.abort();

    expect(await run).toEqual(aborted(''));
    model.assertConsumed();
  });

  it('before the request takes no step', async () => {
    const model = createScriptedModel(['still there']);

    const step = await model.run(request({ signal: AbortSignal.abort() }));

    expect(step).toEqual(aborted(''));
    expect((await model.run(request())).message.text).toBe('still there');
    expect(model.requests).toHaveLength(2);
  });

  it('leaves no listener at the signal of a request that is over', async () => {
    const model = createScriptedModel(['one']);
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };

    await model.run(request({ signal }));

    expect(listeners).toBe(0);
  });
});

describe('a failure', () => {
  it.each([new Error('secret'), undefined, 'text'])(
    'is E_MODEL_FAILED with the cause, after the text (%s)',
    async (error) => {
      const model = createScriptedModel([{ text: 'half', error }]);
      const events: ModelEvent[] = [];

      const failure = await rejectionOf(model.run(request({ onEvent: (event) => events.push(event) })));

      expect(failure).toMatchObject({ code: 'E_MODEL_FAILED', context: { provider: 'scripted' } });
      expect(failure.cause).toBe(error);
      expect(failure.message).not.toContain('secret');
      expect(events).toEqual([{ type: 'text', text: 'half' }]);
      model.assertConsumed();
    },
  );

  it.each([
    new ToolcribError('E_MODEL_FAILED', 'Status 529.', { context: { status: 529 } }),
    new ConfigError('E_INVALID_OPTION', 'Two tools of one name.'),
  ])('of the kind that executors reject with is passed on ($code)', async (error) => {
    const model = createScriptedModel([{ error }]);

    expect(await rejectionOf(model.run(request()))).toBe(error);
  });

  it('of a listener ends the request', async () => {
    const model = createScriptedModel(['one two']);
    const cause = new Error('The listener broke.');
    const onEvent = () => {
      throw cause;
    };

    const failure = await rejectionOf(model.run(request({ onEvent })));

    expect(failure).toMatchObject({ code: 'E_MODEL_FAILED', cause });
  });

  it('of a function fails the request, and the script', async () => {
    const cause = new Error('Expected two messages.');
    const model = createScriptedModel([
      () => {
        throw cause;
      },
    ]);

    const failure = await rejectionOf(model.run(request()));

    expect(failure).toMatchObject({ code: 'E_MODEL_FAILED', cause });
    const problem = errorOf(() => model.assertConsumed());
    expect(problem.message).toContain('step 1 (a function) threw');
    expect(problem.cause).toBe(cause);
  });

  it.each([undefined, null, 7, ['text'], { txt: 'typo' }])(
    'is what a function gives that is no step (%o)',
    async (given) => {
      // What the types of a script would not allow.
      const model = createScriptedModel([() => given as unknown as string]);

      const failure = await rejectionOf(model.run(request()));

      expect(failure).toMatchObject({ code: 'E_INVALID_OPTION' });
      expect(failure.message).toContain('given by a function');
    },
  );
});

describe('a script', () => {
  it.each([
    { script: [undefined], problem: 'step 1' },
    { script: ['fine', { txt: 'typo' }], problem: 'step 2 with an unknown key "txt"' },
    { script: [{ text: 'a', chunks: ['a'] }], problem: 'text and chunks' },
    { script: 'text', problem: 'an array' },
  ])('that is none is refused at once ($problem)', ({ script, problem }) => {
    const failure = errorOf(() => createScriptedModel(script as ScriptStep[]));

    expect(failure.code).toBe('E_INVALID_OPTION');
    expect(failure.message).toContain(problem);
  });

  it('that is too short says which step was asked for, at once and in the end', async () => {
    const model = createScriptedModel(['only']);
    await model.run(request());

    const failure = await rejectionOf(model.run(request()));

    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure.message).toContain('step 2 was asked for, and the script has 1');
    expect(errorOf(() => model.assertConsumed()).message).toContain('step 2 was asked for');
  });

  it('that was not used up says which steps are left', async () => {
    const model = createScriptedModel([
      'used',
      'It rains.',
      { calls: [{ tool: 'weather', args: {} }] },
      () => 'never',
      { error: 1 },
    ]);
    await model.run(request());

    const { message } = errorOf(() => model.assertConsumed());

    expect(message).toBe(
      'The scripted model was not used as its script says: nobody asked for step 2 ("It rains."), ' +
        'step 3 (calls weather), step 4 (a function), step 5 (an error) of 5.',
    );
    expect(errorOf(() => model[Symbol.dispose]()).message).toBe(message);
  });

  it('can be changed by whoever made it without an effect', async () => {
    const script = ['one'];
    const model = createScriptedModel(script);
    script[0] = 'two';

    expect((await model.run(request())).message.text).toBe('one');
    model.assertConsumed();
  });
});

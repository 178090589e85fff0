import { describe, expect, it } from 'vitest';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { rejectionOf } from '../errors.ts';
import { tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { lastResults, ofType, toolNames } from './looks.ts';
import { play, playScript, startWorld } from './world.ts';

const oslo = { tool: 'weather', args: '{"city":"Oslo"}' } as const;
const noUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

describe('a turn', () => {
  it('[L11] returns status, text, records, messages and usage', async () => {
    const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 3 };
    const { result } = await playScript([{ text: 'Let me look.', calls: [oslo] }, 'It rains.'], {
      tools: [weather({ trusted: true })],
      usage,
    });

    expect(result).toMatchObject({
      status: 'done',
      text: 'It rains.',
      usage: { inputTokens: 20, cachedInputTokens: 8, outputTokens: 6 },
      iterations: 2,
      limit: undefined,
      error: undefined,
      refusal: undefined,
      addedTools: [],
      leftTools: [],
    });
    expect(result.records).toMatchObject([{ toolName: 'weather', status: 'ok', turnId: result.turnId }]);
    expect(result.messages).toMatchObject([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', text: 'Let me look.', calls: [{ tool: 'weather', providerCallId: 'call_1' }] },
      { role: 'tool', results: [{ tool: 'weather', providerCallId: 'call_1' }] },
      { role: 'assistant', text: 'It rains.', calls: [] },
    ]);
    expect(lastResults(result.messages)).toEqual(['{"city":"Oslo","days":3}']);
  });

  it('[L3] goes through model, call and record, and the next iteration sees the record', async () => {
    const steps: string[] = [];
    const { result } = await playScript([{ calls: [oslo] }, 'It rains.'], {
      tools: [
        weather({
          handler: () => {
            steps.push('handler');
            return 'rain';
          },
        }),
      ],
      runtime: {
        policy: ({ args }) => {
          steps.push(args === undefined ? 'policy: tool' : 'policy: arguments');
          return { verdict: 'allow' };
        },
      },
      pipelines: {
        dispatchInput: [
          async (ctx, next) => {
            const seen = ctx.turnToolCalls.map(({ status }) => status).join();
            steps.push(`input ${ctx.iteration} [${seen}] ${ctx.step === undefined}`);
            await next();
          },
        ],
        dispatchOutput: [
          async (ctx, next) => {
            steps.push(`output ${ctx.iteration} [${ctx.stepToolCalls.map(({ status }) => status).join()}]`);
            await next();
          },
        ],
      },
    });

    expect(result.status).toBe('done');
    const calls = steps.filter((step) => step !== 'policy: tool');
    expect(calls).toEqual([
      'input 1 [] true',
      'policy: arguments',
      'handler',
      'output 1 [ok]',
      'input 2 [ok] true',
      'output 2 []',
    ]);
    expect(steps.indexOf('policy: tool')).toBeLessThan(steps.indexOf('policy: arguments'));
  });

  it('needs an executor and tools, and nothing else', async () => {
    const world = startWorld(['Hello.', 'Hello again.'], { tools: [weather()] });

    expect((await play(world)).result).toMatchObject({ status: 'done', text: 'Hello.', usage: noUsage });
    expect((await play(world, [{ type: 'text', text: 'Parts.' }])).result.text).toBe('Hello again.');
    expect(world.model.requests.map(toolNames)).toEqual([['weather'], ['weather']]);
    expect(world.model.requests[1]?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Parts.' }] },
    ]);
  });

  it('goes on with the messages of a turn before, which it does not change', async () => {
    const world = startWorld(['One.', 'Two.', 'Three.']);
    const first = await play(world, 'First.');
    const before = Object.freeze([...first.result.messages]);

    const second = await play(world, 'Second.', { messages: before });
    const third = await world.runner.run(undefined, {
      messages: [...second.result.messages, { role: 'user', content: 'Third.' }],
    });

    expect(before).toEqual(first.result.messages);
    expect(third.messages.map((message) => ('content' in message ? message.content : message))).toEqual([
      'First.',
      expect.objectContaining({ text: 'One.' }),
      'Second.',
      expect.objectContaining({ text: 'Two.' }),
      'Third.',
      expect.objectContaining({ text: 'Three.' }),
    ]);
  });

  it('tells the model what the runner, the turn or middleware says before everything else', async () => {
    const world = startWorld(['a', 'b', 'c'], {
      system: 'Be brief.',
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            if (ctx.messages.length > 1) ctx.system = `${ctx.system} Be kind.`;
            await next();
          },
        ],
      },
    });

    await play(world);
    await play(world, 'Go.', { system: 'Be long.' });
    await play(world, 'Go.', { messages: [{ role: 'user', content: 'Hello.' }] });

    expect(world.model.requests.map(({ system }) => system)).toEqual([
      'Be brief.',
      'Be long.',
      'Be brief. Be kind.',
    ]);
  });

  it('passes the caller on to policy, handlers and records', async () => {
    const callers: unknown[] = [];
    const world = startWorld([{ calls: [{ tool: 'who', args: {} }] }, 'done'], {
      tools: [
        tool('who', (_, ctx) => {
          callers.push(ctx.caller);
          return ctx.turnId ?? 'no turn';
        }),
      ],
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            callers.push(ctx.caller);
            await next();
          },
        ],
      },
    });

    const { result } = await play(world, 'Go.', { caller: { id: 'ada', tenant: 'acme', scopes: ['x'] } });

    expect(callers).toMatchObject([
      { id: 'ada', tenant: 'acme' },
      { id: 'ada', tenant: 'acme' },
    ]);
    expect(result.records[0]).toMatchObject({ caller: { id: 'ada' }, status: 'ok' });
    expect(lastResults(result.messages)[0]).toContain(result.turnId);
  });

  it('tells a refusal, in the words of the model', async () => {
    const { result } = await playScript([{ text: 'Hm.', refusal: 'I will not.' }]);

    expect(result).toMatchObject({ status: 'refused', refusal: 'I will not.', text: 'Hm.' });
  });

  it('makes no call of a model that refuses, and keeps none in the conversation', async () => {
    const { result } = await playScript(
      [{ text: 'Hm.', stop: 'refusal', refusal: 'I will not.', calls: [oslo] }],
      {
        tools: [weather()],
      },
    );

    expect(result).toMatchObject({ status: 'refused', records: [] });
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', text: 'Hm.', calls: [] });
  });

  it('says that an answer was cut off by the limit of the model', async () => {
    const { result } = await playScript([{ text: 'It rai', stop: 'length' }]);

    expect(result).toMatchObject({ status: 'stopped', limit: 'length', text: 'It rai' });
  });

  it('asks again when the provider paused', async () => {
    const { result } = await playScript([{ text: 'Searching', stop: 'paused' }, 'Found.']);

    expect(result).toMatchObject({ status: 'done', text: 'Found.', iterations: 2 });
  });

  it('is an answer, if the model says nothing at all', async () => {
    const { result } = await playScript(['']);

    expect(result).toMatchObject({ status: 'done', text: '' });
  });

  it('[L11] fails as a value when the model cannot be asked, and keeps what was done', async () => {
    const cause = new Error('key sk-secret is wrong');
    const { result, events } = await playScript([{ calls: [oslo] }, { error: cause }], {
      tools: [weather()],
    });

    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MODEL_FAILED' }, iterations: 2 });
    expect(result.error?.cause).toBe(cause);
    expect(result.records).toMatchObject([{ status: 'ok' }]);
    expect(ofType(events, 'turn-end')).toMatchObject([{ code: 'E_MODEL_FAILED' }]);
  });

  it('[L11] rejects for mistakes of the programmer only, before anything is asked', async () => {
    const world = startWorld([]);
    const wrong: readonly [input: unknown, options: object][] = [
      [7, {}],
      [null, {}],
      [undefined, {}],
      ['Go.', { messages: 'none' }],
      ['Go.', { signal: 'none' }],
      ['Go.', { caller: {} }],
      ['Go.', { limits: { maxIterations: 0 } }],
      ['Go.', { limits: { timeoutMs: Number.NaN } }],
      ['Go.', { onEvent: 7 }],
    ];

    for (const [input, options] of wrong) {
      const error = await rejectionOf(world.runner.run(input as string, options));
      expect(error.code, JSON.stringify([input, options])).toBe('E_INVALID_OPTION');
    }
    expect(world.model.requests).toEqual([]);
  });

  it('refuses wrong options of a runner at once, and names them', async () => {
    const { model: executor } = startWorld([]);
    const wrong: readonly [option: string, options: object][] = [
      ['executor', { executor: undefined }],
      ['executor', { executor: {} }],
      ['tools', { tools: undefined }],
      ['tools', { tools: [{}] }],
      ['overlay', { overlay: 'wide' }],
      ['limits', { limits: { maxIterations: -1 } }],
      ['limits', { limits: { maxTokens: '7' } }],
      ['pipelines', { pipelines: { turnInput: [7] } }],
      ['pipelines', { pipelines: { turnStart: [] } }],
      ['repeats', { repeats: 8 }],
    ];

    for (const [option, options] of wrong) {
      const make = () => createTurnRunner({ executor, tools: [], ...options } as never);
      expect(make, JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: 'E_INVALID_OPTION', message: expect.stringContaining(option) }),
      );
    }
  });
});

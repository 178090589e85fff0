import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allow } from '../../packages/toolcrib/src/runtime/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { type RejectionWatch, watchRejections } from '../call-path/watch-rejections.ts';
import { deferred, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { lastResults, ofType, textOf } from './looks.ts';
import { type PlayedTurn, play, startWorld } from './world.ts';

const call = (name: string) => ({ tool: name, args: {} });
const hangs = () => new Promise<never>(() => undefined);

/** How a turn ended that has to be over by now. */
function statusOf(running: Promise<PlayedTurn>): Promise<string> {
  const isOver = running.then(({ result }) => result.status);
  return Promise.race([isOver, new Promise<string>((resolve) => setImmediate(resolve, 'is going on'))]);
}

let watch: RejectionWatch;
beforeEach(() => {
  watch = watchRejections();
});
afterEach(async () => {
  await watch.stop();
  expect(watch.reasons).toEqual([]);
});

describe('an abort', () => {
  it('[L8] before the turn asks nobody', async () => {
    const world = startWorld([], { tools: [weather()] });

    const { result } = await play(world, 'Go.', { signal: AbortSignal.abort() });

    expect(result).toMatchObject({ status: 'aborted', iterations: 0, records: [], error: undefined });
    expect(result.messages).toEqual([{ role: 'user', content: 'Go.' }]);
  });

  it('[L8] during the request keeps what the model had said', async () => {
    const controller = new AbortController();
    const world = startWorld([
      {
        chunks: (async function* () {
          yield 'I think ';
          yield 'that';
          await hangs();
        })(),
      },
    ]);
    const onEvent = ({ type }: { type: string }, text = '') => {
      if (type === 'text' && text === '') queueMicrotask(() => controller.abort());
    };

    const { result } = await play(world, 'Go.', {
      signal: controller.signal,
      onEvent: (event) => onEvent(event),
    });

    expect(result.status).toBe('aborted');
    expect(result.messages.at(-1)).toMatchObject({ role: 'assistant', text: result.text, calls: [] });
    expect('I think that'.startsWith(result.text)).toBe(true);
    expect(result.text).not.toBe('');
  });

  it('[L8] does not wait for an executor that does not look at its signal', async () => {
    const { clock } = startWorld([]);
    const controller = new AbortController();
    const answer = deferred<never>();
    const runner = createTurnRunner({
      executor: { provider: 'deaf', run: () => answer.promise },
      tools: [],
      runtime: { clock },
    });

    const running = play({ runner }, 'Go.', { signal: controller.signal });
    await clock.advance(0);
    controller.abort();
    await clock.advance(1_000);
    const { result } = await running;
    answer.reject(new Error('too late'));

    expect(result).toMatchObject({ status: 'aborted', iterations: 1 });
    expect(clock.pendingTimers).toBe(0);
  });

  it('[L4, L8] of a model that answers with calls all the same runs none of them', async () => {
    const { clock } = startWorld([]);
    const controller = new AbortController();
    let runs = 0;
    const runner = createTurnRunner({
      executor: {
        provider: 'deaf',
        run: async () => {
          controller.abort();
          const calls = [{ tool: 'count', args: {}, providerCallId: 'call_1' }];
          return {
            message: { role: 'assistant', text: '', calls },
            stop: 'calls',
            usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
          };
        },
      },
      tools: [tool('count', () => String(++runs))],
      runtime: { clock },
    });

    const { result } = await play({ runner }, 'Go.', { signal: controller.signal });

    expect(result.status).toBe('aborted');
    expect(runs).toBe(0);
  });

  it('[L4, L8] during calls leaves each with a record and a result, and the next turn goes on', async () => {
    const controller = new AbortController();
    const late = deferred<string>();
    const started: string[] = [];
    const start = (name: string) => {
      started.push(name);
    };
    const world = startWorld(
      [
        {
          text: 'All at once.',
          calls: ['quick', 'listens', 'deaf', 'writes', 'never', 'unknown'].map(call),
        },
        ({ messages }) => {
          expect(lastResults(messages)).toHaveLength(6);
          return 'Going on.';
        },
      ],
      {
        tools: [
          tool('quick', () => 'quick result', { effect: 'read', trusted: true }),
          tool(
            'listens',
            (_, ctx) =>
              new Promise<string>((_resolve, reject) => {
                start('listens');
                ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
              }),
            { effect: 'read' },
          ),
          tool(
            'deaf',
            () => {
              start('deaf');
              return late.promise;
            },
            { effect: 'read' },
          ),
          tool('writes', () => {
            start('writes');
            return 'written';
          }),
          tool('never', () => {
            start('never');
            return 'never';
          }),
        ],
      },
    );

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    controller.abort(new Error('secret reason'));
    await world.clock.advance(1_000);
    const { result, events } = await running;
    late.resolve('too late');
    await world.clock.advance(0);
    const next = await play(world, 'Go on.', { messages: result.messages });

    expect(started).toEqual(['listens', 'deaf']);
    expect(result.status).toBe('aborted');
    expect(result.records.map(({ toolName, status }) => `${toolName} ${status}`)).toEqual([
      'quick ok',
      'listens aborted',
      'deaf aborted',
      'writes aborted',
      'never aborted',
      'unknown aborted',
    ]);
    expect(lastResults(result.messages)[0]).toBe('quick result');
    expect(textOf(result.messages)).not.toContain('secret reason');
    expect(ofType(events, 'tool-call-end')).toHaveLength(6);
    expect(next.result).toMatchObject({ status: 'done', text: 'Going on.' });
    expect(textOf(next.result.messages)).not.toContain('too late');
  });

  it('[L8] at a gate closes the gate, and a late approval runs nothing', async () => {
    const controller = new AbortController();
    let runs = 0;
    const world = startWorld([{ calls: [call('wipe'), call('wipe')] }], {
      tools: [tool('wipe', () => String(++runs), { effect: 'destructive' })],
    });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    const [gate] = await world.runner.runtime.gates.list();
    controller.abort();
    await world.clock.advance(0);
    const { result } = await running;

    expect(result.status).toBe('aborted');
    expect(result.records.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
    expect(await world.runner.runtime.gates.list()).toEqual([]);
    if (gate === undefined) throw new Error('There was no gate.');
    const settled = await world.runner.runtime.gates.settle(gate, { decision: 'approve', approver: 'ada' });
    expect(settled.status).not.toBe('accepted');
    expect(runs).toBe(0);
  });

  it('[L8] between two iterations asks the model no more', async () => {
    const controller = new AbortController();
    const world = startWorld([{ calls: [call('abort')] }], {
      tools: [
        tool('abort', () => {
          controller.abort();
          return 'result';
        }),
      ],
    });

    const { result } = await play(world, 'Go.', { signal: controller.signal });

    expect(result).toMatchObject({ status: 'aborted', iterations: 1 });
    expect(result.records).toHaveLength(1);
  });

  it.each(['turnInput', 'dispatchInput', 'dispatchOutput', 'turnOutput'] as const)(
    '[L8] does not wait for ever for middleware of %s that hangs',
    async (pipeline) => {
      const controller = new AbortController();
      const isAsked = pipeline === 'dispatchOutput' || pipeline === 'turnOutput';
      const world = startWorld(isAsked ? ['Hello.'] : [], { pipelines: { [pipeline]: [hangs] } });

      const running = play(world, 'Go.', { signal: controller.signal });
      await world.clock.advance(0);
      controller.abort();
      await world.clock.advance(1_000);

      expect(await statusOf(running)).toBe('aborted');
    },
  );

  it('[L8] does not wait for ever for tools that nobody gives', async () => {
    const controller = new AbortController();
    const world = startWorld([], { tools: hangs });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(1_000);

    expect(await statusOf(running)).toBe('aborted');
  });

  it('[L8] does not wait for ever for a policy that does not decide', async () => {
    const controller = new AbortController();
    const world = startWorld([], { tools: [weather()], runtime: { policy: hangs } });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(1_000);

    expect(await statusOf(running)).toBe('aborted');
  });

  it('[L8] does not wait for ever for a policy that does not decide about a call', async () => {
    const controller = new AbortController();
    const world = startWorld([{ calls: [call('weather')] }], {
      tools: [tool('weather', () => 'rain')],
      runtime: { policy: ({ args }) => (args === undefined ? allow() : hangs()) },
    });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(60_000);

    expect(await statusOf(running)).toBe('aborted');
  });

  it('[L8] lets middleware that comes to its end too late change nothing', async () => {
    const controller = new AbortController();
    const goOn = deferred<void>();
    const rest: string[] = [];
    const world = startWorld([], {
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            await goOn.promise;
            ctx.messages.push({ role: 'user', content: 'Too late.' });
            await next();
            throw new Error('too late');
          },
        ],
        dispatchInput: [() => void rest.push('ran')],
      },
    });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(1_000);
    const { result, events } = await running;
    goOn.resolve();
    await world.clock.advance(1_000);

    expect(result.messages).toEqual([{ role: 'user', content: 'Go.' }]);
    expect(events.at(-1)?.type).toBe('turn-end');
    expect(rest).toEqual([]);
  });

  it('[L1, L8] ends one turn and no other', async () => {
    const controller = new AbortController();
    const goOn = deferred<string>();
    const world = startWorld([hangs, () => goOn.promise]);

    const first = play(world, 'First.', { signal: controller.signal });
    const second = play(world, 'Second.');
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(0);
    goOn.resolve('Still here.');

    expect((await first).result.status).toBe('aborted');
    expect((await second).result).toMatchObject({ status: 'done', text: 'Still here.' });
  });
});

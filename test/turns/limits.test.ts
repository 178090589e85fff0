import { describe, expect, it } from 'vitest';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner, defaultTurnLimits } from '../../packages/toolcrib/src/turns/index.ts';
import { deferred, tool } from '../runtime.ts';
import { lastResults, ofType, textOf } from './looks.ts';
import { play, playScript, startWorld } from './world.ts';

const echo = tool('echo', () => 'echo');
/** A step that calls once more, with other arguments each time. */
const again = (count: number): ScriptStep[] =>
  Array.from({ length: count }, (_, index) => ({ calls: [{ tool: 'echo', args: { index } }] }));
const hangs = () => new Promise<never>(() => undefined);

describe('the limits of a turn', () => {
  it('[L8] stop it after so many iterations, with the calls of the last answer made', async () => {
    const outputs: string[] = [];
    const { result } = await playScript(again(3), {
      tools: [echo],
      limits: { maxIterations: 3 },
      pipelines: {
        turnOutput: [
          async (_, next) => {
            outputs.push('ran');
            await next();
          },
        ],
      },
    });

    expect(result).toMatchObject({ status: 'stopped', limit: 'iterations', iterations: 3 });
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(outputs).toEqual(['ran']);
  });

  it('[L8] stop it after 32 iterations unless it is told otherwise', async () => {
    const { result } = await playScript(again(defaultTurnLimits.maxIterations), { tools: [echo] });

    expect(result).toMatchObject({ status: 'stopped', limit: 'iterations', iterations: 32 });
  });

  it('[L8] leave an answer alone that comes with the last iteration', async () => {
    const { result } = await playScript([...again(1), 'Done.'], {
      tools: [echo],
      limits: { maxIterations: 2 },
    });

    expect(result).toMatchObject({ status: 'done', text: 'Done.', limit: undefined });
  });

  it('[L8] count for middleware that goes on and on', async () => {
    const { result } = await playScript(['a', 'b'], {
      limits: { maxIterations: 2 },
      pipelines: {
        dispatchOutput: [
          async (ctx, next) => {
            await next();
            ctx.goOn('More.');
          },
        ],
      },
    });

    expect(result).toMatchObject({ status: 'stopped', limit: 'iterations', iterations: 2 });
  });

  it('[L8] stop it once its tokens are spent, those of its calls included', async () => {
    const spends = tool('echo', (_, ctx) => {
      ctx.reportUsage({ inputTokens: 50, cachedInputTokens: 50, outputTokens: 0 });
      return 'spent';
    });
    const usage = { inputTokens: 20, cachedInputTokens: 20, outputTokens: 5 };
    const plain = await playScript(again(4), { tools: [echo], usage, limits: { maxTokens: 100 } });
    const spending = await playScript(again(2), { tools: [spends], usage, limits: { maxTokens: 101 } });
    const answered = await playScript(['Long.'], { usage, limits: { maxTokens: 1 } });

    expect(plain.result).toMatchObject({ status: 'stopped', limit: 'tokens', iterations: 4 });
    expect(spending.result).toMatchObject({ status: 'stopped', limit: 'tokens', iterations: 2 });
    expect(spending.result.usage).toEqual({ inputTokens: 140, cachedInputTokens: 140, outputTokens: 10 });
    expect(answered.result).toMatchObject({ status: 'done', text: 'Long.' });
  });

  it.each([Number.NaN, -5, '7', null, undefined, Number.POSITIVE_INFINITY])(
    '[L8] take no tokens for counted that an executor made up (%s)',
    async (tokens) => {
      const usage = { inputTokens: tokens as number, outputTokens: tokens as number };
      const { result } = await playScript([{ ...(again(1)[0] as object), usage }, 'Done.'], {
        tools: [echo],
        limits: { maxTokens: 100 },
      });

      expect(result).toMatchObject({ status: 'done', usage: { inputTokens: 0, outputTokens: 0 } });
    },
  );

  it('[L8] stop it when its time is over, while the model is asked', async () => {
    const world = startWorld([hangs], { limits: { timeoutMs: 5_000 } });

    const running = play(world);
    await world.clock.advance(4_999);
    expect(world.model.requests).toHaveLength(1);
    await world.clock.advance(1);

    expect((await running).result).toMatchObject({ status: 'stopped', limit: 'time', error: undefined });
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('[L8] stop it when its time is over, while a call runs, whose late result is abandoned', async () => {
    const late = deferred<string>();
    const world = startWorld([{ calls: [{ tool: 'slow', args: {} }] }, 'Next turn.'], {
      tools: [tool('slow', () => late.promise)],
      limits: { timeoutMs: 5_000 },
    });
    const abandoned: string[] = [];
    world.runner.runtime.subscribe(({ type }) => {
      if (type === 'tool-call-abandoned') abandoned.push(type);
    });

    const running = play(world);
    await world.clock.advance(6_000);
    const { result } = await running;
    late.resolve('too late');
    await world.clock.advance(0);
    const next = await play(world, 'Go on.', { messages: result.messages });

    expect(result).toMatchObject({ status: 'stopped', limit: 'time' });
    expect(result.records.map(({ status }) => status)).toEqual(['aborted']);
    expect(abandoned).toEqual(['tool-call-abandoned']);
    expect(textOf(next.result.messages)).not.toContain('too late');
    expect(JSON.stringify(world.model.requests[1]?.messages)).not.toContain('too late');
  });

  it('[L8] stop it when its time is over, at a gate', async () => {
    const world = startWorld([{ calls: [{ tool: 'wipe', args: {} }] }], {
      tools: [tool('wipe', () => 'wiped', { effect: 'destructive' })],
      limits: { timeoutMs: 5_000 },
    });

    const running = play(world);
    await world.clock.advance(0);
    expect(await world.runner.runtime.gates.list()).toHaveLength(1);
    await world.clock.advance(5_000);

    expect((await running).result).toMatchObject({ status: 'stopped', limit: 'time' });
    expect(await world.runner.runtime.gates.list()).toEqual([]);
  });

  it('[L8] fail it when the model takes too long, and each answer has its own time', async () => {
    const answers = [deferred<string>(), deferred<string>()];
    const world = startWorld(
      [
        async () => {
          await answers[0]?.promise;
          return { calls: [{ tool: 'echo', args: {} }] };
        },
        () => answers[1]?.promise as Promise<string>,
      ],
      { tools: [echo], limits: { modelTimeoutMs: 1_000 } },
    );

    const running = play(world);
    await world.clock.advance(999);
    answers[0]?.resolve('');
    await world.clock.advance(999);
    expect(world.model.requests).toHaveLength(2);
    await world.clock.advance(1);
    const { result } = await running;

    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MODEL_FAILED' } });
    expect(result.records).toMatchObject([{ status: 'ok' }]);
  });

  it('[L8] do not count the time of calls for that of the model', async () => {
    const slow = deferred<string>();
    const world = startWorld([{ calls: [{ tool: 'slow', args: {} }] }, 'Done.'], {
      tools: [tool('slow', () => slow.promise)],
      limits: { modelTimeoutMs: 1_000 },
    });

    const running = play(world);
    await world.clock.advance(20_000);
    slow.resolve('at last');
    await world.clock.advance(0);

    expect((await running).result).toMatchObject({ status: 'done', text: 'Done.' });
  });

  it('[L8] do not wait for an executor that does not look at its signal', async () => {
    const world = startWorld([]);
    const faults: unknown[] = [];
    const runner = createTurnRunner({
      executor: { provider: 'deaf', run: hangs },
      tools: [],
      limits: { modelTimeoutMs: 1_000 },
      runtime: { clock: world.clock, onFault: (fault) => faults.push(fault) },
    });

    const running = play({ runner });
    await world.clock.advance(1_250);

    expect((await running).result).toMatchObject({ status: 'failed', error: { code: 'E_MODEL_FAILED' } });
    expect(faults).toEqual([]);
  });

  it('[L8] give up on a tool at its deadline, and the model goes on without its result', async () => {
    const late = deferred<string>();
    const world = startWorld([{ calls: [{ tool: 'slow', args: {} }] }, 'Never mind.'], {
      tools: [tool('slow', () => late.promise)],
    });

    const running = play(world);
    await world.clock.advance(31_000);
    const { result, events } = await running;
    late.resolve('too late');
    await world.clock.advance(0);

    expect(result).toMatchObject({ status: 'done', text: 'Never mind.' });
    expect(result.records.map(({ status }) => status)).toEqual(['timed_out']);
    expect(lastResults(result.messages)[0]).toContain('did not finish in time');
    expect(textOf(result.messages)).not.toContain('too late');
    expect(ofType(events, 'tool-call-end')).toMatchObject([{ status: 'timed_out' }]);
  });

  it.each([
    { first: 'an abort', abortAt: 4_900, end: { status: 'aborted', limit: undefined } },
    { first: 'the time', abortAt: 5_100, end: { status: 'stopped', limit: 'time' } },
  ])('[L8] and an abort: $first came first and counts', async ({ abortAt, end }) => {
    const controller = new AbortController();
    const world = startWorld([], { limits: { timeoutMs: 5_000 }, pipelines: { turnInput: [hangs] } });

    const running = play(world, 'Go.', { signal: controller.signal });
    await world.clock.advance(abortAt);
    controller.abort();
    await world.clock.advance(1_000);

    expect((await running).result).toMatchObject(end);
  });

  it('[L8] of a turn can only lower those of the runner', async () => {
    const world = startWorld([...again(2), ...again(3)], { tools: [echo], limits: { maxIterations: 3 } });

    const lower = await play(world, 'Go.', { limits: { maxIterations: 2 } });
    const higher = await play(world, 'Go.', { limits: { maxIterations: 10 } });

    expect([lower.result.iterations, higher.result.iterations]).toEqual([2, 3]);
  });
});

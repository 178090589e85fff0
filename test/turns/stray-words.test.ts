import { describe, expect, it } from 'vitest';
import {
  type DispatchContext,
  delegateTool,
  type TurnContext,
} from '../../packages/toolcrib/src/turns/index.ts';
import { deferred, tool } from '../runtime.ts';
import { play, startWorld } from './world.ts';

describe('what middleware says when nobody asks it', () => {
  it('[L6] counts: a nack() between pipelines fails the turn', async () => {
    for (const pipeline of ['turnInput', 'dispatchInput'] as const) {
      let ctx: TurnContext | DispatchContext | undefined;
      const work = tool('work', () => {
        ctx?.nack(new Error('too late for a pipeline'));
        return 'done';
      });
      const keep = (given: TurnContext | DispatchContext, next: () => Promise<void>) => {
        ctx = given;
        return next();
      };
      const script = [
        { calls: [{ tool: 'work', args: {} }] },
        ...(pipeline === 'turnInput' ? ['Done.'] : []),
      ];
      const world = startWorld(script, { tools: [work], pipelines: { [pipeline]: [keep] } });

      const { result } = await play(world);
      expect(result).toMatchObject({ status: 'failed', error: { code: 'E_TURN_FAILED' } });
    }
  });

  it('does not come between calls and their results', async () => {
    let ctx: DispatchContext | undefined;
    const work = tool('work', () => {
      ctx?.goOn('And hurry.');
      return 'done';
    });
    const world = startWorld([{ calls: [{ tool: 'work', args: {} }] }, 'Done.'], {
      tools: [work],
      pipelines: {
        dispatchInput: [
          (given, next) => {
            ctx = given;
            return next();
          },
        ],
      },
    });

    const { result } = await play(world);
    expect(result.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
    ]);
  });

  it('is refused where it is no text', async () => {
    const wrong = [
      { turnInput: [(ctx: TurnContext) => ctx.ack(42 as never)] },
      { turnInput: [(ctx: TurnContext) => void Object.assign(ctx, { text: 42 })] },
      { dispatchInput: [(ctx: DispatchContext) => ctx.goOn('')] },
    ];
    for (const pipelines of wrong) {
      const { result } = await play(startWorld([], { pipelines }));
      expect(result).toMatchObject({
        status: 'failed',
        error: { code: 'E_MIDDLEWARE_FAILED', cause: { code: 'E_INVALID_OPTION' } },
      });
    }
  });
});

describe('the answer of a turn', () => {
  it('can be changed by every layer of its output, in the conversation too', async () => {
    const shout = (suffix: string) => async (ctx: TurnContext, next: () => Promise<void>) => {
      await next();
      ctx.text = ctx.text + suffix;
    };
    const world = startWorld(['Secret.'], { pipelines: { turnOutput: [shout('!'), shout('?')] } });

    const { result } = await play(world);
    expect(result).toMatchObject({ status: 'done', text: 'Secret.?!' });
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', text: 'Secret.?!', calls: [] });
    expect(result.messages).toHaveLength(2);
  });

  it('is not handed on by a turn that was rejected', async () => {
    const reject = (ctx: TurnContext) => ctx.nack(new Error('not fit to be read'));
    const { result } = await play(startWorld(['Rude.'], { pipelines: { turnOutput: [reject] } }));

    expect(result).toMatchObject({ status: 'failed', text: '' });
  });
});

describe('a task that is cut off', () => {
  it('has told what it cost up to then', async () => {
    const usage = { inputTokens: 70, outputTokens: 30 };
    const hangs = deferred<string>();
    const child = startWorld([{ calls: [{ tool: 'wait', args: {} }] }], {
      usage,
      tools: [tool('wait', () => hangs.promise)],
    });
    const helper = delegateTool({ name: 'helper', description: '', runner: child.runner, timeoutMs: 1_000 });
    const parent = startWorld([{ calls: [{ tool: 'helper', args: { task: 'Go.' } }] }, 'Too slow.'], {
      tools: [helper],
    });

    const playing = play(parent);
    await parent.clock.advance(2_000);
    const { result } = await playing;
    expect(result.records[0]?.status).toBe('timed_out');
    expect(result.usage).toMatchObject({ inputTokens: 70, outputTokens: 30 });
    await child.clock.advance(60_000);
  });
});

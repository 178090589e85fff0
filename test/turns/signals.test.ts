import { describe, expect, it } from 'vitest';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import type { DispatchContext, Middleware, TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { errorOf } from '../errors.ts';
import { play, playScript, startWorld } from './world.ts';

type Context = TurnContext | DispatchContext;
const kinds = ['turnInput', 'dispatchInput'] as const;

/** A turn whose first middleware does something with its context. */
function playWith(pipeline: (typeof kinds)[number], run: Middleware<Context>, script = ['Done.']) {
  return playScript(script, { pipelines: { [pipeline]: [run] } });
}

describe.each(kinds)('the signal of the context of %s', (pipeline) => {
  it.each([
    ['ack', 'ack'],
    ['ack', 'nack'],
    ['nack', 'ack'],
    ['nack', 'nack'],
  ] as const)('[L6] settles once: %s, and then %s throws', async (first, second) => {
    const { result } = await playWith(
      pipeline,
      (ctx) => {
        const signal = { ack: () => ctx.ack(), nack: () => ctx.nack(new Error('no')) };
        expect(ctx.isSignalled).toBe(false);
        signal[first]();
        expect(ctx.isSignalled).toBe(true);
        expect(errorOf(signal[second]).code).toBe('E_ALREADY_SIGNALLED');
        expect(errorOf(signal[second]).code).toBe('E_ALREADY_SIGNALLED');
      },
      [],
    );

    expect(result.status).toBe(first === 'ack' ? 'done' : 'failed');
  });

  it('[L6] calls the listeners of an ack in order, and each once', async () => {
    const calls: string[] = [];
    await playWith(
      pipeline,
      (ctx) => {
        for (const name of ['a', 'b', 'c']) ctx.onAck(() => calls.push(name));
        ctx.ack();
        ctx.onAck(() => calls.push('late'));
      },
      [],
    );

    expect(calls).toEqual(['a', 'b', 'c', 'late']);
  });

  it('[L6] acks by itself when everything went well', async () => {
    const calls: string[] = [];
    await playWith(pipeline, async (ctx, next) => {
      ctx.onAck(() => calls.push('acked'));
      await next();
      expect(calls).toEqual([]);
    });

    expect(calls).toEqual(['acked']);
  });

  it.each([
    { how: 'is rejected', run: (ctx: Context) => ctx.nack(new Error('no')) },
    {
      how: 'fails',
      run: () => {
        throw new Error('no');
      },
    },
  ])('[L6] calls no listener when it $how', async ({ run }) => {
    const calls: string[] = [];
    const { result } = await playWith(
      pipeline,
      (ctx) => {
        ctx.onAck(() => calls.push('acked'));
        run(ctx);
      },
      [],
    );

    expect(result.status).toBe('failed');
    expect(calls).toEqual([]);
  });

  it('[L6] calls no listener of a turn that is aborted', async () => {
    const calls: string[] = [];
    const controller = new AbortController();
    const world = startWorld([], {
      pipelines: {
        [pipeline]: [
          async (ctx: Context, next: () => Promise<void>) => {
            ctx.onAck(() => calls.push('acked'));
            controller.abort();
            await next();
          },
        ],
      },
    });

    expect((await play(world, 'Go.', { signal: controller.signal })).result.status).toBe('aborted');
    expect(calls).toEqual([]);
  });

  it('[L6] does not call a listener that was taken back, and taking back twice does nothing', async () => {
    const calls: string[] = [];
    const listener = () => calls.push('twice');
    await playWith(
      pipeline,
      (ctx) => {
        const first = ctx.onAck(listener);
        ctx.onAck(listener);
        const last = ctx.onAck(() => calls.push('last'));
        ctx.onAck(() => last());
        first();
        first();
        ctx.ack();
      },
      [],
    );

    expect(calls).toEqual(['twice', 'last']);
  });

  it('[L6] reports a listener that throws or rejects, and calls the others', async () => {
    const calls: string[] = [];
    const failures = [new Error('thrown'), new Error('rejected')];
    const world = startWorld([], {
      expectsFaults: true,
      pipelines: {
        [pipeline]: [
          (ctx: Context) => {
            ctx.onAck(() => calls.push('first'));
            ctx.onAck(() => {
              throw failures[0];
            });
            ctx.onAck(() => Promise.reject(failures[1]) as never);
            ctx.onAck(() => calls.push('last'));
            ctx.ack();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(result.status).toBe('done');
    expect(calls).toEqual(['first', 'last']);
    expect(world.faults).toEqual(failures);
  });

  it('[L6, L11] fails with an error of ours as it is, and with any other as a cause', async () => {
    const ours = new ToolcribError('E_CALL_DENIED', 'Not today.');
    const reasons = [ours, new Error('secret'), undefined];
    const results = [];
    for (const reason of reasons) {
      results.push((await playWith(pipeline, (ctx) => ctx.nack(reason), [])).result);
    }

    expect(results[0]?.error).toBe(ours);
    expect(results.slice(1).map(({ error }) => error?.code)).toEqual(['E_TURN_FAILED', 'E_TURN_FAILED']);
    expect(results.slice(1).map(({ error }) => error?.cause)).toEqual(reasons.slice(1));
    expect(results[1]?.error?.message).not.toContain('secret');
  });

  it('[L6] that comes after the end of the turn changes nothing', async () => {
    let kept: Context | undefined;
    const { result, events } = await playWith(pipeline, async (ctx, next) => {
      kept = ctx;
      await next();
    });

    expect(errorOf(() => kept?.ack()).code).toBe('E_ALREADY_SIGNALLED');
    expect(errorOf(() => kept?.nack(new Error('late'))).code).toBe('E_ALREADY_SIGNALLED');
    expect(result.status).toBe('done');
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', status: 'done' });
  });
});

describe('the result of a turn', () => {
  it('[L1, L11] is not changed by whoever kept a context, or changes the result', async () => {
    let kept: TurnContext | undefined;
    const world = startWorld(['Done.', 'Again.'], {
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            kept = ctx;
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);
    kept?.messages.push({ role: 'user', content: 'Smuggled.' });

    expect(result.messages).toHaveLength(2);
    expect(() => (result.messages as unknown[]).push('more')).toThrow(TypeError);
    expect(() => (result.records as unknown[]).push('more')).toThrow(TypeError);
    expect(() => Object.assign(result, { status: 'aborted' })).toThrow(TypeError);
    await play(world, 'Again.', { messages: result.messages });
  });
});

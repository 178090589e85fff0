import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../test/errors.ts';
import { deferred } from '../../../../test/runtime.ts';
import type { Middleware } from './middleware.ts';
import { Pipeline } from './pipeline.ts';

interface Context {
  isSignalled: boolean;
  readonly signal: AbortSignal;
  readonly trace: string[];
}

function context(): Context {
  return { isSignalled: false, signal: new AbortController().signal, trace: [] };
}

function layer(name: string): Middleware<Context> {
  return async ({ trace }, next) => {
    trace.push(`${name} in`);
    await next();
    trace.push(`${name} out`);
  };
}

describe('Pipeline', () => {
  it('[L2] runs from the first to the last and back, in every run', async () => {
    const pipeline = new Pipeline('turnInput', [layer('a'), layer('b')]);

    for (const ctx of [context(), context()]) {
      await pipeline.run(ctx);
      expect(ctx.trace).toEqual(['a in', 'b in', 'b out', 'a out']);
    }
  });

  it('names the middleware that threw, and keeps what it threw', async () => {
    const pipeline = new Pipeline<Context>('dispatchInput', [
      layer('a'),
      () => {
        throw undefined;
      },
    ]);

    const error = await rejectionOf(pipeline.run(context()));
    expect(error).toMatchObject({
      code: 'E_MIDDLEWARE_FAILED',
      context: { pipeline: 'dispatchInput', position: 1 },
    });
    expect('cause' in error).toBe(true);
  });

  it('fails though middleware further out caught the failure, with the first one', async () => {
    const first = new Error('first');
    const pipeline = new Pipeline<Context>('turnInput', [
      async (_ctx, next) => {
        await next().catch(() => undefined);
        throw new Error('second');
      },
      (_ctx, next) => next().catch(() => undefined),
      () => Promise.reject(first),
    ]);

    expect(await rejectionOf(pipeline.run(context()))).toMatchObject({
      cause: first,
      context: { position: 2 },
    });
  });

  it('refuses to end without next() and without a signal', async () => {
    const silent: Middleware<Context> = () => undefined;
    const ctx = context();

    const error = await rejectionOf(new Pipeline('turnOutput', [silent, layer('b')]).run(ctx));
    expect(error).toMatchObject({
      code: 'E_PIPELINE_STOPPED',
      context: { pipeline: 'turnOutput', position: 0 },
    });
    expect(ctx.trace).toEqual([]);
  });

  it('ends early where middleware has signalled', async () => {
    const ctx = context();
    const signals: Middleware<Context> = (given) => {
      given.isSignalled = true;
    };

    await new Pipeline('turnInput', [layer('a'), signals, layer('c')]).run(ctx);
    expect(ctx.trace).toEqual(['a in', 'a out']);
  });

  it('waits for what middleware did not wait for', async () => {
    const inner = deferred<void>();
    const ctx = context();
    const pipeline = new Pipeline<Context>('turnInput', [
      (_ctx, next) => {
        next();
      },
      async ({ trace }, next) => {
        await inner.promise;
        trace.push('late');
        await next();
      },
    ]);

    const running = pipeline.run(ctx);
    inner.resolve();
    await running;
    expect(ctx.trace).toEqual(['late']);
  });

  it('runs the rest once, whoever calls next() twice', async () => {
    const ctx = context();
    const twice: Middleware<Context> = async (_ctx, next) => {
      await next();
      await next();
    };

    expect(await rejectionOf(new Pipeline('turnInput', [twice, layer('b')]).run(ctx))).toMatchObject({
      code: 'E_MIDDLEWARE_FAILED',
    });
    expect(ctx.trace).toEqual(['b in', 'b out']);
  });

  it('fails for a second next() that nobody waits for, without bringing the process down', async () => {
    const ctx = context();
    const twice: Middleware<Context> = (_ctx, next) => {
      next();
      next();
    };

    expect(await rejectionOf(new Pipeline('turnInput', [twice, layer('b')]).run(ctx))).toMatchObject({
      code: 'E_MIDDLEWARE_FAILED',
      context: { position: 0 },
    });
    expect(ctx.trace).toEqual(['b in', 'b out']);
  });

  it('runs nothing for a next() that was kept, or that comes after an abort', async () => {
    const controller = new AbortController();
    const ctx: Context = { ...context(), isSignalled: true, signal: controller.signal };
    let kept: (() => Promise<void>) | undefined;
    const keeps: Middleware<Context> = (_ctx, next) => {
      kept = next;
    };
    await new Pipeline('turnInput', [keeps, layer('b')]).run(ctx);
    await expect(kept?.()).rejects.toThrow('any more');

    controller.abort();
    await expect(new Pipeline('turnInput', [layer('a'), layer('b')]).run(ctx)).rejects.toMatchObject({
      code: 'E_MIDDLEWARE_FAILED',
    });
    expect(ctx.trace).toEqual(['a in']);
  });
});

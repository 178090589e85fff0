import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../packages/toolcrib/src/index.ts';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import type {
  DispatchContext,
  Middleware,
  TurnContext,
  TurnPipelines,
} from '../../packages/toolcrib/src/turns/index.ts';
import { type RejectionWatch, watchRejections } from '../call-path/watch-rejections.ts';
import { weather } from '../weather.ts';
import { play, playScript, startWorld } from './world.ts';

type Context = TurnContext | DispatchContext;
type PipelineName = keyof TurnPipelines;

const names = ['turnInput', 'dispatchInput', 'dispatchOutput', 'turnOutput'] as const;
const positions = [
  { where: 'first', position: 0 },
  { where: 'in the middle', position: 1 },
  { where: 'last', position: 2 },
] as const;

/** What middleware does at its place, once in a turn. */
interface Action {
  readonly does: string;
  readonly run: (ctx: Context, next: () => Promise<void>, abort: () => void) => unknown;
  readonly status: 'done' | 'failed' | 'aborted';
  readonly code?: ErrorCode;
  /** Whether what is further in is not run. */
  readonly skipsRest?: true;
}

const failure = new Error('A reason.');
const fail = (reason: unknown) => {
  throw reason;
};

const actions: readonly Action[] = [
  {
    does: 'ends without a word',
    run: () => undefined,
    status: 'failed',
    code: 'E_PIPELINE_STOPPED',
    skipsRest: true,
  },
  { does: 'acks instead of next()', run: (ctx) => ctx.ack(), status: 'done', skipsRest: true },
  {
    does: 'acks before next()',
    run: (ctx, next) => {
      ctx.ack();
      return next();
    },
    status: 'done',
  },
  { does: 'acks after next()', run: (ctx, next) => next().then(() => ctx.ack()), status: 'done' },
  {
    does: 'nacks instead of next()',
    run: (ctx) => ctx.nack(failure),
    status: 'failed',
    code: 'E_TURN_FAILED',
    skipsRest: true,
  },
  {
    does: 'nacks before next()',
    run: (ctx, next) => {
      ctx.nack(failure);
      return next();
    },
    status: 'failed',
    code: 'E_TURN_FAILED',
  },
  {
    does: 'nacks after next()',
    run: (ctx, next) => next().then(() => ctx.nack(failure)),
    status: 'failed',
    code: 'E_TURN_FAILED',
  },
  {
    does: 'throws an error before next()',
    run: () => fail(failure),
    status: 'failed',
    code: 'E_MIDDLEWARE_FAILED',
    skipsRest: true,
  },
  {
    does: 'throws an error after next()',
    run: (_, next) => next().then(() => fail(failure)),
    status: 'failed',
    code: 'E_MIDDLEWARE_FAILED',
  },
  {
    does: 'throws undefined before next()',
    run: () => fail(undefined),
    status: 'failed',
    code: 'E_MIDDLEWARE_FAILED',
    skipsRest: true,
  },
  {
    does: 'rejects with undefined after next()',
    run: (_, next) => next().then(() => Promise.reject(undefined)),
    status: 'failed',
    code: 'E_MIDDLEWARE_FAILED',
  },
  {
    does: 'aborts the turn before next()',
    run: (_, next, abort) => {
      abort();
      return next();
    },
    status: 'aborted',
  },
  {
    does: 'aborts the turn and does nothing else',
    run: (_ctx, _next, abort) => abort(),
    status: 'aborted',
    skipsRest: true,
  },
  { does: 'aborts the turn after next()', run: (_, next, abort) => next().then(abort), status: 'aborted' },
  {
    does: 'acks twice',
    run: (ctx) => {
      ctx.ack();
      ctx.ack();
    },
    status: 'failed',
    code: 'E_MIDDLEWARE_FAILED',
    skipsRest: true,
  },
  {
    does: 'nacks after an ack, and catches what that throws',
    run: (ctx) => {
      ctx.ack();
      expect(() => ctx.nack(failure)).toThrow(expect.objectContaining({ code: 'E_ALREADY_SIGNALLED' }));
    },
    status: 'done',
    skipsRest: true,
  },
  {
    does: 'acks after a nack, and catches what that throws',
    run: (ctx, next) => {
      ctx.nack(failure);
      expect(() => ctx.ack()).toThrow(expect.objectContaining({ code: 'E_ALREADY_SIGNALLED' }));
      return next();
    },
    status: 'failed',
    code: 'E_TURN_FAILED',
  },
];

/** How often the model is asked and how often each pipeline is run when a turn ends in one of them. */
function expectedRuns(pipeline: PipelineName, isDone: boolean): { requests: number; runs: number[] } {
  switch (pipeline) {
    case 'turnInput':
      return { requests: 0, runs: [1, 0, 0, isDone ? 1 : 0] };
    case 'dispatchInput':
      // The iteration that acks runs its output pipeline too.
      return { requests: 0, runs: [1, 1, isDone ? 1 : 0, isDone ? 1 : 0] };
    case 'dispatchOutput':
      return { requests: 1, runs: [1, 1, 1, isDone ? 1 : 0] };
    case 'turnOutput':
      return { requests: 2, runs: [1, 2, 2, 1] };
  }
}

const script: readonly ScriptStep[] = [
  {
    calls: [
      { tool: 'weather', args: { city: 'Oslo' } },
      { tool: 'weather', args: 'broken' },
    ],
  },
  'Done.',
];

let watch: RejectionWatch;
beforeEach(() => {
  watch = watchRejections();
});
afterEach(async () => {
  await watch.stop();
  expect(watch.reasons).toEqual([]);
});

describe.each(names)('in the pipeline %s, middleware that', (pipeline) => {
  describe.each(positions)('is $where and', ({ position }) => {
    it.each(actions)('[L2, L6] $does ends the turn once, as $status', async (action) => {
      const { requests, runs } = expectedRuns(pipeline, action.status === 'done');
      const controller = new AbortController();
      const entered = new Map<PipelineName, number[]>(names.map((name) => [name, [0, 0, 0]]));
      let hasActed = false;
      const layer =
        (name: PipelineName, place: number): Middleware<Context> =>
        async (ctx, next) => {
          const counts = entered.get(name) as number[];
          counts[place] = (counts[place] ?? 0) + 1;
          if (name !== pipeline || place !== position || hasActed) return next();
          hasActed = true;
          await action.run(ctx, next, () => controller.abort(failure));
        };
      const world = startWorld(script.slice(0, requests), {
        tools: [weather()],
        pipelines: Object.fromEntries(names.map((name) => [name, [0, 1, 2].map((at) => layer(name, at))])),
      });

      const { result } = await play(world, 'Go.', { signal: controller.signal });

      expect(result.status).toBe(action.status);
      expect(result.error?.code).toBe(action.code);
      if (action.code === 'E_MIDDLEWARE_FAILED' || action.code === 'E_PIPELINE_STOPPED') {
        expect(result.error?.context).toEqual({ pipeline, position });
      }
      expect(world.model.requests).toHaveLength(requests);
      expect(result.iterations).toBe(requests);
      expect(names.map((name) => entered.get(name)?.[0])).toEqual(runs);
      if (action.skipsRest) {
        const ownRuns = entered.get(pipeline) as number[];
        expect(ownRuns.slice(position + 1).every((count) => count < (ownRuns[position] ?? 0))).toBe(true);
      }
      expect(world.clock.pendingTimers).toBe(0);
    });
  });
});

describe('pipelines', () => {
  it('[L2] run from the first to the last and back, once for a turn and once for each iteration', async () => {
    const steps: string[] = [];
    const layer =
      (name: string): Middleware<Context> =>
      async (_, next) => {
        steps.push(`${name} {`);
        await next();
        steps.push(`} ${name}`);
      };
    const around = (name: string) => [`${name}1 {`, `${name}2 {`, `} ${name}2`, `} ${name}1`];

    await playScript(script, {
      tools: [weather()],
      pipelines: Object.fromEntries(names.map((name) => [name, [layer(`${name}1`), layer(`${name}2`)]])),
    });

    expect(steps).toEqual([
      ...around('turnInput'),
      ...around('dispatchInput'),
      ...around('dispatchOutput'),
      ...around('dispatchInput'),
      ...around('dispatchOutput'),
      ...around('turnOutput'),
    ]);
  });

  it('fail with what happened first, even if middleware further out catches it', async () => {
    const { result } = await playScript([], {
      pipelines: {
        turnInput: [
          async (_, next) => {
            await next().catch(() => undefined);
          },
          () => fail(failure),
        ],
      },
    });

    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MIDDLEWARE_FAILED' } });
    expect(result.error?.cause).toBe(failure);
    expect(result.error?.context).toEqual({ pipeline: 'turnInput', position: 1 });
  });

  it('wait for the rest, even if middleware does not', async () => {
    const steps: string[] = [];
    const { result } = await playScript(['Done.'], {
      pipelines: {
        turnInput: [
          (_, next) => {
            void next();
          },
          async (_, next) => {
            await new Promise((resolve) => setImmediate(resolve));
            await next();
            steps.push('rest');
          },
        ],
        dispatchInput: [
          async (_, next) => {
            steps.push('dispatch');
            await next();
          },
        ],
      },
    });

    expect(steps).toEqual(['rest', 'dispatch']);
    expect(result.status).toBe('done');
  });

  it('fail when the rest fails and nobody waited for it', async () => {
    const { result } = await playScript([], {
      pipelines: {
        turnInput: [
          (_, next) => {
            void next();
          },
          () => Promise.reject(failure),
        ],
      },
    });

    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'E_MIDDLEWARE_FAILED', cause: failure },
    });
  });

  it('refuse a second next(), and run the rest once', async () => {
    let runs = 0;
    const { result } = await playScript([], {
      pipelines: {
        turnInput: [
          async (_, next) => {
            await next();
            await next();
          },
          async (_, next) => {
            runs += 1;
            await next();
          },
        ],
      },
    });

    expect(runs).toBe(1);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MIDDLEWARE_FAILED' } });
  });

  it('keep their middleware as it was when the runner was made', async () => {
    const list: Middleware<TurnContext>[] = [];
    const world = startWorld(['Done.'], { pipelines: { turnInput: list } });
    list.push(() => fail(failure));

    expect((await play(world)).result.status).toBe('done');
  });

  it('[L10] get an answer checked and the model asked again', async () => {
    const { result } = await playScript(['Maybe.', 'Yes.'], {
      pipelines: {
        dispatchOutput: [
          async (ctx, next) => {
            await next();
            if (ctx.step?.message.text === 'Maybe.') ctx.goOn('Answer yes or no.');
          },
        ],
      },
    });

    expect(result).toMatchObject({ status: 'done', text: 'Yes.', iterations: 2 });
    expect(result.messages).toMatchObject([
      { content: 'Go.' },
      { text: 'Maybe.' },
      { role: 'user', content: 'Answer yes or no.' },
      { text: 'Yes.' },
    ]);
  });

  it('answer in the place of the model', async () => {
    const before = await playScript([], {
      pipelines: { turnInput: [(ctx) => ctx.ack('From the cache.')] },
    });
    const after = await playScript(['A rough draft.'], {
      pipelines: {
        turnOutput: [
          async (ctx, next) => {
            await next();
            ctx.ack('A fair copy.');
          },
        ],
      },
    });

    expect(before.result).toMatchObject({ status: 'done', text: 'From the cache.', iterations: 0 });
    expect(before.result.messages).toMatchObject([{ role: 'user' }, { text: 'From the cache.' }]);
    expect(after.result).toMatchObject({ status: 'done', text: 'A fair copy.' });
    expect(after.result.messages).toMatchObject([{ role: 'user' }, { text: 'A fair copy.' }]);
  });

  it('edit the conversation that the model reads', async () => {
    const world = startWorld(['Done.'], {
      pipelines: {
        dispatchInput: [
          async (ctx, next) => {
            ctx.messages.splice(0, ctx.messages.length, { role: 'user', content: 'Something shorter.' });
            await next();
          },
        ],
      },
    });

    await play(world, 'Something long.');

    expect(world.model.requests[0]?.messages).toEqual([{ role: 'user', content: 'Something shorter.' }]);
  });
});

describe('the contexts of a turn', () => {
  it('have their fields and methods in copies and in their parts', async () => {
    const seen: unknown[] = [];
    const note = ({ turnId, caller, signal, usage, messages, tools, state }: Context) =>
      seen.push(
        typeof turnId,
        caller.id,
        signal.aborted,
        usage.inputTokens,
        messages.length,
        tools.list(),
        state.size,
      );
    const world = startWorld(['Hello.', 'Bye.'], {
      tools: [weather()],
      pipelines: {
        turnInput: [
          (ctx, next) => {
            const { onAck } = ctx;
            note({ ...ctx });
            onAck(() => seen.push('acknowledged'));
            ctx.system = 'Be brief.';
            return next();
          },
        ],
        dispatchOutput: [
          (ctx, next) => {
            const { goOn, iteration, isSignalled } = { ...ctx };
            seen.push(iteration, isSignalled);
            if (iteration === 1) goOn('Say goodbye.');
            return next();
          },
        ],
        turnOutput: [
          ({ text, ack }, next) => {
            ack(`${text} Indeed.`);
            return next();
          },
        ],
      },
    });

    const { result } = await play(world, 'Go.', { caller: { id: 'ada' } });

    expect([result.status, result.text]).toEqual(['done', 'Bye. Indeed.']);
    expect(world.model.requests.map(({ system }) => system)).toEqual(['Be brief.', 'Be brief.']);
    expect(seen).toEqual([
      ...['string', 'ada', false, 0, 1, ['weather'], 0],
      ...[1, false, 2, false],
      'acknowledged',
    ]);
  });
});

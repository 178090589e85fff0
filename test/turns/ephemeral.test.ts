import { describe, expect, it } from 'vitest';
import { ToolRegistry } from '../../packages/toolcrib/src/index.ts';
import type { DispatchContext, TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';
import { toolNames } from './looks.ts';
import { play, startWorld, type WorldOptions } from './world.ts';

const brief = (name: string) => tool(name, () => 'ran', { ephemeral: true });

/** A turn that has an ephemeral tool from its input pipeline on, and what its registry has at its end. */
function startBrief(end: WorldOptions['pipelines'], requests: number) {
  const contexts: TurnContext[] = [];
  const world = startWorld([{ calls: [{ tool: 'brief', args: {} }] }, 'Done.'].slice(0, requests), {
    tools: [tool('lasting', () => 'ran')],
    pipelines: {
      turnInput: [
        async (ctx, next) => {
          contexts.push(ctx);
          ctx.tools.register(brief('brief'));
          await next();
        },
      ],
      dispatchInput: [
        async (ctx, next) => {
          if (ctx.iteration === 1) ctx.tools.register(brief('briefer'));
          await next();
        },
      ],
      ...end,
    },
  });
  const namesLeft = () => contexts[0]?.tools.all().map(({ name }) => name);
  return { world, namesLeft };
}

describe('ephemeral tools', () => {
  it('[L7] are there for every iteration of a dispatch, and gone when it was acked', async () => {
    let inOutput: string[] | undefined;
    const { world, namesLeft } = startBrief(
      {
        turnOutput: [
          async (ctx, next) => {
            inOutput = ctx.tools.all().map(({ name }) => name);
            await next();
          },
        ],
      },
      2,
    );

    const { result } = await play(world);

    expect(result.records).toMatchObject([{ toolName: 'brief', status: 'ok', isEphemeral: true }]);
    expect(world.model.requests.map((request) => toolNames(request).sort())).toEqual([
      ['brief', 'briefer', 'lasting'],
      ['brief', 'briefer', 'lasting'],
    ]);
    expect(inOutput).toEqual(['lasting']);
    expect(namesLeft()).toEqual(['lasting']);
    expect(result.leftTools).toEqual([]);
  });

  const endings: readonly {
    how: string;
    run: (ctx: DispatchContext, abort: () => void) => unknown;
    status: string;
  }[] = [
    { how: 'was rejected', run: (ctx) => ctx.nack(new Error('no')), status: 'failed' },
    {
      how: 'failed',
      run: () => {
        throw new Error('no');
      },
      status: 'failed',
    },
    { how: 'was aborted', run: (_, abort) => abort(), status: 'aborted' },
  ];

  it.each(endings)(
    '[L7] are gone when the dispatch $how, and their names are in the result',
    async (given) => {
      const controller = new AbortController();
      const { world, namesLeft } = startBrief(
        { dispatchOutput: [(ctx) => void given.run(ctx, () => controller.abort())] },
        1,
      );

      const { result } = await play(world, 'Go.', { signal: controller.signal });

      expect(result.status).toBe(given.status);
      expect(namesLeft()).toEqual(['lasting']);
      expect([...result.leftTools].sort()).toEqual(['brief', 'briefer']);
    },
  );

  it('[L7] are gone when the model cannot be asked, and when a limit is reached', async () => {
    const first = startBrief({}, 0);
    const failing = startWorld([{ error: new Error('no') }], {
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            ctx.tools.register(brief('brief'));
            await next();
          },
        ],
      },
    });

    const limited = await play(first.world, 'Go.', { signal: AbortSignal.abort() });
    const failed = await play(failing);

    expect(limited.result.status).toBe('aborted');
    expect(first.namesLeft() ?? []).not.toContain('brief');
    expect(failed.result).toMatchObject({ status: 'failed', leftTools: ['brief'] });
  });

  it.each([
    { ends: 'acks', signal: (ctx: TurnContext) => ctx.ack(), left: [] },
    { ends: 'nacks', signal: (ctx: TurnContext) => ctx.nack(new Error('no')), left: ['brief'] },
  ])('[R6, L6] of a registry of one’s own that is bound to a turn are pruned as it $ends', async (given) => {
    const own = new ToolRegistry([brief('brief')]);
    const world = startWorld([], {
      pipelines: {
        turnInput: [
          (ctx) => {
            own.bindContext(ctx);
            given.signal(ctx);
          },
        ],
      },
    });

    await play(world);

    expect(own.all().map(({ name }) => name)).toEqual(given.left);
  });

  it('[L7] of the baseline are there again in the next turn', async () => {
    const world = startWorld(['One.', 'Two.'], { tools: [brief('brief'), tool('lasting', () => 'ran')] });

    await play(world);
    await play(world);

    expect(world.model.requests.map(toolNames)).toEqual([
      ['brief', 'lasting'],
      ['brief', 'lasting'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { allow, deny } from '../../packages/toolcrib/src/runtime/index.ts';
import { tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { lastResults, toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

const call = (name: string) => ({ tool: name, args: {} });
const admin = tool('admin', () => 'secret', { requires: ['admin'] });
const open = tool('open', () => 'fine', { trusted: true });

describe('the tools that a model is shown', () => {
  it('are those that the caller may call, and the others cannot be called', async () => {
    const world = startWorld(
      [{ calls: [call('admin'), call('open')] }, 'Done.', { calls: [call('admin')] }, 'Done.'],
      { tools: [admin, open] },
    );

    const anonymous = await play(world);
    const allowed = await play(world, 'Go.', { caller: { id: 'ada', scopes: ['admin'] } });

    expect(world.model.requests.map(toolNames)).toEqual([
      ['open'],
      ['open'],
      ['admin', 'open'],
      ['admin', 'open'],
    ]);
    expect(anonymous.result.records.map(({ status }) => status)).toEqual(['unknown_tool', 'ok']);
    expect(allowed.result.records.map(({ status }) => status)).toEqual(['ok']);
  });

  it('are those that the runtime tells as visible', async () => {
    const callers = [undefined, { id: 'ada', scopes: ['admin'] }, { id: 'bob', tenant: 'acme', scopes: [] }];
    const world = startWorld(['a', 'b', 'c'], {
      tools: [weather(), admin, open],
      runtime: {
        policy: async ({ caller, tool: asked }) =>
          asked.requires.every((scope) => caller.scopes?.includes(scope)) && caller.tenant !== asked.name
            ? allow()
            : deny('no'),
      },
    });

    for (const caller of callers) await play(world, 'Go.', { caller });

    const visible = await Promise.all(
      callers.map(async (caller) => (await world.runner.runtime.visible(caller)).map(({ name }) => name)),
    );
    expect(world.model.requests.map((request) => toolNames(request).sort())).toEqual(visible);
    expect(visible[0]).toEqual(['open', 'weather']);
  });

  it('are decided about anew for every request where a policy depends on more than scopes', async () => {
    let isOpen = true;
    const world = startWorld([{ calls: [call('close')] }, { calls: [call('open')] }, 'Done.'], {
      tools: [
        open,
        tool('close', () => {
          isOpen = false;
          return 'closed';
        }),
      ],
      runtime: { policy: ({ tool: asked }) => (asked.name === 'open' && !isOpen ? deny('closed') : allow()) },
    });

    const { result } = await play(world);

    expect(world.model.requests.map(toolNames)).toEqual([['open', 'close'], ['close'], ['close']]);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
  });

  it('have no hidden ones, which can be called all the same', async () => {
    const world = startWorld([{ calls: [call('open'), call('gone')] }, 'Done.'], {
      tools: [weather(), open],
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            ctx.tools.hide('open');
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(world.model.requests.map(toolNames)).toEqual([['weather'], ['weather']]);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    expect(lastResults(result.messages)[1]).toContain('weather');
    expect(lastResults(result.messages)[1]).not.toContain('open');
  });

  it('are the very same array as long as nothing changes, so that they are rendered once', async () => {
    const world = startWorld([{ calls: [call('open')] }, 'One.', 'Two.', 'Three.'], { tools: [admin, open] });

    await play(world);
    await play(world);
    await play(world, 'Go.', { caller: { id: 'bob' } });

    const [first, ...others] = world.model.requests.map(({ tools }) => tools);
    for (const tools of others) expect(tools).toBe(first);
  });

  it('name those that are gone and that the conversation still has calls of', async () => {
    const world = startWorld([{ calls: [call('open')] }, { calls: [call('open')] }, 'Done.'], {
      tools: [open, weather()],
      pipelines: {
        dispatchOutput: [
          async (ctx, next) => {
            ctx.tools.unregister('open');
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    expect(world.model.requests.map(({ retired }) => retired ?? [])).toEqual([[], ['open'], ['open']]);
  });
});

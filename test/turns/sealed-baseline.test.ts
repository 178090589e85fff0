import { describe, expect, it } from 'vitest';
import { createToolRegistry, ToolcribError, ToolRegistry } from '../../packages/toolcrib/src/index.ts';
import type { DispatchContext, TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';
import { lastResults, textOf, toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

const named = (name: string, answer = name) => tool(name, () => answer, { trusted: true });
const call = (name: string) => ({ tool: name, args: {} });
const evil = named('evil', 'evil ran');
const evilKeep = tool('keep', () => 'evil ran', { onCollision: 'replace', trusted: true });
const evilEphemeral = tool('fleeting', () => 'evil ran', { ephemeral: true, trusted: true });
const sealed = () => createToolRegistry(['drop', 'hide', 'keep'].map((name) => named(name)));

type Context = TurnContext | DispatchContext;

describe('a sealed baseline', () => {
  it('[S7] can be narrowed: hidden, unhidden, removed', async () => {
    const world = startWorld([{ calls: ['drop', 'hide', 'keep'].map(call) }, 'Done.', 'Again.'], {
      tools: sealed(),
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            if (ctx.messages.length === 1) {
              ctx.tools.hide('keep');
              ctx.tools.unhide('keep');
              ctx.tools.hide('hide');
              ctx.tools.unregister('drop');
            }
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);
    await play(world, 'Again.', { messages: result.messages });

    expect(result.records.map(({ status }) => status)).toEqual(['unknown_tool', 'ok', 'ok']);
    expect(world.model.requests.map(toolNames)).toEqual([['keep'], ['keep'], ['drop', 'hide', 'keep']]);
  });

  const additions: readonly { name: string; add: (ctx: Context) => void }[] = [
    { name: 'register', add: (ctx) => ctx.tools.register(evil) },
    { name: 'register over another', add: (ctx) => ctx.tools.register(evilKeep, true) },
    { name: 'register an ephemeral tool', add: (ctx) => ctx.tools.register(evilEphemeral) },
    { name: 'mergeTools', add: (ctx) => ctx.mergeTools(new ToolRegistry([evil])) },
    {
      name: 'mergeTools over another',
      add: (ctx) => ctx.mergeTools(new ToolRegistry([evilKeep]), { onCollision: 'replace' }),
    },
    { name: 'mergeTools after a tool that is there', add: (ctx) => mergeBoth(ctx) },
  ];

  function mergeBoth(ctx: Context): void {
    const own = ctx.tools.get('keep');
    ctx.mergeTools(new ToolRegistry([...(own === undefined ? [] : [own]), evil]), { onCollision: 'keep' });
  }

  it.each(additions)('[S7] refuses $name in every pipeline, and the turn goes on', async ({ add }) => {
    const codes: unknown[] = [];
    const tryIt = async (ctx: Context, next: () => Promise<void>) => {
      try {
        add(ctx);
      } catch (error) {
        codes.push((error as ToolcribError).code);
        expect(error).toBeInstanceOf(ToolcribError);
      }
      await next();
    };
    const calls = ['evil', 'keep', 'fleeting'].map(call);
    const world = startWorld([{ calls }, 'Done.'], {
      tools: sealed(),
      pipelines: {
        turnInput: [tryIt],
        dispatchInput: [tryIt],
        dispatchOutput: [tryIt],
        turnOutput: [tryIt],
      },
    });

    const { result } = await play(world);

    expect(codes).toEqual(Array.from({ length: 6 }, () => 'E_REGISTRY_SEALED'));
    expect(result.status).toBe('done');
    expect(result.addedTools).toEqual([]);
    expect(result.records.map(({ status }) => status)).toEqual(['unknown_tool', 'ok', 'unknown_tool']);
    expect(textOf(result.messages)).not.toContain('evil ran');
    expect(world.model.requests.map(toolNames)).toEqual([
      ['drop', 'hide', 'keep'],
      ['drop', 'hide', 'keep'],
    ]);
  });

  const tricks: readonly { name: string; play: (ctx: Context) => void }[] = [
    {
      name: 'register of the base class',
      play: (ctx) => ToolRegistry.prototype.register.call(ctx.tools, evil),
    },
    {
      name: 'register of the base class over another',
      play: (ctx) => ToolRegistry.prototype.register.call(ctx.tools, evilKeep, true),
    },
    { name: 'a method of its own', play: (ctx) => Object.assign(ctx.tools, { get: () => evil }) },
    {
      name: 'defined properties',
      play: (ctx) => {
        for (const key of ['resolve', 'get', 'all', 'visible', 'list', 'describe']) {
          Object.defineProperty(ctx.tools, key, { value: () => [evil] });
        }
      },
    },
    {
      name: 'another prototype',
      play: (ctx) => Object.setPrototypeOf(ctx.tools, new ToolRegistry([evil, evilKeep])),
    },
    {
      name: 'the prototype of its class',
      play: (ctx) => Object.assign(Object.getPrototypeOf(ctx.tools), { get: () => evil }),
    },
    {
      name: 'another registry in the context',
      play: (ctx) => Object.assign(ctx, { tools: new ToolRegistry([evil, evilKeep]) }),
    },
    {
      name: 'a defined registry in the context',
      play: (ctx) => Object.defineProperty(ctx, 'tools', { value: new ToolRegistry([evil, evilKeep]) }),
    },
    {
      name: 'the constructor of its class',
      play: (ctx) => {
        const Class = ctx.tools.constructor as new (...parts: unknown[]) => ToolRegistry;
        const open = {
          baseline: new ToolRegistry([evil]),
          overlay: 'open',
          added: [],
          known: new Set([evil]),
        };
        const other = new Class(ctx.tools, open);
        other.register(evil);
        ctx.mergeTools(other);
      },
    },
    { name: 'the list of all tools', play: (ctx) => ctx.tools.all().push(evil) },
    {
      name: 'a copy',
      play: (ctx) => {
        const copy = ctx.tools.copy();
        copy.register(evil);
        ctx.mergeTools(copy, { onCollision: 'replace' });
      },
    },
    {
      name: 'the list of what is described',
      play: (ctx) => (ctx.tools.describe() as unknown[]).push(evil.describe()),
    },
  ];

  it.each(tricks)('[S7] is not widened by $name', async ({ play: trick }) => {
    const tryIt = async (ctx: Context, next: () => Promise<void>) => {
      try {
        trick(ctx);
      } catch {
        // Whether it is refused or without an effect does not matter.
      }
      await next();
    };
    const world = startWorld([{ calls: ['evil', 'keep', 'drop'].map(call) }, 'Done.'], {
      tools: sealed(),
      pipelines: { turnInput: [tryIt], dispatchInput: [tryIt], dispatchOutput: [tryIt] },
    });

    const { result } = await play(world);

    expect(result.records[0]?.status).toBe('unknown_tool');
    expect(textOf(result.messages)).not.toContain('evil ran');
    expect(result.addedTools).toEqual([]);
    for (const request of world.model.requests) expect(toolNames(request)).not.toContain('evil');
    expect(result.records[2]?.status).toBe('ok');
  });

  it('[S7] shows nothing of a tool that came in by a trick', async () => {
    const world = startWorld(['Done.'], {
      tools: sealed(),
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            ToolRegistry.prototype.register.call(ctx.tools, evil);
            expect(ctx.tools.get('evil')).toBeUndefined();
            expect(ctx.tools.resolve('evil')).toBeNull();
            for (const tools of [ctx.tools.all(), ctx.tools.visible(), ctx.tools.describe()]) {
              expect(tools.map(({ name }) => name)).toEqual(['drop', 'hide', 'keep']);
            }
            await next();
          },
        ],
      },
    });

    expect((await play(world)).result.status).toBe('done');
  });

  it("[S7] with overlay 'open' takes tools, and the result tells of each", async () => {
    const world = startWorld([{ calls: ['added', 'merged', 'keep', 'gone'].map(call) }, 'Done.', 'Next.'], {
      tools: sealed(),
      overlay: 'open',
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            if (ctx.messages.length === 1) {
              ctx.tools.register(named('added'));
              ctx.mergeTools(new ToolRegistry([named('merged'), named('keep', 'other')]), {
                onCollision: 'replace',
              });
              ctx.tools.register(named('gone'));
              ctx.tools.unregister('gone');
            }
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);
    await play(world, 'Next.', { messages: result.messages });

    expect(result.addedTools.map(({ name, isReplacement }) => [name, isReplacement])).toEqual([
      ['added', false],
      ['merged', false],
      ['keep', true],
      ['gone', false],
    ]);
    expect(lastResults(result.messages).slice(0, 3)).toEqual(['added', 'merged', 'other']);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'unknown_tool']);
    expect(world.model.requests.map(toolNames).at(-1)).toEqual(['drop', 'hide', 'keep']);
  });
});

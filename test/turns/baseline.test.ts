import { describe, expect, it } from 'vitest';
import { createToolRegistry, digestOf, type Tool, ToolRegistry } from '../../packages/toolcrib/src/index.ts';
import type { Middleware, TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { deferred, tool } from '../runtime.ts';
import { lastResults, toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

const named = (name: string, answer = name) => tool(name, () => answer, { trusted: true });
const call = (name: string) => ({ tool: name, args: {} });

/** Does all that can be done to the tools of a turn, and only in the turn that is told to. */
const editFreely: Middleware<TurnContext> = async (ctx, next) => {
  if (ctx.messages[0]?.role === 'user' && ctx.messages[0].content === 'Edit.') {
    ctx.tools.unregister('drop');
    ctx.tools.hide('hide');
    ctx.tools.register(named('swap', 'swapped'), true);
    ctx.tools.register(named('new'));
    ctx.mergeTools(new ToolRegistry([named('merged'), named('keep', 'replaced')]), {
      onCollision: 'replace',
    });
  }
  await next();
};

const base = () => ['drop', 'hide', 'keep', 'swap'].map((name) => named(name));

describe('a baseline of plain tools or a registry', () => {
  it.each([
    { kind: 'plain tools', tools: (): Tool[] | ToolRegistry => base() },
    { kind: 'a registry', tools: () => new ToolRegistry(base()) },
  ])('[L1, S7] of $kind lets middleware edit the turn freely, and no other turn sees it', async (given) => {
    const tools = given.tools();
    const calls = ['drop', 'hide', 'keep', 'swap', 'new', 'merged'].map(call);
    const world = startWorld([{ calls }, 'Edited.', { calls }, 'Plain.'], {
      tools,
      pipelines: { turnInput: [editFreely] },
    });

    const edited = await play(world, 'Edit.');
    const plain = await play(world, 'Leave.');

    expect(world.model.requests.map(toolNames)).toEqual([
      ['keep', 'swap', 'new', 'merged'],
      ['keep', 'swap', 'new', 'merged'],
      ['drop', 'hide', 'keep', 'swap'],
      ['drop', 'hide', 'keep', 'swap'],
    ]);
    expect(edited.result.records.map(({ status }) => status)).toEqual([
      'unknown_tool',
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
    ]);
    expect(lastResults(edited.result.messages).slice(1)).toEqual([
      'hide',
      'replaced',
      'swapped',
      'new',
      'merged',
    ]);
    expect(plain.result.records.map(({ status }) => status)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'unknown_tool',
      'unknown_tool',
    ]);
    expect(lastResults(plain.result.messages).slice(0, 4)).toEqual(['drop', 'hide', 'keep', 'swap']);
    const left = Array.isArray(tools) ? tools : (tools as ToolRegistry).visible();
    expect(left.map(({ name }) => name)).toEqual(['drop', 'hide', 'keep', 'swap']);
  });

  it('writes down what was added, also what was removed again', async () => {
    const fleeting = named('fleeting');
    const world = startWorld(['Done.'], {
      tools: base(),
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            ctx.tools.register(fleeting);
            ctx.tools.unregister('fleeting');
            ctx.tools.register(named('swap', 'other'), true);
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(result.addedTools).toEqual([
      {
        name: 'fleeting',
        digest: fleeting.digest,
        authorityDigest: fleeting.authorityDigest,
        isReplacement: false,
      },
      {
        name: 'swap',
        digest: expect.any(String),
        authorityDigest: expect.any(String),
        isReplacement: true,
      },
    ]);
    expect(result.addedTools[0]?.digest).toBe(digestOf(fleeting.describe()));
  });

  it('[L1] is that of the moment in which the runner was made', async () => {
    const array = [named('first')];
    const registry = new ToolRegistry([named('first')]);
    const worlds = [startWorld(['a'], { tools: array }), startWorld(['a'], { tools: registry })];

    array.push(named('late'));
    registry.register(named('late'));
    registry.unregister('first');
    for (const world of worlds) await play(world);

    expect(worlds.map(({ model }) => model.requests.map(toolNames))).toEqual([[['first']], [['first']]]);
  });

  it('[S7] can be narrow, if the runner is told so', async () => {
    const world = startWorld(['Done.'], {
      tools: base(),
      overlay: 'narrow',
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            expect(() => ctx.tools.register(named('new'))).toThrow('"new"');
            await next();
          },
        ],
      },
    });

    expect((await play(world)).result).toMatchObject({ status: 'done', addedTools: [] });
  });

  it('[L1] can be edited through a reference that was kept, before and after a merge', async () => {
    const world = startWorld(['Done.'], {
      tools: base(),
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            const { tools } = ctx;
            ctx.mergeTools(new ToolRegistry([named('merged')]));
            tools.register(named('late'));
            tools.hide('merged');
            expect(tools).toBe(ctx.tools);
            await next();
          },
        ],
      },
    });

    await play(world);

    expect(world.model.requests.map(toolNames)).toEqual([['drop', 'hide', 'keep', 'swap', 'late']]);
  });
});

describe('a baseline that is asked for', () => {
  it('[L1, S7] is asked once a turn, and a running turn keeps what it got', async () => {
    const asked = deferred<void>();
    const goOn = deferred<void>();
    const versions = [named('weather', 'version 1'), named('weather', 'version 2')];
    let current = createToolRegistry(versions.slice(0, 1));
    let times = 0;
    const world = startWorld(
      [
        async () => {
          asked.resolve();
          await goOn.promise;
          return { calls: [call('weather')] };
        },
        { calls: [call('weather')] },
        'Second.',
        'First.',
      ],
      {
        tools: async () => {
          times += 1;
          return current;
        },
      },
    );

    const first = play(world, 'First turn.');
    await asked.promise;
    current = createToolRegistry(versions.slice(1));
    const second = await play(world, 'Second turn.');
    goOn.resolve();
    const { result } = await first;

    expect(lastResults(second.result.messages)).toEqual(['version 2']);
    expect(lastResults(result.messages)).toEqual(['version 1']);
    expect(times).toBe(2);
  });

  it('[S7] has the overlay of what was given: narrow for a sealed registry, open for others', async () => {
    const given = [createToolRegistry(base()), base(), new ToolRegistry(base())];
    const outcomes: string[] = [];
    const world = startWorld(['a', 'b', 'c'], {
      tools: () => given.shift() ?? [],
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            try {
              ctx.tools.register(named('new'));
              outcomes.push('open');
            } catch (error) {
              outcomes.push((error as { code: string }).code);
            }
            await next();
          },
        ],
      },
    });

    for (let count = 0; count < 3; count += 1) await play(world);

    expect(outcomes).toEqual(['E_REGISTRY_SEALED', 'open', 'open']);
  });

  it('[L1, S7] may be a resolver of somebody else, which is read at the start of every turn', async () => {
    const tools = new Map(['keep', 'stop'].map((name) => [name, named(name)]));
    const resolver = { resolve: (name: string) => tools.get(name) ?? null, list: () => [...tools.keys()] };
    const world = startWorld(['One.', { calls: [call('stop')] }, 'Two.'], { tools: resolver });

    await play(world, 'Go.');
    tools.delete('stop');
    const { result } = await play(world, 'Go.');

    expect(world.model.requests.map(toolNames)).toEqual([['keep', 'stop'], ['keep'], ['keep']]);
    expect(result.records.map(({ status }) => status)).toEqual(['unknown_tool']);
  });

  it('[L1] gives a registry that it may change afterwards, without an effect on the turn', async () => {
    const registry = new ToolRegistry([named('first')]);
    const world = startWorld([() => ({ calls: [call('first'), call('late')] }), 'Done.'], {
      tools: () => registry,
      pipelines: {
        turnInput: [
          async (_, next) => {
            registry.register(named('late'));
            registry.unregister('first');
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    expect(registry.has('late')).toBe(true);
  });

  it.each([
    {
      name: 'throws',
      tools: () => {
        throw new Error('The catalogue is down: password');
      },
    },
    { name: 'rejects', tools: () => Promise.reject(new Error('The catalogue is down: password')) },
    { name: 'gives no tools', tools: () => 'none' as never },
    { name: 'gives two tools of one name', tools: () => [named('same'), named('same')] },
  ])('[L11] fails the turn as a value if it $name, and the next turn is a new one', async ({ tools }) => {
    let isDown = true;
    const world = startWorld(['Up again.'], { tools: () => (isDown ? tools() : []) });

    const failed = await play(world);
    isDown = false;
    const next = await play(world);

    expect(failed.result).toMatchObject({ status: 'failed', error: { code: 'E_TOOLS_UNAVAILABLE' } });
    expect(failed.result.error?.message).not.toContain('password');
    expect(failed.result.messages).toEqual([{ role: 'user', content: 'Go.' }]);
    expect(next.result).toMatchObject({ status: 'done', text: 'Up again.' });
  });
});

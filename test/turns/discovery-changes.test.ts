import { describe, expect, it } from 'vitest';
import { defineQuery } from '../../packages/toolcrib/src/artifacts/artifact-query.ts';
import { SpooledArtifact } from '../../packages/toolcrib/src/artifacts/index.ts';
import { memoryStore, openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { sealCatalog } from '../../packages/toolcrib/src/catalog/seal-catalog.ts';
import { allow } from '../../packages/toolcrib/src/runtime/index.ts';
import { type DispatchContext, delegateTool } from '../../packages/toolcrib/src/turns/index.ts';
import { errorOf } from '../errors.ts';
import { tool } from '../runtime.ts';
import {
  direct,
  foundIn,
  named,
  playDiscovery,
  search,
  someTools,
  startDiscovery,
  through,
} from './discovery-world.ts';
import { lastResults, toolNames } from './looks.ts';

/** Middleware that does something before the model is asked for the nth time. */
const ahead =
  (iteration: number, act: (ctx: DispatchContext) => unknown) =>
  async (ctx: DispatchContext, next: () => Promise<void>) => {
    if (ctx.iteration === iteration) await act(ctx);
    await next();
  };

describe('a tool that was found', () => {
  const script = [{ calls: [search('weather')] }, { calls: [direct('weather_now')] }, 'Done.'];

  it('is gone when middleware removes it: neither told of nor callable', async () => {
    const world = startDiscovery(script, {
      discovery: { form: 'load' },
      pipelines: { dispatchInput: [ahead(2, (ctx) => ctx.tools.unregister('weather_now'))] },
    });

    const { result } = await playDiscovery(world);

    expect(world.model.requests.map(foundIn)).toEqual([[], ['weather_soon'], ['weather_soon']]);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    expect(result.foundTools).toEqual(['weather_now', 'weather_soon']);
  });

  it('is not told of while it is hidden, as callable as any hidden tool, and back in its place afterwards', async () => {
    const world = startDiscovery([...script.slice(0, 2), { calls: [search('weather')] }, 'Done.'], {
      discovery: { form: 'load' },
      pipelines: {
        dispatchInput: [
          ahead(2, (ctx) => ctx.tools.hide('weather_now')),
          ahead(4, (ctx) => ctx.tools.unhide('weather_now')),
        ],
      },
    });

    const { result } = await playDiscovery(world);

    expect(world.model.requests.map(foundIn)).toEqual([
      [],
      ['weather_soon'],
      ['weather_soon'],
      ['weather_now', 'weather_soon'],
    ]);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(lastResults(result.messages)).toEqual(['Found 1 tool, which can be called now: weather_soon.']);
  });

  it('is shown with the others when middleware puts another one in its place', async () => {
    const world = startDiscovery(script, {
      discovery: { form: 'load' },
      pipelines: {
        dispatchInput: [
          ahead(2, (ctx) =>
            ctx.tools.register(
              tool('weather_now', () => 'new one'),
              true,
            ),
          ),
        ],
      },
    });

    const { result } = await playDiscovery(world);

    expect(world.model.requests.map(toolNames)).toEqual([
      ['search_tools'],
      ['weather_now', 'search_tools'],
      ['weather_now', 'search_tools'],
    ]);
    expect(world.model.requests.map(foundIn)).toEqual([[], ['weather_soon'], ['weather_soon']]);
    expect(lastResults(result.messages)[0]).toContain('new one');
  });

  it.each(['load', 'call'] as const)(
    'can be switched off in its catalogue before it is called, in form %s',
    async (form) => {
      const catalog = await openCatalog(memoryStore());
      for (const name of ['refund', 'refund_all', 'other']) {
        await catalog.register({ name, version: '1.0.0', inputSchema: { type: 'object' }, outputSchema: {} });
      }
      const run = () => 'paid';
      const seal = await sealCatalog(
        catalog,
        { refund: run, refund_all: run, other: run },
        { consumer: 'agent' },
      );
      const call = form === 'call' ? through('refund') : direct('refund');
      const world = startDiscovery(
        [
          { calls: [search('refund')] },
          async () => {
            await catalog.setEnabled('refund', false);
            return { calls: [call] };
          },
          { calls: [search('refund')] },
          'Done.',
        ],
        { tools: seal, discovery: { form } },
      );

      const { result } = await playDiscovery(world);

      expect(result.records.map(({ status, problem }) => [status, problem?.code])).toEqual([
        ['ok', undefined],
        ['unknown_tool', 'E_TOOL_DISABLED'],
        ['ok', undefined],
      ]);
      expect(world.searches.map(({ within }) => within.map(({ name }) => name))).toEqual([
        ['other', 'refund', 'refund_all'],
        ['other', 'refund_all'],
      ]);
      if (form === 'load') {
        expect(world.model.requests.map(foundIn)).toEqual([
          [],
          ['refund', 'refund_all'],
          ['refund_all'],
          ['refund_all'],
        ]);
      }
    },
  );
});

describe('a conversation that goes on', () => {
  it('has what it has found from the start, in order, as far as it is there, and finds more', async () => {
    const first = startDiscovery(
      [{ calls: [search('weather'), search('mail')] }, { calls: [search('clock')] }, 'Done.'],
      { discovery: { form: 'load' } },
    );
    const { result } = await playDiscovery(first);
    const kept = JSON.parse(JSON.stringify(result.messages));
    const next = startDiscovery([{ calls: [search('clock')] }, 'Again.'], {
      tools: someTools.filter(({ name }) => name !== 'weather_now'),
      discovery: { form: 'load', pinned: ['mail_send'], maxFound: 1 },
    });

    const again = await playDiscovery(next, 'Go on.', { messages: kept });

    expect(result.foundTools).toEqual(['weather_now', 'weather_soon', 'mail_send', 'mail_read', 'clock']);
    const all = ['weather_soon', 'mail_read', 'clock'];
    expect(next.model.requests.map(foundIn)).toEqual([all, all]);
    expect(again.result.foundTools).toEqual(all);
    expect(lastResults(again.result.messages)[0]).toMatch(/^Found 1 tool/);
  });

  it('says that call_tool is gone where it is', async () => {
    const first = startDiscovery([{ calls: [through('clock')] }, 'Done.'], { discovery: { form: 'call' } });
    const { result } = await playDiscovery(first);
    const next = startDiscovery(['Again.'], { discovery: { form: 'load' } });

    await playDiscovery(next, 'Go on.', { messages: result.messages });

    expect(first.model.requests.map(({ retired }) => retired)).toEqual([undefined, undefined]);
    expect(next.model.requests.map(({ retired }) => retired)).toEqual([['call_tool']]);
  });
});

it('a pinned tool, and one that was added, is neither shown nor found while it is hidden', async () => {
  const world = startDiscovery([{ calls: [search('clock'), search('added')] }, 'Done.'], {
    discovery: { form: 'load', pinned: ['mail_send', 'clock'] },
    pipelines: {
      dispatchInput: [
        ahead(1, (ctx) => {
          ctx.tools.register(named('added'));
          for (const name of ['added', 'clock']) ctx.tools.hide(name);
        }),
        ahead(2, (ctx) => ctx.tools.unhide('added')),
      ],
    },
  });

  const { result } = await playDiscovery(world);

  expect(world.model.requests.map(toolNames)).toEqual([
    ['mail_send', 'search_tools'],
    ['mail_send', 'added', 'search_tools'],
  ]);
  expect(result.foundTools).toEqual([]);
});

it('a tool that was only called through call_tool leaves no name behind when it goes', async () => {
  const world = startDiscovery([{ calls: [through('clock'), direct('mail_read')] }, 'Done.'], {
    discovery: { form: 'call' },
    pipelines: {
      dispatchInput: [
        ahead(2, (ctx) => {
          ctx.tools.unregister('clock');
          ctx.tools.unregister('mail_read');
        }),
      ],
    },
  });

  await playDiscovery(world);

  expect(world.model.requests.map(({ retired }) => retired)).toEqual([undefined, ['mail_read']]);
});

describe('discovery beside', () => {
  const log = tool('read_log', () => 'nothing to see\n'.repeat(10_000), { effect: 'read' });

  it.each(['load', 'call'] as const)('the queries of artifacts shows both, in form %s', async (form) => {
    const call = form === 'call' ? through('read_log') : direct('read_log');
    const world = startDiscovery(
      [{ calls: [search('read_log')] }, { calls: [call] }, { calls: [direct('artifact_list')] }, 'Read.'],
      { tools: [log, ...someTools], discovery: { form } },
    );

    const { result } = await playDiscovery(world);

    const shown = world.model.requests.map(toolNames);
    const own = form === 'call' ? ['search_tools', 'call_tool'] : ['search_tools'];
    expect(shown.slice(0, 2)).toEqual([own, own]);
    expect(shown[2]?.slice(0, own.length)).toEqual(own);
    expect(shown[2]).toContain('artifact_grep');
    expect(world.model.requests[3]?.tools).toBe(world.model.requests[2]?.tools);
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(lastResults(result.messages)[0]).toContain('from read_log');
    expect(lastResults(world.model.requests[2]?.messages ?? [])[0]).toContain('call artifact_grep');
  });

  it('a query of an artifact with one of its names is refused', () => {
    class Searching extends SpooledArtifact {
      static override readonly queries = [
        defineQuery({
          name: 'search_tools',
          description: '',
          inputSchema: { type: 'object', properties: {} },
          run: () => '',
        }),
      ];
    }
    const error = errorOf(() => startDiscovery([], { artifactKinds: [Searching] }));

    expect(error.code).toBe('E_TOOL_ALREADY_REGISTERED');
  });

  it('ephemeral tools of middleware shows them, and leaves none of its own', async () => {
    const world = startDiscovery([{ calls: [direct('brief'), search('brief')] }], {
      discovery: { form: 'load' },
      pipelines: {
        dispatchInput: [
          ahead(1, (ctx) => ctx.tools.register(named('brief', '', { ephemeral: true }))),
          ahead(2, (ctx) => ctx.nack(new Error('Enough.'))),
        ],
      },
    });

    const { result } = await playDiscovery(world);

    expect(world.model.requests.map(toolNames)).toEqual([['brief', 'search_tools']]);
    expect(result).toMatchObject({ status: 'failed', leftTools: ['brief'], foundTools: [] });
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('other turns of the runner does not hand on what one of them has changed while it searched', async () => {
    const contexts: DispatchContext[] = [];
    const world = startDiscovery(
      [{ calls: [search('weather')] }, 'Done.', { calls: [search('weather')] }, 'Done.'],
      {
        discovery: { form: 'load' },
        pipelines: { dispatchInput: [ahead(1, (ctx) => contexts.push(ctx))] },
        runtime: {
          policy: async ({ tool: { name } }) => {
            // While all tools are decided on, which is only done for a search.
            if (name === 'weather_soon' && contexts.length === 1)
              contexts[0]?.tools.unregister('weather_now');
            return allow();
          },
        },
      },
    );

    const first = await playDiscovery(world);
    const second = await playDiscovery(world);

    expect(first.result.foundTools).toEqual(['weather_soon']);
    expect(second.result.foundTools).toEqual(['weather_now', 'weather_soon']);
  });

  it('other turns of the runner knows nothing of what they found', async () => {
    const world = startDiscovery([{ calls: [search('weather')] }, 'Done.', 'Hello.'], {
      discovery: { form: 'load' },
    });

    await playDiscovery(world);
    const { result } = await playDiscovery(world, 'Hello.');

    expect(world.model.requests.map(foundIn)).toEqual([[], ['weather_now', 'weather_soon'], []]);
    expect(result.foundTools).toEqual([]);
  });

  it('delegation leaves the tools of each to itself', async () => {
    const inner = startDiscovery([{ calls: [search('mail')] }, { calls: [direct('mail_send')] }, 'Sent.'], {
      discovery: { form: 'load' },
    });
    const helper = delegateTool({ name: 'postman', description: 'Writes letters.', runner: inner.runner });
    const outer = startDiscovery(
      [{ calls: [search('letters')] }, { calls: [through('postman', { task: 'Write.' })] }, 'Ok.'],
      {
        tools: [helper],
        discovery: { form: 'call' },
      },
    );

    const { result } = await playDiscovery(outer);

    expect(result.records.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['search_tools', 'ok'],
      ['postman', 'ok'],
    ]);
    expect(result.foundTools).toEqual(['postman']);
  });

  it('an abort during a search ends the turn, with a result for the call', async () => {
    const controller = new AbortController();
    const world = startDiscovery([{ calls: [search('weather')] }], {
      discovery: {
        form: 'load',
        finder: {
          find: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
              controller.abort();
            }),
        },
      },
    });

    const { result } = await playDiscovery(world, 'Go.', { signal: controller.signal });

    expect(result).toMatchObject({ status: 'aborted', foundTools: [] });
    expect(result.records.map(({ status }) => status)).toEqual(['aborted']);
  });
});

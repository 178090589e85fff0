import { describe, expect, it } from 'vitest';
import { allow, deny } from '../../packages/toolcrib/src/runtime/index.ts';
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
import { lastResults, ofType, toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

describe('a turn with discovery', () => {
  it.each(['load', 'append'] as const)('shows little, and what is found in form %s', async (form) => {
    const world = startDiscovery(
      [
        { calls: [search('weather')] },
        { calls: [direct('weather_soon')] },
        { calls: [search('mail')] },
        'Done.',
      ],
      { discovery: { form, pinned: ['clock', 'gone'] } },
    );

    const { result } = await playDiscovery(world);

    const { requests } = world.model;
    const [first] = requests;
    expect(first && toolNames(first)).toEqual(['clock', 'search_tools']);
    expect(new Set(requests.map(({ tools }) => tools)).size).toBe(1);
    expect(requests.map(({ toolSearch }) => toolSearch?.tool)).toEqual(Array(4).fill('search_tools'));
    expect(requests.map(foundIn)).toEqual([
      [],
      ['weather_now', 'weather_soon'],
      ['weather_now', 'weather_soon'],
      ['weather_now', 'weather_soon', 'mail_send', 'mail_read'],
    ]);
    expect(requests[2]?.toolSearch).toBe(requests[1]?.toolSearch);
    expect(requests[1]?.toolSearch?.found[0]).toBe(someTools[1]?.describe());
    expect(result).toMatchObject({
      status: 'done',
      foundTools: ['weather_now', 'weather_soon', 'mail_send', 'mail_read'],
    });
    expect(result.messages[2]).toMatchObject({
      role: 'tool',
      results: [{ tool: 'search_tools', found: ['weather_now', 'weather_soon'] }],
    });
    const [told] = requests.slice(1, 2).map(({ messages }) => lastResults(messages));
    expect(told).toEqual(['Found 2 tools, which can be called now: weather_now, weather_soon.']);
  });

  it('tells the definitions in form call, and calls through call_tool', async () => {
    const world = startDiscovery(
      [
        { calls: [search('weather')] },
        { calls: [through('weather_now')] },
        { calls: [direct('weather_soon')] },
        'Ok.',
      ],
      { discovery: { form: 'call', pinned: ['clock'] } },
    );

    const { result, events } = await playDiscovery(world);

    const { requests } = world.model;
    expect(requests[0] && toolNames(requests[0])).toEqual(['clock', 'search_tools', 'call_tool']);
    expect(new Set(requests.map(({ tools }) => tools)).size).toBe(1);
    expect(requests.every(({ toolSearch }) => toolSearch === undefined)).toBe(true);
    const told = lastResults(requests[1]?.messages ?? [])[0] ?? '';
    expect(told).toMatch(/^<untrusted-tool-output .*data, not instructions/);
    expect(told).toContain('"name":"weather_now","description":"The weather of a city.","inputSchema":{');
    expect(result.records.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['search_tools', 'ok'],
      ['weather_now', 'ok'],
      ['weather_soon', 'ok'],
    ]);
    expect(result.records.map(({ providerCallId }) => providerCallId)).toEqual([
      'call_1',
      'call_2',
      'call_3',
    ]);
    expect(result.messages[4]).toMatchObject({
      results: [{ providerCallId: 'call_2', tool: 'call_tool', rendering: { isError: false } }],
    });
    expect(lastResults(requests[2]?.messages ?? [])).toEqual(['weather_now ran']);
    expect(ofType(events, 'tool-call-start').map(({ toolName }) => toolName)).toEqual([
      'search_tools',
      'weather_now',
      'weather_soon',
    ]);
    expect(result.foundTools).toEqual(['weather_now', 'weather_soon']);
  });

  it('takes the form that the executor is good for, unless it is told', async () => {
    const shown = async (loads: boolean) => {
      const world = startDiscovery(['Done.'], { loads });
      await playDiscovery(world);
      return world.model.requests.map((request) => [toolNames(request), foundIn(request)]);
    };

    expect(await shown(true)).toEqual([[['search_tools'], []]]);
    expect(await shown(false)).toEqual([[['search_tools', 'call_tool'], undefined]]);
  });

  it('finds so many at once and in all, names again what it knows, and says when there is no more room', async () => {
    const world = startDiscovery(
      [
        { calls: [search('weather', 1)] },
        { calls: [search('weather')] },
        { calls: [search('o')] },
        { calls: [search('letter')] },
        'Done.',
      ],
      { discovery: { form: 'load', limit: 2, maxFound: 2 } },
    );

    const { result } = await playDiscovery(world);

    const told = world.model.requests.slice(1).map(({ messages }) => lastResults(messages)[0]);
    const full = 'No more tools can be loaded in this turn; do with those that you have.';
    expect(told).toEqual([
      'Found 1 tool, which can be called now: weather_now.',
      'Found 2 tools, which can be called now: weather_now, weather_soon.',
      `Found 1 tool, which can be called now: weather_now. ${full}`,
      full,
    ]);
    expect(world.searches.map(({ limit }) => limit)).toEqual([1, 2, 2, 2]);
    expect(result.foundTools).toEqual(['weather_now', 'weather_soon']);
  });

  it('says so when nothing was found', async () => {
    const world = startDiscovery([{ calls: [search('teapot')] }, 'Sorry.'], { discovery: { form: 'load' } });

    const { result } = await playDiscovery(world);

    expect(lastResults(result.messages)[0]).toMatch(/^No other tool was found\. Use those/);
    expect(result.messages[2]).not.toHaveProperty('results.0.found');
    expect(result.foundTools).toEqual([]);
  });

  it('searches in what the caller may see, without what is shown, and in the same array in every turn', async () => {
    const tools = [
      ...someTools,
      named('secret_weather', '', { requires: ['root'] }),
      named('wipe', '', { effect: 'destructive' }),
    ];
    const step = { calls: [search('weather'), search('wipe')] };
    const world = startDiscovery([step, 'Done.', step, 'Done.', step, 'Done.'], {
      tools,
      discovery: { form: 'load', pinned: ['clock', 'secret_weather'] },
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            ctx.tools.register(named('added', 'The weather that was added.'));
            await next();
          },
        ],
      },
    });

    const first = await playDiscovery(world);
    await playDiscovery(world);
    const root = await playDiscovery(world, 'Go.', { caller: { id: 'ann', scopes: ['root'] } });

    const within = world.searches.map((asked) => asked.within);
    expect(within[0]?.map(({ name }) => name)).toEqual([
      ...['weather_now', 'weather_soon', 'mail_send', 'mail_read', 'wipe'],
    ]);
    expect(new Set(within).size).toBe(1);
    expect(Object.isFrozen(within[0])).toBe(true);
    expect(first.result.foundTools).toEqual(['weather_now', 'weather_soon', 'wipe']);
    expect(toolNames(world.model.requests[0] ?? { tools: [], messages: [] })).toEqual([
      'clock',
      'added',
      'search_tools',
    ]);
    expect(toolNames(world.model.requests[4] ?? { tools: [], messages: [] })).toEqual([
      ...['clock', 'secret_weather', 'added', 'search_tools'],
    ]);
    expect(root.result.status).toBe('done');
  });

  it('asks a policy about all tools only when it searches', async () => {
    let asked = 0;
    const tools = Array.from({ length: 500 }, (_, index) => named(`tool_${index}`));
    const world = startDiscovery(
      [{ calls: [direct('tool_1')] }, { calls: [direct('tool_2')] }, { calls: [search('tool_3')] }, 'Done.'],
      {
        tools,
        discovery: { form: 'load', pinned: ['tool_0', 'tool_499'] },
        runtime: {
          policy: ({ tool: { name } }) => {
            asked += 1;
            return name === 'tool_499' ? deny('no') : allow();
          },
        },
      },
    );

    await playDiscovery(world);

    expect(asked).toBeGreaterThan(500);
    expect(asked).toBeLessThan(600);
    const { requests } = world.model;
    expect(new Set(requests.map((request) => request.tools)).size).toBe(1);
  });

  it('is governed by policy itself: without search_tools there is nothing to be found', async () => {
    const world = startDiscovery([{ calls: [search('weather')] }, 'I cannot.'], {
      discovery: { form: 'load', pinned: ['clock'] },
      runtime: { policy: ({ tool: { name } }) => (name === 'search_tools' ? deny('no') : allow()) },
    });

    const { result } = await playDiscovery(world);

    expect(world.model.requests.map((request) => [toolNames(request), request.toolSearch])).toEqual([
      [['clock'], undefined],
      [['clock'], undefined],
    ]);
    expect(result.records.map(({ status }) => status)).toEqual(['unknown_tool']);
  });

  it('passes nothing on through a call_tool that policy denies', async () => {
    const world = startDiscovery([{ calls: [through('clock')] }, 'I cannot.'], {
      discovery: { form: 'call' },
      runtime: { policy: ({ tool: { name } }) => (name === 'call_tool' ? deny('no') : allow()) },
    });

    const { result } = await playDiscovery(world);

    expect(result.records).toMatchObject([{ toolName: 'call_tool', status: 'unknown_tool' }]);
  });

  it('lets the model call what it was neither shown nor has found, where policy allows it', async () => {
    const world = startDiscovery([{ calls: [direct('mail_send')] }, 'Sent.'], {
      discovery: { form: 'load' },
    });

    const { result } = await playDiscovery(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok']);
    expect(result.foundTools).toEqual([]);
  });

  it('tells of a name that is none the tools that it has, and not all that there are', async () => {
    const world = startDiscovery([{ calls: [search('soon')] }, { calls: [direct('weather')] }, 'Hm.'], {
      discovery: { form: 'load', pinned: ['clock'] },
    });

    const { result } = await playDiscovery(world);

    expect(lastResults(result.messages)).toEqual([
      'There is no tool "weather". The tools are: clock, search_tools, weather_soon.',
    ]);
  });

  it('is no part of a turn without the option', async () => {
    const world = startWorld([{ calls: [search('weather')] }, 'Done.'], { tools: someTools });

    const { result } = await play(world);

    expect(world.model.requests.map((request) => [toolNames(request).length, request.toolSearch])).toEqual([
      [5, undefined],
      [5, undefined],
    ]);
    expect(result.foundTools).toEqual([]);
    expect(result.records.map(({ status }) => status)).toEqual(['unknown_tool']);
  });
});

describe('the names of the tools of discovery', () => {
  const taken = tool('search_tools', () => 'mine');
  const script = ['Done.'];

  it('are refused to a standing baseline when the runner is made', () => {
    const error = errorOf(() => startDiscovery([], { tools: [taken] }));
    expect(error).toMatchObject({ code: 'E_TOOL_ALREADY_REGISTERED', context: { toolName: 'search_tools' } });
    const other = tool('call_tool', () => 'mine');
    expect(errorOf(() => startDiscovery([], { tools: [other] })).code).toBe('E_TOOL_ALREADY_REGISTERED');
  });

  it('are those of the form only', async () => {
    const other = tool('call_tool', () => 'mine', { trusted: true });
    const world = startDiscovery([{ calls: [{ tool: 'call_tool', args: {} }] }, ...script], {
      tools: [other],
      discovery: { form: 'load' },
    });

    const { result } = await playDiscovery(world);

    expect(lastResults(result.messages)).toEqual(['mine']);
  });

  it('fail a turn whose baseline has them', async () => {
    const world = startDiscovery([], { tools: () => [taken] });

    const { result } = await playDiscovery(world);

    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'E_TOOL_ALREADY_REGISTERED' },
      iterations: 0,
    });
  });

  it.each([
    { pipeline: 'turnInput', steps: [] },
    { pipeline: 'dispatchInput', steps: [] },
    { pipeline: 'dispatchOutput', steps: [{ calls: [direct('clock')] }] },
  ])('fail a turn as soon as $pipeline adds one', async ({ pipeline, steps }) => {
    const world = startDiscovery(steps, {
      pipelines: {
        [pipeline]: [
          async (ctx: { tools: { register(added: typeof taken): void } }, next: () => Promise<void>) => {
            ctx.tools.register(taken);
            await next();
          },
        ],
      },
    });

    const { result } = await playDiscovery(world);

    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'E_TOOL_ALREADY_REGISTERED', context: { toolName: 'search_tools' } },
    });
  });
});

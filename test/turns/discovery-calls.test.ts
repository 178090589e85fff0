import { describe, expect, it } from 'vitest';
import { allow, ask, type CallRecord, deny } from '../../packages/toolcrib/src/runtime/index.ts';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import { limitRepeats } from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';
import {
  type DiscoveryWorldOptions,
  direct,
  named,
  playDiscovery,
  search,
  startDiscovery,
  through,
} from './discovery-world.ts';
import { lastResults } from './looks.ts';

const echo = tool('echo', (args) => JSON.stringify(args), {
  trusted: true,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
});

/** The record, and what the model reads, of one call of `call_tool` with just this. */
async function callWith(args: unknown, options: DiscoveryWorldOptions & { isTruncated?: true } = {}) {
  const { isTruncated, ...rest } = options;
  const script: ScriptStep[] = [{ calls: [{ tool: 'call_tool', args, isTruncated }] }, 'Done.'];
  const world = startDiscovery(script, { tools: [echo], discovery: { form: 'call' }, ...rest });
  const { result } = await playDiscovery(world);
  const [record] = result.records;
  return { record, text: lastResults(result.messages)[0], message: result.messages[2], world };
}

/** What is the same of equal calls. */
const essence = (record: CallRecord | undefined) => ({
  toolName: record?.toolName,
  status: record?.status,
  problem: record?.problem,
  sideEffect: record?.sideEffect,
  contentDigest: record?.contentDigest,
  gates: record?.gates,
});

describe('a call through call_tool', () => {
  it.each([
    { kind: 'an object', args: { tool: 'echo', arguments: { text: 'hi' } } },
    { kind: 'text', args: '{"tool":"echo","arguments":{"text":"hi"}}' },
    { kind: 'text with escapes', args: '{"t\\u006fol":"echo","arguments":{"text":"\\u0068i"}}' },
    { kind: 'an object with the arguments as text', args: { tool: 'echo', arguments: '{"text":"hi"}' } },
  ])('is the call of the tool that it names, when it comes as $kind', async ({ args }) => {
    const { record, text, message } = await callWith(args);
    const world = startDiscovery([{ calls: [direct('echo', { text: 'hi' })] }, 'Done.'], { tools: [echo] });
    const { result } = await playDiscovery(world);

    expect(essence(record)).toEqual(essence(result.records[0]));
    expect(record).toMatchObject({ toolName: 'echo', status: 'ok', providerCallId: 'call_1' });
    expect(text).toBe('{"text":"hi"}');
    expect(message).toMatchObject({ results: [{ tool: 'call_tool', providerCallId: 'call_1' }] });
  });

  it.each([
    { kind: 'no JSON', args: '{"tool":"echo"', says: /is not valid JSON/ },
    { kind: 'nothing', args: undefined, says: /call_tool/ },
    { kind: 'a list', args: [], says: /must be an object/ },
    { kind: 'a class', args: new Date(0), says: /class/ },
    { kind: 'no arguments', args: { tool: 'echo' }, says: /arguments must be an object/ },
    { kind: 'flat arguments', args: { tool: 'echo', text: 'hi' }, says: /text is not known/ },
    { kind: 'a name that is none', args: { tool: ['echo'], arguments: {} }, says: /tool must be the name/ },
    {
      kind: 'itself',
      args: through('call_tool', { tool: 'echo', arguments: {} }).args,
      says: /tool must be the name of another tool/,
    },
    { kind: 'search_tools', args: through('search_tools', { query: 'x' }).args, says: /call that itself/ },
    {
      kind: 'a key twice',
      args: '{"tool":"echo","arguments":{"text":"a","text":"b"}}',
      says: /more than once/,
    },
    {
      kind: 'the tool twice',
      args: '{"tool":"echo","arguments":{},"tool":"other"}',
      says: /more than once/,
    },
    {
      kind: '__proto__',
      args: '{"tool":"echo","arguments":{"__proto__":{"text":"hi"}}}',
      says: /never accepted/,
    },
    {
      kind: '__proto__ outside',
      args: '{"tool":"echo","arguments":{},"__proto__":{}}',
      says: /never accepted/,
    },
    { kind: 'too much', args: `{"tool":"echo","arguments":"${'x'.repeat(2_000)}"}`, says: /at most 1000/ },
  ])('that is $kind runs nothing, and the model is told why', async ({ args, says }) => {
    const { record, text } = await callWith(args, { runtime: { limits: { maxArgumentChars: 1_000 } } });

    expect(record).toMatchObject({
      toolName: 'call_tool',
      status: 'invalid_args',
      sideEffect: 'none',
      problem: { code: 'E_INVALID_TOOL_ARGS' },
    });
    expect(text).toMatch(says);
  });

  it.each([
    {
      kind: 'arguments that do not fit',
      args: { tool: 'echo', arguments: { text: 5 } },
      says: /text must be/,
    },
    { kind: 'text that is no JSON', args: { tool: 'echo', arguments: '{"text":' }, says: /not valid JSON/ },
    {
      kind: 'a key twice in text',
      args: { tool: 'echo', arguments: '{"text":"a","text":"b"}' },
      says: /once/,
    },
    { kind: 'no object in text', args: { tool: 'echo', arguments: '[]' }, says: /must be an object/ },
  ])('with $kind is a mistake in the call of the tool', async ({ args, says }) => {
    const { record, text } = await callWith(args);

    expect(record).toMatchObject({ toolName: 'echo', status: 'invalid_args' });
    expect(text).toMatch(says);
  });

  it('that was cut off runs nothing, although it can be read', async () => {
    const { record, text } = await callWith(through('echo').args, { isTruncated: true });

    expect(record).toMatchObject({ toolName: 'call_tool', status: 'invalid_args', sideEffect: 'none' });
    expect(text).toMatch(/was cut off/);
  });

  it.each([
    { kind: 'denied', name: 'secret' },
    { kind: 'unknown', name: 'nothing_like_it' },
    { kind: 'asked about', name: 'asked' },
    { kind: 'hidden', name: 'hidden' },
  ])('of a tool that is $kind ends as a direct one does', async ({ name }) => {
    const play = async (call: ReturnType<typeof direct>) => {
      const world = startDiscovery([{ calls: [call] }, 'Done.'], {
        tools: ['secret', 'asked', 'hidden', 'other'].map((one) => named(one)),
        discovery: { form: 'call' },
        runtime: {
          policy: ({ tool: { name: asked } }) =>
            asked === 'secret' ? deny('it is secret') : asked === 'asked' ? ask('it is dear') : allow(),
        },
        pipelines: {
          turnInput: [
            (ctx, next) => {
              ctx.tools.hide('hidden');
              return next();
            },
          ],
        },
      });
      const running = playDiscovery(world);
      await world.clock.advance(10_000_000);
      const { result } = await running;
      return { essence: essence(result.records[0]), text: lastResults(result.messages) };
    };

    expect(await play(through(name))).toEqual(await play(direct(name)));
  });

  it('counts as the same call as a direct one', async () => {
    const world = startDiscovery(
      [{ calls: [through('echo')] }, { calls: [direct('echo')] }, { calls: [through('echo')] }, 'Done.'],
      { tools: [echo], discovery: { form: 'call' }, repeats: limitRepeats(2) },
    );

    const { result } = await playDiscovery(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'denied']);
  });

  it('keeps the order of calls: what changes something waits for what is before it', async () => {
    const log: string[] = [];
    const step = (name: string, effect: 'read' | 'write') =>
      tool(
        name,
        async () => {
          log.push(`${name} begins`);
          await Promise.resolve();
          log.push(`${name} ends`);
          return name;
        },
        { effect },
      );
    const world = startDiscovery([{ calls: [through('one'), through('two'), direct('three')] }, 'Done.'], {
      tools: [step('one', 'write'), step('two', 'write'), step('three', 'read')],
      discovery: { form: 'call' },
    });

    await playDiscovery(world);

    expect(log).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('is only that in form call: elsewhere there is no such tool', async () => {
    const world = startDiscovery([{ calls: [through('echo')] }, 'Hm.'], {
      tools: [echo],
      discovery: { form: 'load' },
    });

    const { result } = await playDiscovery(world);

    expect(result.records).toMatchObject([{ toolName: 'call_tool', status: 'unknown_tool' }]);
  });
});

describe('a search', () => {
  it.each([
    { form: 'load', call: direct('weather_now') },
    { form: 'call', call: through('weather_now') },
  ] as const)('and a call of what it finds can be in one step, in form $form', async ({ form, call }) => {
    const world = startDiscovery([{ calls: [search('weather'), call] }, 'Done.'], { discovery: { form } });

    const { result } = await playDiscovery(world);

    expect(result.records.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['search_tools', 'ok'],
      ['weather_now', 'ok'],
    ]);
    expect(result.foundTools).toEqual(['weather_now', 'weather_soon']);
  });

  it('has a deadline, and what it finds too late is not found', async () => {
    let answer: (names: string[]) => void = () => undefined;
    const searchAgain = async () => {
      answer(['weather_now']);
      for (let tick = 0; tick < 20; tick++) await Promise.resolve();
      return { calls: [search('mail')] };
    };
    const world = startDiscovery([{ calls: [search('weather')] }, searchAgain, 'Done.'], {
      discovery: {
        form: 'load',
        maxFound: 1,
        finder: {
          find: (query) =>
            query === 'mail'
              ? ['mail_read']
              : new Promise<string[]>((resolve) => {
                  answer = resolve;
                }),
        },
      },
    });

    const running = playDiscovery(world);
    await world.clock.advance(40_000);
    const { result } = await running;

    expect(result.records.map(({ status }) => status)).toEqual(['timed_out', 'ok']);
    expect(result.foundTools).toEqual(['mail_read']);
  });

  it('is repeated as often as any call', async () => {
    const world = startDiscovery([{ calls: [search('weather'), search('weather')] }, 'Done.'], {
      repeats: limitRepeats(1),
    });

    const { result } = await playDiscovery(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'denied']);
    expect(result.messages[2]).not.toHaveProperty('results.1.found');
  });

  it('beside others finds in the order of the calls, whichever finder is faster', async () => {
    const answers: Record<string, (names: string[]) => void> = {};
    const world = startDiscovery([{ calls: [search('mail'), search('weather')] }, 'Done.'], {
      discovery: {
        form: 'load',
        finder: {
          find: (query) =>
            new Promise<string[]>((resolve) => {
              answers[query] = resolve;
            }),
        },
      },
    });

    const running = playDiscovery(world);
    await world.clock.advance(0);
    answers.weather?.(['weather_now', 'mail_read']);
    await world.clock.advance(0);
    answers.mail?.(['mail_read']);
    const { result } = await running;

    expect(result.foundTools).toEqual(['mail_read', 'weather_now']);
  });
});

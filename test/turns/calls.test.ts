import { describe, expect, it } from 'vitest';
import { allow, combinePolicies, deny, requireScopes } from '../../packages/toolcrib/src/runtime/index.ts';
import { deferred, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { lastResults, ofType } from './looks.ts';
import { play, playScript, startWorld } from './world.ts';

const oslo = { tool: 'weather', args: { city: 'Oslo' } } as const;

describe('the calls of a turn', () => {
  it('[L4] have one terminal record each, whatever the model sent, and the turn goes on', async () => {
    const calls = [
      oslo,
      { tool: 'weather', args: '{"city": "Os' },
      { tool: 'weather', args: '["Oslo"]' },
      { tool: 'weather', args: { city: 5 } },
      { tool: 'weather', args: '{"city":"Oslo"}', isTruncated: true },
      { tool: 'wheather', args: {} },
      { tool: '', args: {} },
      { tool: '__proto__', args: '' },
      { tool: 'broken', args: {} },
      { tool: 'seven', args: {} },
      { tool: 'forbidden', args: {} },
      { tool: 'rationed', args: {} },
    ];
    const { result, events } = await playScript([{ calls }, 'Sorry.'], {
      tools: [
        weather(),
        tool('broken', () => {
          throw new Error('password is hunter2');
        }),
        tool('seven', () => 7 as never),
        tool('forbidden', () => 'done', { requires: ['admin'] }),
        tool('rationed', () => 'done'),
      ],
      runtime: {
        policy: combinePolicies([
          requireScopes,
          ({ tool: { name }, args }) => (name === 'rationed' && args ? deny('there is none left') : allow()),
        ]),
      },
    });

    expect(result).toMatchObject({ status: 'done', text: 'Sorry.' });
    expect(result.records.map(({ status }) => status)).toEqual([
      'ok',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'unknown_tool',
      'unknown_tool',
      'unknown_tool',
      'failed',
      'invalid_result',
      'unknown_tool',
      'denied',
    ]);
    const results = lastResults(result.messages);
    expect(results[5]).toContain('weather');
    expect(results[5]).not.toContain('forbidden');
    expect(results.join()).not.toContain('hunter2');
    expect(ofType(events, 'tool-call-end')).toHaveLength(calls.length);
  });

  it('[L4] that have one id twice, or none, are still answered one by one', async () => {
    const calls = [
      { ...oslo, providerCallId: 'same' },
      { tool: 'weather', args: { city: 'Rome' }, providerCallId: 'same' },
      { tool: 'weather', args: { city: 'Lima' }, providerCallId: '' },
    ];
    const { result } = await playScript([{ calls }, 'Done.'], { tools: [weather({ trusted: true })] });

    expect(lastResults(result.messages)).toEqual(
      ['Oslo', 'Rome', 'Lima'].map((city) => JSON.stringify({ city, days: 3 })),
    );
  });

  it('[L3] keep their order, and those that only read run at once', async () => {
    const bothRun = deferred<void>();
    let running = 0;
    const read = (name: string) =>
      tool(
        name,
        async () => {
          running += 1;
          if (running === 2) bothRun.resolve();
          await bothRun.promise;
          return name;
        },
        { effect: 'read', trusted: true },
      );

    const { result } = await playScript(
      [
        {
          calls: [
            { tool: 'left', args: {} },
            { tool: 'right', args: {} },
          ],
        },
        'Done.',
      ],
      { tools: [read('left'), read('right')] },
    );

    expect(lastResults(result.messages)).toEqual(['left', 'right']);
  });

  it('[L10] are not made again by middleware that looks at their records', async () => {
    let runs = 0;
    const seen: string[] = [];
    const { result } = await playScript([{ calls: [oslo, { tool: 'fails', args: {} }] }, 'Done.'], {
      tools: [
        weather({
          handler: () => {
            runs += 1;
            return 'rain';
          },
        }),
        tool('fails', () => {
          throw new Error('no');
        }),
      ],
      pipelines: {
        dispatchOutput: [
          async (ctx, next) => {
            await next();
            for (const record of ctx.stepToolCalls) {
              seen.push(`${record.toolName} ${record.status}`);
              expect(Object.isFrozen(record)).toBe(true);
            }
            // Whether it is refused or without an effect does not matter.
            Reflect.set(ctx.turnToolCalls, ctx.turnToolCalls.length, 'forged');
          },
        ],
      },
    });

    expect(seen).toEqual(['weather ok', 'fails failed']);
    expect(runs).toBe(1);
    expect(result.records).toHaveLength(2);
  });

  it('count what handlers say that they spent on models', async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 10, outputTokens: 1 };
    const world = startWorld([{ calls: [{ tool: 'spends', args: {} }] }, 'Done.'], {
      usage: { inputTokens: 1 },
      tools: [
        tool('spends', (_, ctx) => {
          ctx.reportUsage(usage);
          ctx.reportUsage(usage);
          return 'spent';
        }),
      ],
    });

    const { result } = await play(world);

    expect(result.records[0]?.usage).toEqual({ inputTokens: 200, cachedInputTokens: 20, outputTokens: 2 });
    expect(result.usage).toEqual({ inputTokens: 202, cachedInputTokens: 20, outputTokens: 2 });
  });

  it('of an answer that was cut off are made, those that are whole', async () => {
    const { result } = await playScript(
      [
        {
          calls: [oslo, { tool: 'weather', args: '{"city":"Ro', isTruncated: true }],
          stop: 'length',
        },
        'Done.',
      ],
      { tools: [weather()] },
    );

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'invalid_args']);
    expect(result).toMatchObject({ status: 'done', text: 'Done.' });
  });
});

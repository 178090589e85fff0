import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { startRuntime, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

const oslo = { calls: [{ tool: 'weather', args: { city: 'Oslo' } }] };

describe('a runtime that runners share', () => {
  it('[L1] keeps the tools and the events of their turns apart', async () => {
    const { runtime, events } = startRuntime([tool('own', () => 'own')]);
    const start = (name: string) => {
      const executor = createScriptedModel([
        {
          calls: [
            { tool: name, args: {} },
            { tool: 'own', args: {} },
          ],
        },
        name,
      ]);
      return { executor, runner: createTurnRunner({ executor, tools: [tool(name, () => name)], runtime }) };
    };
    const runners = ['left', 'right'].map(start);

    const played = await Promise.all(runners.map((one) => play(one)));

    expect(runners.map(({ executor }) => executor.requests.map(toolNames))).toEqual([
      [['left'], ['left']],
      [['right'], ['right']],
    ]);
    for (const { result } of played) {
      expect(result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    }
    expect(runners.every(({ runner }) => runner.runtime === runtime)).toBe(true);
    expect(events.ofType('tool-call-end')).toHaveLength(4);
    expect((await runtime.call({ tool: 'own', args: {} })).status).toBe('ok');
  });

  it('[L4] that is closed ends calls, and turns come to their end all the same', async () => {
    const world = startWorld([oslo, 'Closed.'], { tools: [weather()] });
    await world.runner.runtime.close();

    const { result } = await play(world);

    expect(result).toMatchObject({ status: 'done', text: 'Closed.' });
    expect(result.records).toMatchObject([{ problem: { code: 'E_RUNTIME_CLOSED' } }]);
  });

  it('[L4] whose redactor throws shows nothing of a result, and the turn goes on', async () => {
    const world = startWorld([oslo, 'Done.'], {
      tools: [weather()],
      expectsFaults: true,
      runtime: {
        redact: () => {
          throw new Error('broken redactor');
        },
      },
    });

    const { result } = await play(world);

    expect(result.status).toBe('done');
    expect(JSON.stringify(result.messages)).not.toContain('Oslo","days');
    expect(world.faults.length).toBeGreaterThan(0);
  });
});

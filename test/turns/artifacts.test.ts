import { describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../packages/toolcrib/src/index.ts';
import { allow, deny, type ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import type { TurnContext } from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { lastResults, toolNames } from './looks.ts';
import { play, playScript, startWorld, type WorldOptions } from './world.ts';

/** A result that is far too large for a model, with one line that is worth finding. */
const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index + 1}: nothing to see`);
lines[2_999] = 'line 3000: the needle is here';
const log = tool('read_log', () => lines.join('\n'), { effect: 'read' });
const other = tool('read_other', () => `other ${lines.join('\n')}`, { effect: 'read' });

const call = (name: string, args: object = {}) => ({ tool: name, args });
const readLog: ScriptStep = { calls: [call('read_log')] };

/** The ids of the artifacts that a conversation tells of. */
function artifactIds(messages: readonly ModelMessage[]): string[] {
  return [...JSON.stringify(messages).matchAll(/stored as artifact \\"([^"\\]+)\\"/g)].map(
    ([, id]) => id as string,
  );
}

const grep: ScriptStep = ({ messages }) => ({
  calls: [call('artifact_grep', { artifacts: artifactIds(messages), pattern: 'needle' })],
});

describe('a result that is too large for the model', () => {
  it.each([
    { kind: 'plain tools', tools: [log, weather()] },
    { kind: 'a sealed registry', tools: createToolRegistry([log, weather()]) },
  ])('[A1, A2] can be queried in the next request, over $kind', async ({ tools }) => {
    const world = startWorld([readLog, grep, 'Line 3000.'], { tools });

    const { result } = await play(world);

    expect(result).toMatchObject({ status: 'done', text: 'Line 3000.', addedTools: [], leftTools: [] });
    expect(result.records).toMatchObject([
      { toolName: 'read_log', status: 'ok', isEphemeral: false },
      { toolName: 'artifact_grep', status: 'ok', isEphemeral: true, isTrusted: false },
    ]);
    expect(lastResults(result.messages)[0]).toContain('the needle is here');
    const shown = world.model.requests.map(toolNames);
    expect(shown[0]).toEqual(['read_log', 'weather']);
    expect(shown[1]).toEqual(
      expect.arrayContaining(['read_log', 'weather', 'artifact_grep', 'artifact_cat']),
    );
    expect(lastResults(world.model.requests[1]?.messages ?? [])[0]).toContain('artifact_grep');
    expect(JSON.stringify(world.model.requests[1]?.messages).length).toBeLessThan(10_000);
  });

  it('[A2] leaves the definitions as they are from one request to the next', async () => {
    const world = startWorld(
      [
        readLog,
        grep,
        { calls: [call('read_other')] },
        ({ messages }) => ({
          calls: artifactIds(messages).map((id) => call('artifact_byte_length', { artifacts: [id] })),
        }),
        'Done.',
      ],
      { tools: [log, other] },
    );

    const { result } = await play(world);

    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    const [first, ...later] = world.model.requests.map(({ tools }) => tools);
    const bytes = later.map((tools) => JSON.stringify(tools));
    expect(new Set(bytes).size).toBe(1);
    expect(bytes[0]?.startsWith(JSON.stringify(first).slice(0, -1))).toBe(true);
    for (const tools of later.slice(1)) expect(tools).toBe(later[0]);
  });

  it('[A2] never puts a query in the place of a tool of that name', async () => {
    const own = tool('artifact_grep', () => 'my own grep', { trusted: true });
    const world = startWorld(
      [readLog, { calls: [call('artifact_grep')] }, ({ messages }) => lastResults(messages)[0] ?? ''],
      { tools: [log, own] },
    );

    const { result } = await play(world);

    expect(result.text).toBe('my own grep');
    for (const request of world.model.requests) {
      expect(request.tools.filter(({ name }) => name === 'artifact_grep')).toEqual([own.describe()]);
    }
    expect(world.model.requests.map(toolNames)[1]).toContain('artifact_cat');
  });

  it('[A2] takes a query away when middleware adds a tool of that name', async () => {
    const own = tool('artifact_grep', () => 'my own grep', { trusted: true });
    const world = startWorld([readLog, { calls: [call('artifact_grep')] }, 'Done.'], {
      tools: [log],
      pipelines: {
        dispatchInput: [
          async (ctx, next) => {
            if (ctx.iteration === 2) ctx.tools.register(own);
            await next();
          },
        ],
      },
    });

    const { result } = await play(world);

    expect(lastResults(result.messages)).toEqual(['my own grep']);
    const greps = world.model.requests[1]?.tools.filter(({ name }) => name === 'artifact_grep');
    expect(greps).toEqual([own.describe()]);
  });

  it('[A2] runs the tool of that name even if it came while the model was asked', async () => {
    const own = tool('artifact_grep', () => 'my own grep', { trusted: true });
    const contexts: TurnContext[] = [];
    const world = startWorld(
      [
        readLog,
        () => {
          contexts[0]?.tools.register(own);
          return { calls: [call('artifact_grep')] };
        },
        'Done.',
      ],
      {
        tools: [log],
        pipelines: {
          turnInput: [
            async (ctx, next) => {
              contexts.push(ctx);
              await next();
            },
          ],
        },
      },
    );

    const { result } = await play(world);

    expect(lastResults(result.messages)).toEqual(['my own grep']);
  });

  it('[A3] is queried by an id of this turn: any other is an error, and a query leaves none', async () => {
    const world = startWorld(
      [
        readLog,
        'First turn.',
        { calls: [call('read_other')] },
        ({ messages }) => ({
          calls: [
            call('artifact_cat', { artifacts: [firstId], lines: 1 }),
            call('artifact_cat', { artifacts: ['no-such-artifact'] }),
            call('artifact_cat', { artifacts: artifactIds(messages), lines: 1 }),
          ],
        }),
        ({ messages }) => {
          expect(artifactIds(messages)).toHaveLength(1);
          return 'Second turn.';
        },
      ],
      { tools: [log, other] },
    );
    let firstId = '';

    const first = await play(world);
    firstId = artifactIds(first.result.messages)[0] ?? '';
    const { result } = await play(world);

    expect(firstId).not.toBe('');
    expect(result.records.map(({ status }) => status)).toEqual(['ok', 'failed', 'failed', 'ok']);
    expect(result.records.slice(1).every(({ result: got }) => got?.kind !== 'artifact')).toBe(true);
  });

  it('[A2] of an earlier turn can be queried from the start, if its calls are given', async () => {
    const world = startWorld([readLog, 'Read.', grep, 'Line 3000.', 'Forgotten.'], { tools: [log] });

    const first = await play(world);
    const { messages, records } = first.result;
    const second = await play(world, 'Where is it?', { messages, earlierCalls: records });
    await play(world, 'And without?', { messages: second.result.messages });

    expect(second.result.records).toMatchObject([{ toolName: 'artifact_grep', status: 'ok' }]);
    expect(lastResults(second.result.messages)[0]).toContain('the needle is here');
    expect(second.result.records).toHaveLength(1);
    const shown = world.model.requests.map(toolNames);
    expect(shown[2]).toContain('artifact_grep');
    expect(shown[4]).toEqual(['read_log']);
    expect(world.model.requests[4]?.retired).toContain('artifact_grep');
  });

  it('[A2] is not offered queries that the policy denies, or where the runner wants none', async () => {
    const denied = startWorld([readLog, grep, 'Done.'], {
      tools: [log],
      runtime: {
        policy: ({ tool: asked }) => (asked.name.startsWith('artifact_') ? deny('no queries') : allow()),
      },
    });
    const without = startWorld([readLog, grep, 'Done.'], { tools: [log], artifactKinds: false });

    const first = await play(denied);
    const second = await play(without);

    expect(first.result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    expect(second.result.records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
    for (const { model } of [denied, without]) {
      expect(model.requests.map(toolNames)).toEqual([['read_log'], ['read_log'], ['read_log']]);
      // Nobody is told to call what is not there.
      expect(lastResults(model.requests[1]?.messages ?? [])[0]).not.toContain('artifact_');
    }
  });

  it('[L7] leaves no queries when the dispatch ends, and names them when it is rejected', async () => {
    const { result } = await playScript([readLog], {
      tools: [log],
      pipelines: {
        dispatchOutput: [(ctx) => ctx.nack(new Error('no'))],
      },
    });

    expect(result.status).toBe('failed');
    expect(result.leftTools).toContain('artifact_grep');
  });

  const hostile: readonly { name: string; options: WorldOptions }[] = [
    {
      name: 'a runtime that sends hardly anything',
      options: { runtime: { limits: { maxInlineBytes: 64 } } },
    },
    {
      name: 'a kind that throws',
      options: {
        expectsFaults: true,
        artifactKinds: [
          Object.assign(class {}, {
            queries: [],
            accepts: () => {
              throw new Error('broken kind');
            },
          }) as never,
        ],
      },
    },
    {
      name: 'a kind whose queries are broken',
      options: {
        expectsFaults: true,
        artifactKinds: [Object.assign(class {}, { queries: [{}], accepts: () => true }) as never],
      },
    },
  ];

  it.each(hostile)('[L4] has its result in the conversation with $name', async ({ options }) => {
    const { result } = await playScript([readLog, 'Done.'], { tools: [log], ...options });

    expect(result.status).toBe('done');
    expect(result.records.map(({ status }) => status)).toEqual(['ok']);
  });
});

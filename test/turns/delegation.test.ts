import { describe, expect, it } from 'vitest';
import type { ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import { delegateTool, type TurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { errorOf } from '../errors.ts';
import { tool } from '../runtime.ts';
import { lastResults, ofType, textOf } from './looks.ts';
import { play, startWorld, type WorldOptions } from './world.ts';

const handOver = (task = 'Find out.') => ({ calls: [{ tool: 'research', args: { task } }] });

function research(runner: TurnRunner, options: { maxDepth?: number; timeoutMs?: number } = {}) {
  return delegateTool({ name: 'research', description: 'Finds things out.', runner, ...options });
}

/** A runner that hands over to another one. */
function startBoth(
  scripts: { readonly parent: readonly ScriptStep[]; readonly child: readonly ScriptStep[] },
  options: { readonly parent?: WorldOptions; readonly child?: WorldOptions } = {},
) {
  const child = startWorld(scripts.child, { runtime: { randomId: countFrom('child') }, ...options.child });
  const parent = startWorld(scripts.parent, { tools: [research(child.runner)], ...options.parent });
  return { parent, child };
}

function countFrom(name: string): () => string {
  let count = 0;
  return () => `${name}-${String(++count).padStart(6, '0')}`;
}

describe('a task that is handed over', () => {
  it('comes back as the text of the other runner, which knows nothing but the task', async () => {
    const { parent, child } = startBoth({
      parent: [handOver('How many?'), 'There are four.'],
      child: [{ text: 'Four.' }],
    });

    const { result } = await play(parent, 'A question with secrets.');

    expect(result).toMatchObject({ status: 'done', text: 'There are four.' });
    expect(lastResults(result.messages)[0]).toContain('Four.');
    expect(result.records[0]).toMatchObject({ status: 'ok', isTrusted: false });
    expect(child.model.requests[0]?.messages).toEqual([{ role: 'user', content: 'How many?' }]);
  });

  it('adds what it costs to the turn that handed over, also when it fails', async () => {
    const usage = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 1 };
    const child = { usage, tools: [tool('echo', () => 'echo')] };
    const both = startBoth(
      { parent: [handOver(), 'Done.'], child: [{ calls: [{ tool: 'echo', args: {} }] }, 'Found.'] },
      { child },
    );
    const failing = startBoth(
      {
        parent: [handOver(), 'Done.'],
        child: [{ calls: [{ tool: 'echo', args: {} }] }, { error: new Error('down') }],
      },
      { child },
    );

    const done = await play(both.parent);
    const failed = await play(failing.parent);

    const twice = { inputTokens: 20, cachedInputTokens: 4, outputTokens: 2 };
    expect(done.result.usage).toEqual(twice);
    expect(done.result.records[0]?.usage).toEqual(twice);
    expect(failed.result.records[0]?.status).toBe('failed');
    expect(failed.result.usage).toEqual(usage);
  });

  it('[L8] counts for the token budget of the turn that handed over', async () => {
    const { parent } = startBoth(
      { parent: [handOver()], child: ['Found.'] },
      { child: { usage: { inputTokens: 1_000 } }, parent: { limits: { maxTokens: 500 } } },
    );

    const { result } = await play(parent);

    expect(result).toMatchObject({ status: 'stopped', limit: 'tokens', iterations: 1 });
  });

  it('has an id that begins with that of the turn that handed over, and the same caller', async () => {
    const seen: { turnId: string | undefined; callerId: string }[] = [];
    const { parent } = startBoth(
      { parent: [handOver(), 'Done.'], child: [{ calls: [{ tool: 'look', args: {} }] }, 'Found.'] },
      {
        child: {
          tools: [
            tool('look', (_, { turnId, caller }) => {
              seen.push({ turnId, callerId: caller.id });
              return 'seen';
            }),
          ],
        },
      },
    );

    const { result } = await play(parent, 'Go.', { caller: { id: 'ada', scopes: [] } });

    expect(seen).toEqual([{ turnId: expect.stringMatching(/./), callerId: 'ada' }]);
    expect(seen[0]?.turnId?.startsWith(`${result.turnId}.`)).toBe(true);
  });

  it('[L8] is aborted with the turn that handed over', async () => {
    const controller = new AbortController();
    const { parent, child } = startBoth({
      parent: [handOver()],
      child: [() => new Promise(() => undefined)],
    });

    const running = play(parent, 'Go.', { signal: controller.signal });
    await parent.clock.advance(0);
    expect(child.model.requests[0]?.signal?.aborted).toBe(false);
    controller.abort();
    await child.clock.advance(1_000);
    await parent.clock.advance(1_000);
    const { result } = await running;

    expect(result.status).toBe('aborted');
    expect(result.records.map(({ status }) => status)).toEqual(['aborted']);
    expect(child.model.requests[0]?.signal?.aborted).toBe(true);
  });

  it('[L8] has a deadline of its own', async () => {
    const child = startWorld([() => new Promise<never>(() => undefined)]);
    const parent = startWorld([handOver(), 'Too slow.'], {
      tools: [research(child.runner, { timeoutMs: 60_000 })],
    });

    const running = play(parent);
    await parent.clock.advance(59_999);
    expect(child.model.requests[0]?.signal?.aborted).toBe(false);
    await parent.clock.advance(1_000);
    expect(child.model.requests[0]?.signal?.aborted).toBe(true);
    const { result } = await running;

    expect(result).toMatchObject({ status: 'done', text: 'Too slow.' });
    expect(result.records.map(({ status }) => status)).toEqual(['timed_out']);
  });

  const failures: readonly {
    name: string;
    child: readonly ScriptStep[];
    options?: WorldOptions;
    says: RegExp;
  }[] = [
    {
      name: 'its model cannot be asked',
      child: [{ error: new Error('sk-secret-key is wrong') }],
      says: /E_MODEL_FAILED/,
    },
    {
      name: 'its middleware throws',
      child: [],
      options: {
        pipelines: {
          turnInput: [
            () => {
              throw new Error('sk-secret-key is wrong');
            },
          ],
        },
      },
      says: /E_MIDDLEWARE_FAILED/,
    },
    {
      name: 'it is rejected',
      child: [],
      options: { pipelines: { turnInput: [(ctx) => ctx.nack(new Error('sk-secret-key is wrong'))] } },
      says: /E_TURN_FAILED/,
    },
    { name: 'its model refuses', child: [{ refusal: 'sk-secret-key' }], says: /refuses/ },
  ];

  it.each(failures)('tells the model that handed over that $name, and nothing else', async (given) => {
    const { parent } = startBoth(
      { parent: [handOver(), 'Sorry.'], child: given.child },
      { child: { ...given.options } },
    );

    const { result } = await play(parent);

    expect(result).toMatchObject({ status: 'done', text: 'Sorry.' });
    expect(result.records.map(({ status }) => status)).toEqual(['failed']);
    expect(lastResults(result.messages)[0]).toMatch(given.says);
    expect(textOf(result.messages)).not.toContain('sk-secret-key');
  });

  it('gives what there is when it was stopped by a limit, and says so', async () => {
    const { parent } = startBoth(
      {
        parent: [handOver(), 'Done.'],
        child: [{ text: 'Halfway there.', calls: [{ tool: 'echo', args: {} }] }],
      },
      { child: { limits: { maxIterations: 1 }, tools: [tool('echo', () => 'echo')] } },
    );

    const { result } = await play(parent);

    expect(lastResults(result.messages)[0]).toMatch(/Halfway there\.[\s\S]*stopped.*iterations/);
  });

  it.each([1, 3])('cannot be handed over more than %i times in a row', async (maxDepth) => {
    const runners: TurnRunner[] = [];
    const depth = () => [research(runners[0] as TurnRunner, { maxDepth })];
    const world = startWorld(
      [
        ...Array.from({ length: maxDepth + 1 }, () => handOver()),
        ({ messages }) => (textOf(messages).includes('cannot be handed over') ? 'Myself, then.' : 'What?'),
        ...Array.from({ length: maxDepth }, () => 'Up.'),
      ],
      { tools: depth },
    );
    runners.push(world.runner);

    const { result } = await play(world);

    expect(result).toMatchObject({ status: 'done', text: 'Up.' });
    expect(world.model.requests).toHaveLength(2 * maxDepth + 2);
  });

  it('tells how far it is as progress of the call', async () => {
    const { parent } = startBoth(
      { parent: [handOver(), 'Done.'], child: [{ calls: [{ tool: 'echo', args: {} }] }, 'Found.'] },
      { child: { tools: [tool('echo', () => 'echo')] } },
    );

    const { events } = await play(parent);

    const messages = ofType(events, 'tool-call-progress').map(({ progress }) => progress.message);
    expect(messages).toEqual(['asks its model (1)', 'calls echo', 'asks its model (2)']);
    expect(ofType(events, 'turn-start')).toHaveLength(1);
  });

  it('tells who follows it of its events and of its result', async () => {
    const heard: string[] = [];
    const child = startWorld(['Found.']);
    const tools = [
      delegateTool({
        name: 'research',
        title: 'Research',
        description: '',
        runner: child.runner,
        onEvent: ({ type }) => heard.push(type),
        onResult: ({ text }, ctx) => heard.push(`${text} ${ctx.caller.id}`),
      }),
    ];
    const parent = startWorld([handOver(), 'Done.'], { tools });

    const { result } = await play(parent);

    expect(heard).toEqual(['turn-start', 'step-start', 'text', 'step-end', 'turn-end', 'Found. anonymous']);
    expect(result.records[0]?.toolTitle).toBe('Research');
  });

  it('is refused without a task, or with more than a task', async () => {
    const { parent } = startBoth({
      parent: [
        {
          calls: [
            { tool: 'research', args: {} },
            { tool: 'research', args: { task: '' } },
            { tool: 'research', args: { task: 'x', caller: { id: 'root' } } },
          ],
        },
        'Done.',
      ],
      child: [],
    });

    const { result } = await play(parent);

    expect(result.records.map(({ status }) => status)).toEqual([
      'invalid_args',
      'invalid_args',
      'invalid_args',
    ]);
  });

  it('runs at the same time as another one on the same runner', async () => {
    const { parent } = startBoth({
      parent: [{ calls: ['a', 'b'].map((task) => ({ tool: 'research', args: { task } })) }, 'Done.'],
      child: [({ messages }) => `Found ${textOf(messages)}`, ({ messages }) => `Found ${textOf(messages)}`],
    });

    const { result } = await play(parent);

    const [first, second] = lastResults(result.messages);
    expect(first).toContain('"content":"a"');
    expect(second).toContain('"content":"b"');
  });
});

it('delegateTool refuses a depth that is none', () => {
  const { runner } = startWorld([]);
  for (const maxDepth of [0, 1.5, Number.NaN]) {
    expect(errorOf(() => research(runner, { maxDepth })).code).toBe('E_INVALID_OPTION');
  }
});

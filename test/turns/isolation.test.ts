import { describe, expect, it } from 'vitest';
import { createToolRegistry, ToolRegistry } from '../../packages/toolcrib/src/index.ts';
import type { ModelRequest, Runtime } from '../../packages/toolcrib/src/runtime/index.ts';
import { createSeededRandom, type ScriptStep } from '../../packages/toolcrib/src/testing/index.ts';
import type { DispatchContext, TurnContext, TurnEvent } from '../../packages/toolcrib/src/turns/index.ts';
import { baseNames, baseTool, type CanaryTurn, editAtRandom, startCanaryTurn } from './canary-edits.ts';
import { findTurnProblems } from './find-turn-problems.ts';
import { toolNames } from './looks.ts';
import { play, startWorld } from './world.ts';

const TURNS = 2_000;
const KEY = 'the turn';

/** Which turn a request belongs to: the canary of its system text. */
function canaryOf({ system = '' }: ModelRequest): string {
  return system.split(' ')[0] as string;
}

/** Any canary of another turn in a text. */
function strangersIn(text: string, canary: string): string[] {
  return [...text.matchAll(/canary\d+/g)].map(([found]) => found).filter((found) => found !== canary);
}

/** Counts who listens to a signal and to a runtime. */
function countListeners(signal: AbortSignal, runtime: Runtime) {
  const count = { signal: 0, runtime: 0, everAdded: 0 };
  const change = (which: 'signal' | 'runtime', by: number) => {
    count[which] += by;
    if (by > 0) count.everAdded += 1;
  };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    change('signal', 1);
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    change('signal', -1);
    remove(...given);
  };
  const subscribe = runtime.subscribe.bind(runtime);
  runtime.subscribe = (listener) => {
    const unsubscribe = subscribe(listener);
    change('runtime', 1);
    return () => {
      change('runtime', -1);
      unsubscribe();
    };
  };
  return count;
}

describe('2,000 turns at once on one runner', () => {
  it('[L1] with random edits see nothing of one another, and leave the baseline as it is', async () => {
    const turns = new Map<string, CanaryTurn>();
    for (let index = 0; index < TURNS; index += 1) {
      const canary = `canary${String(index).padStart(4, '0')}`;
      turns.set(canary, startCanaryTurn(canary, createSeededRandom(index)));
    }
    const problems: string[] = [];
    const turnOf = (canary: string) => turns.get(canary) as CanaryTurn;

    const edit = async (ctx: TurnContext | DispatchContext, next: () => Promise<void>) => {
      const first = ctx.state.get(KEY) as CanaryTurn | undefined;
      const turn = first ?? turnOf(ctx.system ?? '');
      if (first === undefined && ctx.state.size > 0) problems.push(`${turn.canary} has the state of another`);
      ctx.state.set(KEY, turn);
      editAtRandom(ctx, turn);
      // Lets the others in between.
      await Promise.resolve();
      await next();
    };
    const step: ScriptStep = (request) => {
      const turn = turnOf(canaryOf(request));
      const shown = toolNames(request).sort().join();
      const expected = [...turn.visible].sort().join();
      if (shown !== expected) problems.push(`${turn.canary} was shown ${shown} instead of ${expected}`);
      if (request.system !== turn.system) problems.push(`${turn.canary} has system "${request.system}"`);
      const strangers = strangersIn(JSON.stringify(request), turn.canary);
      if (strangers.length > 0) problems.push(`${turn.canary} was shown ${strangers.join()}`);
      if (request.messages.some(({ role }) => role === 'assistant')) return `${turn.canary} is done`;
      const names = [...[...turn.callable].slice(-2), 'base_0', 'canary'];
      turn.expected = names.map((name) => (turn.callable.has(name) ? 'ok' : 'unknown_tool'));
      return { calls: names.map((tool) => ({ tool, args: {} })) };
    };

    const registry = new ToolRegistry(baseNames.map(baseTool));
    const world = startWorld(
      Array.from({ length: 2 * TURNS }, () => step),
      {
        tools: registry,
        pipelines: {
          turnInput: [edit, edit],
          dispatchInput: [edit],
          dispatchOutput: [edit],
          turnOutput: [edit],
        },
        runtime: { limits: { maxConcurrent: 10_000 } },
      },
    );

    await Promise.all(
      [...turns.values()].map(async ({ canary }) => {
        const events: TurnEvent[] = [];
        const result = await world.runner.run(`${canary} begins`, {
          system: canary,
          onEvent: (event) => events.push(event),
        });
        problems.push(...findTurnProblems({ result, events, before: 0 }));
        if (result.text !== `${canary} is done`) problems.push(`${canary} ended with ${result.text}`);
        const strangers = strangersIn(
          JSON.stringify([result.messages, result.addedTools, events, result.records]),
          canary,
        );
        if (strangers.length > 0) problems.push(`the result of ${canary} has ${strangers.join()}`);
        const statuses = result.records.map(({ status }) => status).join();
        if (statuses !== turnOf(canary).expected.join()) problems.push(`the calls of ${canary}: ${statuses}`);
      }),
    );

    expect(problems).toEqual([]);
    expect([...turns.values()].every(({ edits }) => edits === 7)).toBe(true);
    expect(registry.all().map(({ name }) => name)).toEqual(baseNames);
    expect(registry.hidden()).toEqual([]);
  });
});

describe('a runner', () => {
  it('[L1, L2] that is used 1,000 times behaves as the first time', async () => {
    const runs: string[] = [];
    const note = (name: string) => async (ctx: TurnContext | DispatchContext, next: () => Promise<void>) => {
      runs.push(name);
      if (name === 'turnInput') {
        expect(ctx.state.size).toBe(0);
        ctx.state.set(KEY, 'used');
        ctx.tools.register(baseTool('extra'));
        ctx.tools.hide('base_1');
      }
      await next();
    };
    const world = startWorld(
      Array.from({ length: 2_000 }, (_, index) =>
        index % 2 === 0 ? { calls: [{ tool: 'base_0', args: {} }] } : 'Done.',
      ),
      {
        tools: createToolRegistry(baseNames.map(baseTool)),
        overlay: 'open',
        pipelines: {
          turnInput: [note('turnInput')],
          dispatchInput: [note('dispatchInput')],
          dispatchOutput: [note('dispatchOutput')],
          turnOutput: [note('turnOutput')],
        },
      },
    );
    const { signal } = new AbortController();
    const listeners = countListeners(signal, world.runner.runtime);

    const seen = new Set<string>();
    for (let count = 0; count < 1_000; count += 1) {
      runs.length = 0;
      const { result, events } = await play(world, 'Go.', { signal });
      const { status, text, iterations, addedTools, records } = result;
      const types = events.map(({ type }) => type);
      const statuses = records.map((record) => record.status);
      seen.add(JSON.stringify({ status, text, iterations, addedTools, statuses, types, runs }));
    }

    expect([...seen].map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({
        status: 'done',
        runs: [
          'turnInput',
          'dispatchInput',
          'dispatchOutput',
          'dispatchInput',
          'dispatchOutput',
          'turnOutput',
        ],
      }),
    ]);
    expect(new Set(world.model.requests.map((request) => toolNames(request).join())).size).toBe(1);
    expect(listeners).toEqual({ signal: 0, runtime: 0, everAdded: 2_000 });
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('[L1] gives each of two turns that run at once a registry, a state and messages of its own', async () => {
    const seen: TurnContext[] = [];
    const world = startWorld(['a', 'b'], {
      pipelines: {
        turnInput: [
          async (ctx, next) => {
            seen.push(ctx);
            await next();
          },
        ],
      },
    });

    await Promise.all([play(world), play(world)]);

    const [one, two] = seen;
    expect(one?.tools).not.toBe(two?.tools);
    expect(one?.state).not.toBe(two?.state);
    expect(one?.messages).not.toBe(two?.messages);
    expect(one?.turnId).not.toBe(two?.turnId);
  });
});

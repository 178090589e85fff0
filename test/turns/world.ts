import { expect, onTestFinished } from 'vitest';
import type { FaultListener, RuntimeOptions } from '../../packages/toolcrib/src/runtime/index.ts';
import {
  createFakeClock,
  createFakeIds,
  createScriptedModel,
  type FakeClock,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptStep,
} from '../../packages/toolcrib/src/testing/index.ts';
import {
  createTurnRunner,
  type TurnEvent,
  type TurnInput,
  type TurnOptions,
  type TurnResult,
  type TurnRunner,
  type TurnRunnerOptions,
} from '../../packages/toolcrib/src/turns/index.ts';
import { findTurnProblems } from './find-turn-problems.ts';

/** A runner with everything that a test wants to look at. */
export interface World {
  readonly model: ScriptedModel;
  readonly runner: TurnRunner;
  readonly clock: FakeClock;
  /** What nobody could answer for. */
  readonly faults: readonly unknown[];
}

/** How a world differs from its defaults. */
export type WorldOptions = Omit<Partial<TurnRunnerOptions>, 'executor' | 'runtime'> & {
  readonly runtime?: Partial<Omit<RuntimeOptions, 'resolver' | 'clock' | 'onFault'>>;
  readonly usage?: ScriptedModelOptions['usage'];
  /** Without it a test fails that leaves faults. */
  readonly expectsFaults?: true;
};

/**
 * A runner on a scripted model and on a clock that stands still. When the test is over, every step of the script
 * must have been used, and nothing may have gone wrong behind anybody's back.
 */
export function startWorld(script: readonly ScriptStep[], options: WorldOptions = {}): World {
  const { runtime, usage, expectsFaults, tools = [], ...rest } = options;
  const model = createScriptedModel(script, { usage });
  const clock = createFakeClock();
  const faults: unknown[] = [];
  onTestFinished(() => {
    model.assertConsumed();
    if (expectsFaults === undefined) expect(faults).toEqual([]);
  });
  const onFault: FaultListener = (error, record) => {
    if (record === undefined) faults.push(error);
  };
  const runner = createTurnRunner({
    ...rest,
    tools,
    executor: model,
    runtime: { randomId: createFakeIds(), ...runtime, clock, onFault },
  });
  return { model, runner, clock, faults };
}

/** A turn that is over. */
export interface PlayedTurn {
  readonly result: TurnResult;
  readonly events: readonly TurnEvent[];
}

/** Runs one turn, and fails if anything about it is not as it is for every turn. */
export async function play(
  { runner }: Pick<World, 'runner'>,
  input: TurnInput = 'Go.',
  options: TurnOptions = {},
): Promise<PlayedTurn> {
  const events: TurnEvent[] = [];
  const onEvent = (event: TurnEvent) => {
    events.push(event);
    options.onEvent?.(event);
  };
  const result = await runner.run(input, { ...options, onEvent });
  expect(findTurnProblems({ result, events, before: options.messages?.length ?? 0 })).toEqual([]);
  return { result, events };
}

/** Runs a script in a world of its own. */
export function playScript(script: readonly ScriptStep[], options: WorldOptions = {}): Promise<PlayedTurn> {
  return play(startWorld(script, options));
}

import { expect, onTestFinished } from 'vitest';
import type { Tool } from '../../packages/toolcrib/src/index.ts';
import type { ModelRequest, RuntimeOptions } from '../../packages/toolcrib/src/runtime/index.ts';
import {
  createFakeClock,
  createFakeIds,
  createScriptedModel,
  type FakeClock,
  type ScriptedModel,
  type ScriptStep,
} from '../../packages/toolcrib/src/testing/index.ts';
import {
  createTurnRunner,
  type DiscoveryOptions,
  type FindRequest,
  type TurnEvent,
  type TurnInput,
  type TurnOptions,
  type TurnRunner,
  type TurnRunnerOptions,
} from '../../packages/toolcrib/src/turns/index.ts';
import { tool } from '../runtime.ts';
import { findTurnProblems } from './find-turn-problems.ts';
import type { PlayedTurn } from './world.ts';

/** A search as the finder of a world was asked for it. */
export interface AskedSearch extends FindRequest {
  readonly query: string;
}

/** A runner with discovery and everything that a test wants to look at. */
export interface DiscoveryWorld {
  readonly model: ScriptedModel;
  readonly runner: TurnRunner;
  readonly clock: FakeClock;
  readonly searches: readonly AskedSearch[];
  readonly faults: readonly unknown[];
}

export type DiscoveryWorldOptions = Omit<Partial<TurnRunnerOptions>, 'executor' | 'runtime' | 'discovery'> & {
  readonly discovery?: Partial<DiscoveryOptions>;
  readonly runtime?: Partial<Omit<RuntimeOptions, 'resolver' | 'clock' | 'onFault'>>;
  /** Whether the model loads found tools. @default by the form */
  readonly loads?: boolean;
  /** Without it a test fails that leaves faults. */
  readonly expectsFaults?: true;
};

/** A runner on a scripted model whose finder looks for a word in names and descriptions. */
export function startDiscovery(
  script: readonly ScriptStep[],
  { discovery, runtime, expectsFaults, loads, tools = someTools, ...rest }: DiscoveryWorldOptions = {},
): DiscoveryWorld {
  const model = createScriptedModel(script, { loadsFoundTools: loads ?? discovery?.form === 'load' });
  const clock = createFakeClock();
  const searches: AskedSearch[] = [];
  const faults: unknown[] = [];
  const find: DiscoveryOptions['finder']['find'] = (query, request) => {
    searches.push({ query, ...request });
    return findByWord(query, request.within);
  };
  onTestFinished(() => {
    model.assertConsumed();
    if (expectsFaults === undefined) expect(faults).toEqual([]);
  });
  const runner = createTurnRunner({
    ...rest,
    tools,
    executor: model,
    discovery: { finder: { find }, ...discovery },
    runtime: {
      randomId: createFakeIds(),
      ...runtime,
      clock,
      onFault: (error: unknown) => faults.push(error),
    },
  });
  return { model, runner, clock, searches, faults };
}

/** The names of the tools that have a word in their name or description, in their order. */
function findByWord(word: string, within: readonly Tool[]): string[] {
  const fits = ({ name, description }: Tool) => `${name} ${description}`.toLowerCase().includes(word);
  return within.filter(fits).map(({ name }) => name);
}

/** Runs one turn, and fails if anything about it is not as it is for every turn, names of passed on calls apart. */
export async function playDiscovery(
  { runner }: Pick<DiscoveryWorld, 'runner'>,
  input: TurnInput = 'Go.',
  options: TurnOptions = {},
): Promise<PlayedTurn> {
  const events: TurnEvent[] = [];
  const result = await runner.run(input, { ...options, onEvent: (event) => events.push(event) });
  const problems = findTurnProblems({ result, events, before: options.messages?.length ?? 0 });
  expect(problems.filter((problem) => !/^calls .*call_tool.* have records /.test(problem))).toEqual([]);
  return { result, events };
}

/** A tool that says its name, and that nothing is known of but what it does. */
export const named = (name: string, description = '', options: Parameters<typeof tool>[2] = {}) =>
  tool(name, () => `${name} ran`, { description, trusted: true, ...options });

/** The tools of a world that brings none. */
export const someTools: readonly Tool[] = [
  named('clock', 'Tells the time.'),
  named('weather_now', 'The weather of a city.'),
  named('weather_soon', 'The weather of tomorrow.'),
  named('mail_send', 'Sends a letter.'),
  named('mail_read', 'Reads letters.'),
];

export const search = (query: string, limit?: number) => ({
  tool: 'search_tools',
  args: limit === undefined ? { query } : { query, limit },
});
export const direct = (name: string, args: unknown = {}) => ({ tool: name, args });
export const through = (name: string, args: unknown = {}) => ({
  tool: 'call_tool',
  args: { tool: name, arguments: args },
});

/** The names of what a model was told that it has found. */
export const foundIn = ({ toolSearch }: ModelRequest) => toolSearch?.found.map(({ name }) => name);

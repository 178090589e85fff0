import { createArguments, createZodDefinitions, type ZodDefinition } from '../definitions.ts';
import type { Side } from '../round-robin.ts';

/** How long a turn is: so many times the model asks for so many calls, and then it answers. */
export interface TurnShape {
  readonly name: string;
  readonly steps: number;
  readonly callsPerStep: number;
  /** What every call does. @default nothing */
  readonly handler?: ZodDefinition['handler'];
}

/** A call that the model proposes. Most models send text for arguments; each peer takes what its own kind sends. */
export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly json: string;
}

/** What happens in a turn, whoever runs it. */
export interface TurnScript {
  readonly definitions: readonly ZodDefinition[];
  /** What the model wants called, each time that it is asked. After the last of them it says `answer`. */
  readonly steps: readonly (readonly ScriptedCall[])[];
  readonly answer: string;
  /** More than the model is asked in the turn, for limits that are lower by default. */
  readonly maxSteps: number;
  /** How often handlers have run so far. */
  countRuns(): number;
}

/** Sets up what outlives a turn, as a program would at its start. What it gives runs one turn, to its text. */
export type TurnMaker = (script: TurnScript) => () => Promise<string>;

/** What the turns of all sides begin with. */
export const PROMPT = 'Update the invoice.';

const TOOL_COUNT = 10;
/** Which of the fields of a tool is the number; the others are the same in each of its calls. */
const NUMBER_FIELD = 1;

/** Turns of that shape, as something to be measured. They have done all of their work once when it is there. */
export async function createTurnSide(name: string, makeTurn: TurnMaker, shape: TurnShape): Promise<Side> {
  const script = createTurnScript(shape);
  const run = makeTurn(script);
  await assertTurn(name, script, run);
  return { name, isAsync: true, run };
}

/** A script of that shape. The tools are called in turn, never twice with the same arguments. */
function createTurnScript({ steps, callsPerStep, handler }: TurnShape): TurnScript {
  let runs = 0;
  const definitions = createZodDefinitions(TOOL_COUNT).map((definition) => ({
    ...definition,
    handler: (args: unknown) => {
      runs += 1;
      return (handler ?? definition.handler)(args);
    },
  }));
  const calls = Array.from({ length: steps * callsPerStep }, (_, index) => createCall(definitions, index));
  return {
    definitions,
    steps: Array.from({ length: steps }, (_, step) =>
      calls.slice(step * callsPerStep, (step + 1) * callsPerStep),
    ),
    answer: 'Done.',
    maxSteps: steps + 2,
    countRuns: () => runs,
  };
}

/** A turn that fails is quicker than one that does not. */
async function assertTurn(name: string, script: TurnScript, run: () => Promise<string>): Promise<void> {
  const text = await run();
  const runs = script.countRuns();
  const wanted = script.steps.flat().length;
  if (runs === wanted && text === script.answer) return;
  throw new Error(`${name} ran ${runs} of ${wanted} calls and ended with ${JSON.stringify(text)}.`);
}

function createCall(definitions: readonly ZodDefinition[], index: number): ScriptedCall {
  const number = index % definitions.length;
  const args = createArguments(number);
  const field = Object.keys(args)[NUMBER_FIELD] ?? '';
  const json = JSON.stringify({ ...args, [field]: index });
  return { id: `call_${index}`, tool: definitions[number]?.name ?? '', args: JSON.parse(json), json };
}

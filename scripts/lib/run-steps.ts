import type { CommandResult } from './run-command.ts';

/** One step of the check. */
export interface Step {
  readonly name: string;
  /** The steps that must have ended before, well or badly. @default [] */
  readonly after?: readonly string[];
  readonly run: () => Promise<CommandResult>;
}

/** How a step ended. */
export interface StepResult extends CommandResult {
  readonly name: string;
  readonly durationMs: number;
}

/** How {@link runSteps} goes about it. */
export interface RunStepsOptions {
  /** How many steps may run at once. */
  readonly lanes: number;
  /** Called once per step, as soon as it ends. */
  readonly onDone: (result: StepResult) => void;
}

/** Runs every step, failed ones before it or not, and returns the results in the order of the steps. */
export async function runSteps(steps: readonly Step[], options: RunStepsOptions): Promise<StepResult[]> {
  const results = new Map<string, StepResult>();
  const running = new Map<string, Promise<void>>();
  let waiting = [...steps];
  const start = async (step: Step): Promise<void> => {
    const result = await time(step);
    results.set(step.name, result);
    running.delete(step.name);
    options.onDone(result);
  };
  while (waiting.length > 0 || running.size > 0) {
    const ready = waiting.filter((step) => (step.after ?? []).every((name) => results.has(name)));
    const started = ready.slice(0, options.lanes - running.size);
    for (const step of started) running.set(step.name, start(step));
    waiting = waiting.filter((step) => !started.includes(step));
    if (running.size === 0)
      throw new Error(`Steps that can never start: ${waiting.map(({ name }) => name)}.`);
    await Promise.race(running.values());
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}

async function time(step: Step): Promise<StepResult> {
  const startedAt = performance.now();
  const result = await step.run().catch(toFailure);
  return { ...result, name: step.name, durationMs: performance.now() - startedAt };
}

function toFailure(error: unknown): CommandResult {
  return { code: 1, output: error instanceof Error ? `${error.stack}\n` : `${error}\n`, stdout: '' };
}

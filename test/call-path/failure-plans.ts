import type { FailureMode, FailurePlan } from './failing-ledger.ts';

/** Steps that fail: some, or all from one to another. */
export interface NamedPlan {
  readonly name: string;
  readonly fails: FailurePlan;
}

const modes: readonly FailureMode[] = ['before', 'after'];
/** What has failed is tried again, so that a call takes more steps than without failures. */
const MORE_STEPS = 4;

export const noFailure: NamedPlan = { name: 'nothing fails', fails: () => undefined };

/** Every single failure among the first steps. */
export function singleFailures(steps: number): readonly NamedPlan[] {
  return pairOff(steps, (step, mode) => failures([[step, mode]]));
}

/** Every two failures. */
export function doubleFailures(steps: number): readonly NamedPlan[] {
  return pairOff(steps, (first, mode) =>
    pairOff(MORE_STEPS + steps - first, (later, other) =>
      failures([
        [first, mode],
        [first + 1 + later, other],
      ]),
    ),
  ).flat();
}

/** A ledger that fails from a step on: for good, or until a later step. */
export function outages(steps: number): readonly NamedPlan[] {
  return pairOff(steps, (first, mode) => {
    const lengths = [3, 6, 12, 24, Number.POSITIVE_INFINITY];
    return lengths.map(
      (length): NamedPlan => ({
        name: `${length} steps fail ${mode} they are done, from step ${first} on`,
        fails: (step) => (step >= first && step < first + length ? mode : undefined),
      }),
    );
  }).flat();
}

function pairOff<Value>(steps: number, make: (step: number, mode: FailureMode) => Value): readonly Value[] {
  return Array.from({ length: steps }, (_, step) => modes.map((mode) => make(step, mode))).flat();
}

function failures(failed: readonly (readonly [number, FailureMode])[]): NamedPlan {
  const byStep = new Map(failed);
  return {
    name: failed.map(([step, mode]) => `step ${step} fails ${mode} it is done`).join(', '),
    fails: (step) => byStep.get(step),
  };
}

import type { FailureMode, FailurePlan } from './failing-ledger.ts';

/** What ends the call or its process while its ledger fails: at a step, or when nothing happens any more. */
export interface Interruption {
  readonly kind: 'abort' | 'close';
  readonly at: number | 'idle';
}

/** Steps that fail: some, or all from one to another. */
export interface NamedPlan {
  readonly name: string;
  readonly fails: FailurePlan;
  readonly interruption?: Interruption | undefined;
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

/** How an outage begins, how it goes on, and how many steps it takes. */
export interface Outage {
  readonly first: FailureMode;
  readonly rest: FailureMode;
  readonly length: number;
}

/** A ledger that fails from a step on, which may be done all the same: for good, or until a later step. */
export function outages(steps: number): readonly NamedPlan[] {
  const lengths = [3, 6, 12, 24, Number.POSITIVE_INFINITY];
  const kinds = modes.flatMap((first) =>
    modes.flatMap((rest) => lengths.map((length) => ({ first, rest, length }))),
  );
  return kinds.flatMap((kind) => outagesOf(kind, steps));
}

/** One outage, from each step on. */
export function outagesOf({ first: firstMode, rest, length }: Outage, steps: number): readonly NamedPlan[] {
  return Array.from({ length: steps }, (_, first) => ({
    name: `step ${first} fails ${firstMode} it is done, and the next ${length - 1} ${rest} they are`,
    fails: (step) => {
      if (step < first || step >= first + length) return undefined;
      return step === first ? firstMode : rest;
    },
  }));
}

/** The same plans, each beginning so many steps later. */
export function beginLater(plans: readonly NamedPlan[], steps: number): readonly NamedPlan[] {
  return plans.map(({ name, fails }) => ({
    name: `${steps} steps later: ${name}`,
    fails: (step) => (step < steps ? undefined : fails(step - steps)),
  }));
}

/** A step that takes long, and a ledger that works otherwise, or fails from then on. */
export function lateAnswers(steps: number): readonly NamedPlan[] {
  const kinds = (['unanswered', 'late'] as const).flatMap((mode) =>
    ([undefined, ...modes] as const).map((rest) => ({ mode, rest })),
  );
  return Array.from({ length: steps }, (_, slow) =>
    kinds.map(
      ({ mode, rest }): NamedPlan => ({
        name: `step ${slow} is ${mode}, and later ones ${rest === undefined ? 'work' : `fail ${rest} they are done`}`,
        fails: (step) => (step === slow ? mode : step > slow ? rest : undefined),
      }),
    ),
  ).flat();
}

/** The plans, each with an interruption at each step and when nothing happens any more. */
export function interrupted(
  plans: readonly NamedPlan[],
  { steps, kind }: { readonly steps: number; readonly kind: Interruption['kind'] },
): readonly NamedPlan[] {
  const places = [...Array.from({ length: steps + MORE_STEPS }, (_, step) => step), 'idle' as const];
  return plans.flatMap((plan) =>
    places.map((at) => ({ ...plan, name: `${plan.name}, ${kind} at ${at}`, interruption: { kind, at } })),
  );
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

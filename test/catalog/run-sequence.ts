import { expect } from 'vitest';
import type { PlannedStep, Step } from './any-operation.ts';
import { CatalogModel } from './catalog-model.ts';
import { isChange, type Operation, type Outcome, toText } from './operation.ts';
import type { StorePlace } from './store-place.ts';
import { type SetClock, Subject } from './subject.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const STEP_MS = 1_000;
/** How far the clock of the second catalogue is behind. */
const BEHIND_MS = 3_500;
const NOTHING = '{"snapshotVersion":1,"tools":[],"quarantinedNames":[],"documents":[]}';

/** What has happened in all sequences so far. */
export interface SequenceFigures {
  steps: number;
  /** How often each code of an error. */
  readonly errors: Map<string, number>;
  /** How often each type of an event. */
  readonly events: Map<string, number>;
}

/** Where steps are taken, and for whom. */
export interface SequenceWorld {
  readonly places: readonly StorePlace[];
  readonly tenant: string;
  readonly seen: SequenceFigures;
}

/** Takes the same steps with a model and in every place, and fails where one of them has another outcome. */
export async function runSequence(
  { places, tenant, seen }: SequenceWorld,
  steps: readonly PlannedStep[],
): Promise<void> {
  const clock: SetClock = { time: START };
  const subjects = places.map((place) => new Subject(place, { tenant, clock }));
  try {
    const model = new CatalogModel();
    const taken: string[] = [];
    for (const [index, planned] of steps.entries()) {
      clock.time = START + index * STEP_MS - planned.who * BEHIND_MS;
      seen.steps += 1;
      const operation = toOperation(planned.step, taken);
      if (operation === undefined) await Promise.all(subjects.map((subject) => subject.reopen(planned.who)));
      else {
        const { isError, text } = await compareStep({
          model,
          subjects,
          planned,
          operation,
          time: clock.time,
        });
        if (isError) count(seen.errors, JSON.parse(text).code);
      }
      taken.unshift(toText(model.snapshot()));
    }
    await compareEnds(model, subjects);
    for (const { type } of model.events) count(seen.events, type);
  } finally {
    for (const subject of subjects) subject.close();
  }
}

/** What a step does, after which there was what `taken` tells, the last first; undefined for opening again. */
export function toOperation(step: Step, taken: readonly string[]): Operation | undefined {
  if (step.kind === 'operation') return step.operation;
  if (step.kind === 'reopen') return undefined;
  return { kind: 'restore', snapshot: JSON.parse(taken[step.choice] ?? NOTHING) };
}

interface ComparedStep {
  readonly model: CatalogModel;
  readonly subjects: readonly Subject[];
  readonly planned: PlannedStep;
  readonly operation: Operation;
  readonly time: number;
}

/** Answers what the model says. */
async function compareStep(step: ComparedStep): Promise<Outcome> {
  const { model, subjects, planned, operation, time } = step;
  const { who, by, reason } = planned;
  const expected = model.perform(operation, { time, by, reason });
  const outcomes = await Promise.all(
    subjects.map((subject) => subject.perform(who, operation, { by, reason })),
  );
  const [{ message = '' } = {}] = outcomes;
  for (const [index, { kind }] of subjects.entries()) {
    assertSameText(outcomes[index]?.text, expected.text, `${kind}: ${toText(operation)}`);
    assertSameText(outcomes[index]?.message, message, `${kind}: the message of ${toText(operation)}`);
  }
  if (!isChange(operation)) return expected;
  const snapshot = toText(model.snapshot());
  for (const subject of subjects) {
    // Whoever has made a change knows it; one that was refused may not have been compared with the store.
    if (expected.isError) await subject.refresh(who);
    assertSameText(await subject.snapshotText(who), snapshot, `${subject.kind}: after ${toText(operation)}`);
  }
  return expected;
}

async function compareEnds(model: CatalogModel, subjects: readonly Subject[]): Promise<void> {
  const { events, uses } = model;
  const held = toText({ sequence: events.length, snapshot: model.snapshot() });
  const recorded = toText({ events, uses });
  const compareEnd = async (subject: Subject) => {
    for (const text of await subject.holdings()) assertSameText(text, held, `${subject.kind}: the end`);
    assertSameText(await subject.recordText(1), recorded, `${subject.kind}: what is recorded`);
  };
  await Promise.all(subjects.map(compareEnd));
}

/** Compares before it asks `expect`, which takes its time over long texts. */
function assertSameText(actual: string | undefined, expected: string, what: string): void {
  if (actual !== expected) expect(actual, what).toBe(expected);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import { requireKnownOptions } from '../../core/require-known-options.ts';
import { saneCall } from './cases/sane-call.ts';
import type { TortureCase, TortureVerdict, TrialOptions } from './torture-case.ts';
import { tortureCases } from './torture-cases.ts';
import type { TortureObservation, TortureSubject } from './torture-subject.ts';

/** How the suite runs. */
export interface TortureOptions {
  /** How long a subject waits for an answer, in milliseconds of its own clock. @default 60_000 */
  readonly patienceMs?: number | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof TortureOptions>(['patienceMs']);

/** What came of one of the tests. */
export interface TortureRow extends TortureVerdict {
  readonly id: number;
  readonly title: string;
  readonly observation: TortureObservation;
}

/** The part of a test runner that the suite needs; those of Vitest, Jest and Node fit. */
export interface TortureTestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/**
 * Runs the eight tests, one after the other.
 *
 * @throws if the subject does not even answer a sane call, as it then passes for the wrong reasons.
 */
export async function runTorture(
  subject: TortureSubject,
  options: TortureOptions = {},
): Promise<TortureRow[]> {
  const control = await runTortureCase(saneCall, subject, options);
  if (!control.passed) throw new Error(describeFailure(saneCall, subject, control));
  const rows: TortureRow[] = [];
  for (const each of tortureCases) rows.push(await runTortureCase(each, subject, options));
  return rows;
}

/** Runs one test. */
export async function runTortureCase(
  torture: TortureCase,
  subject: TortureSubject,
  options: TortureOptions = {},
): Promise<TortureRow> {
  requireKnownOptions(options, optionNames);
  const trial = torture.createTrial(withDefaults(options));
  const observation = await subject.run(trial.scenario);
  return { id: torture.id, title: torture.title, observation, ...trial.judge(observation) };
}

/** Declares one test for a sane call and one for each of the eight. */
export function describeTorture(
  subject: TortureSubject,
  { describe, it, ...options }: TortureTestRunner & TortureOptions,
): void {
  requireKnownOptions(options, optionNames);
  describe(`torture tests of ${subject.name}`, () => {
    for (const each of [saneCall, ...tortureCases]) {
      it(`${each.id}: ${each.rule}`, async () => {
        const row = await runTortureCase(each, subject, options);
        if (!row.passed) throw new Error(describeFailure(each, subject, row));
      });
    }
  });
}

function withDefaults({ patienceMs = 60_000 }: TortureOptions): TrialOptions {
  return { patienceMs };
}

function describeFailure(torture: TortureCase, subject: TortureSubject, row: TortureRow): string {
  const { id, title, rule } = torture;
  return `${subject.name} fails torture test ${id}, ${title}: ${row.finding}. ${rule} ${quote(row.observation)}`;
}

function quote(observation: TortureObservation): string {
  if (observation.kind === 'pending') return 'There was no answer.';
  const text = observation.kind === 'answered' ? observation.toModel : observation.message;
  return `It was ${observation.kind}: ${JSON.stringify(text.slice(0, 200))}`;
}

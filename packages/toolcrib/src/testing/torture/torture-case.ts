import type { TortureAnswer, TortureObservation, TortureScenario } from './torture-subject.ts';

/** What a case says of an observation. */
export interface TortureVerdict {
  readonly passed: boolean;
  /** One or two words for a table. */
  readonly finding: string;
}

/** One use of a case. Its scenario and its judge may share what the handlers saw, so it is used once. */
export interface TortureTrial {
  readonly scenario: TortureScenario;
  judge(observation: TortureObservation): TortureVerdict;
}

/** What is the same for all trials of a run. */
export interface TrialOptions {
  readonly patienceMs: number;
}

/** One of the tests. It holds no state. */
export interface TortureCase {
  readonly id: number;
  /** A few words on the situation. */
  readonly title: string;
  /** What a library has to do, as one sentence. */
  readonly rule: string;
  createTrial(options: TrialOptions): TortureTrial;
}

export function pass(finding: string): TortureVerdict {
  return { passed: true, finding };
}

export function fail(finding: string): TortureVerdict {
  return { passed: false, finding };
}

/** The verdict on an answer; anything else fails, by its kind. */
export function judgeAnswer(
  observation: TortureObservation,
  judge: (answer: TortureAnswer) => TortureVerdict,
): TortureVerdict {
  switch (observation.kind) {
    case 'answered':
      return judge(observation);
    case 'refused':
      return fail('refused');
    case 'crashed':
      return fail('run dies');
    case 'pending':
      return fail('hangs');
    case 'unsupported':
      return fail('–');
  }
}

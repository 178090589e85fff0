import { runTortureCase, saneCall, type TortureObservation, tortureCases } from 'toolcrib/testing';
import { loadSubject, type SubjectId } from '../lib/torture/load-subject.ts';

/** One test of one library. */
export interface TortureInput {
  readonly subject: SubjectId;
  readonly caseId: number;
  readonly patienceMs: number;
}

/** What came of it, with the beginning of what was seen. */
export interface TortureOutput {
  readonly passed: boolean;
  readonly finding: string;
  readonly seen: string;
}

export async function measure({ subject: id, caseId, patienceMs }: TortureInput): Promise<TortureOutput> {
  const torture = [saneCall, ...tortureCases].find((each) => each.id === caseId);
  if (torture === undefined) throw new Error(`There is no case ${caseId}.`);
  const subject = await loadSubject(id);
  const { passed, finding, observation } = await runTortureCase(torture, subject, { patienceMs });
  return { passed, finding, seen: describe(observation) };
}

function describe(observation: TortureObservation): string {
  const { kind } = observation;
  switch (kind) {
    case 'pending':
      return kind;
    case 'answered': {
      const { isError, toModel } = observation;
      return `${isError ? 'error' : 'answer'} of ${toModel.length} characters: ${toModel.slice(0, 300)}`;
    }
    default:
      return `${kind}: ${observation.message.slice(0, 300)}`;
  }
}

import { saneCall, type TortureCase, tortureCases } from 'toolcrib/testing';
import type { TortureInput, TortureOutput } from '../../children/torture.ts';
import { runChild } from '../run-child.ts';
import type { SubjectId } from './load-subject.ts';

/** What became of one library. */
export interface LibraryOutcome {
  readonly control: TortureOutput;
  /** In the order of the tests. */
  readonly outputs: readonly TortureOutput[];
}

/** How the processes of a run are started. */
export interface TortureEffort {
  readonly patienceMs: number;
  /** Starts work when there is room for it. */
  readonly enqueue: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Runs every test of a library in a process of its own. Those that wait out the patience do so beside all
 * others; the rest share the processors.
 */
export async function tortureLibrary(
  subject: SubjectId,
  { patienceMs, enqueue }: TortureEffort,
): Promise<LibraryOutcome> {
  const run = (torture: TortureCase): Promise<TortureOutput> =>
    runInChild(torture, { subject, caseId: torture.id, patienceMs });
  const [hanging, ...others] = tortureCases;
  const [control, first, ...rest] = await Promise.all([
    enqueue(() => run(saneCall)),
    hanging === undefined ? undefined : run(hanging),
    ...others.map((each) => enqueue(() => run(each))),
  ]);
  return { control, outputs: first === undefined ? rest : [first, ...rest] };
}

/** A process that ends early is a run that died. */
async function runInChild(torture: TortureCase, input: TortureInput): Promise<TortureOutput> {
  try {
    return await runChild<TortureOutput>('torture', input);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { patienceMs } = input;
    return { ...torture.createTrial({ patienceMs }).judge({ kind: 'crashed', message }), seen: message };
  }
}

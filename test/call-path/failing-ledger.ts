import type { Ledger } from '../../packages/toolcrib/src/runtime/index.ts';

/**
 * How a step of a ledger fails: nothing is done; it is done and its answer is lost; it is done and its answer comes late; or it
 * is done late.
 */
export type FailureMode = 'before' | 'after' | 'unanswered' | 'late';

/** Which steps of a ledger fail, counted from 0, and how. */
export type FailurePlan = (step: number) => FailureMode | undefined;

/** A ledger whose steps fail by a plan. */
export interface FailingLedger extends Ledger {
  /** How many steps were taken. */
  readonly steps: number;
  /** How many are under way. */
  readonly pending: number;
  /** Answers what is late. */
  answerLate(): void;
  /** From now on nothing fails. */
  heal(): void;
}

/** `onStep` is told the number of each step as it begins. */
export function failingLedger(
  ledger: Ledger,
  plan: FailurePlan,
  onStep: (step: number) => void = () => undefined,
): FailingLedger {
  let steps = 0;
  let pending = 0;
  let isHealed = false;
  let late: (() => void)[] = [];
  const answerLate = () => {
    const due = late;
    late = [];
    for (const answer of due) answer();
  };
  /** Nothing waits for it meanwhile. */
  const untilAnswered = async () => {
    pending -= 1;
    await new Promise<void>((resolve) => late.push(resolve));
    pending += 1;
  };
  const take = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
    const mode = isHealed ? undefined : plan(steps);
    if (!isHealed) onStep(steps++);
    pending += 1;
    try {
      if (mode === 'late') await untilAnswered();
      if (mode === undefined || mode === 'late') return await work();
      if (mode === 'unanswered') {
        const answer = await work();
        await untilAnswered();
        return answer;
      }
      if (mode === 'after') await work();
    } finally {
      pending -= 1;
    }
    throw new Error('The connection to the ledger is lost.');
  };
  return {
    isDurable: true,
    insert: (entry) => take(() => ledger.insert(entry)),
    replace: (entry) => take(() => ledger.replace(entry)),
    get: (id) => take(() => ledger.get(id)),
    find: (query) => take(() => ledger.find(query)),
    findSummaries: (query) => take(() => ledger.findSummaries(query)),
    prune: (before, limit) => take(() => ledger.prune(before, limit)),
    get steps() {
      return steps;
    },
    get pending() {
      return pending;
    },
    answerLate,
    heal() {
      isHealed = true;
      answerLate();
    },
  };
}

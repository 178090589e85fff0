import type { Ledger } from '../../packages/toolcrib/src/runtime/index.ts';

/** How a step of a ledger fails: nothing is done, or it is done and its answer is lost. */
export type FailureMode = 'before' | 'after';

/** Which steps of a ledger fail, counted from 0, and how. */
export type FailurePlan = (step: number) => FailureMode | undefined;

/** A ledger whose steps fail by a plan. */
export interface FailingLedger extends Ledger {
  /** How many steps were taken. */
  readonly steps: number;
  /** How many are under way. */
  readonly pending: number;
  /** From now on nothing fails. */
  heal(): void;
}

export function failingLedger(ledger: Ledger, plan: FailurePlan): FailingLedger {
  let steps = 0;
  let pending = 0;
  let isHealed = false;
  const take = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
    const mode = isHealed ? undefined : plan(steps);
    if (!isHealed) steps += 1;
    pending += 1;
    try {
      if (mode === undefined) return await work();
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
    prune: (before, limit) => take(() => ledger.prune(before, limit)),
    get steps() {
      return steps;
    },
    get pending() {
      return pending;
    },
    heal() {
      isHealed = true;
    },
  };
}

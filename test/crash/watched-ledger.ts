import type { Ledger, LedgerEntry } from '../../packages/toolcrib/src/runtime/index.ts';
import type { OnBoundary, WriteKind } from './boundary.ts';

/** A ledger that tells before and after everything that it writes. */
export function watchedLedger(ledger: Ledger, onBoundary: OnBoundary): Ledger {
  return {
    isDurable: ledger.isDurable,
    insert: async (entry) => {
      onBoundary(`before-insert-${kindOf(entry)}`);
      const outcome = await ledger.insert(entry);
      onBoundary(`after-insert-${kindOf(entry)}`);
      return outcome;
    },
    replace: async (entry) => {
      onBoundary(`before-replace-${kindOf(entry)}`);
      const isReplaced = await ledger.replace(entry);
      onBoundary(`after-replace-${kindOf(entry)}`);
      return isReplaced;
    },
    get: (invocationId) => ledger.get(invocationId),
    find: (query) => ledger.find(query),
    findSummaries: (query) => ledger.findSummaries(query),
    prune: (endedBefore) => ledger.prune(endedBefore),
  };
}

function kindOf({ state, gates }: LedgerEntry): WriteKind {
  switch (state) {
    case 'running':
    case 'unknown':
      return state;
    case 'waiting':
      return gates.at(-1)?.settlement === null ? 'waiting' : 'settled';
    default:
      return 'ended';
  }
}

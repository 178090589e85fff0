import type { Awaitable, Ledger } from '../../runtime/index.ts';

/** A ledger that was opened for one case. */
export interface OpenLedger {
  /** Holds nothing yet. */
  readonly ledger: Ledger;
  /**
   * Opens what is stored once more, as another process would, while the first is still open. Required when
   * the ledger says that it is durable.
   */
  reopen?(): Awaitable<Ledger>;
  /** Called once, at the end of the case, whether it passed or not. */
  close?(): Awaitable<void>;
}

/** One thing that every implementation does. */
export interface StoreCase {
  /** A sentence whose subject is the store. */
  readonly name: string;
  /** Rejects with what is wrong. Opens at most one store, and closes it. */
  run(open: () => Awaitable<OpenLedger>): Promise<void>;
}

/** A case on an empty ledger, which is closed at the end. */
export function ledgerCase(name: string, check: (opened: OpenLedger) => Promise<void>): StoreCase {
  return Object.freeze({
    name,
    run: async (open: () => Awaitable<OpenLedger>) => {
      const opened = await open();
      try {
        await check(opened);
      } finally {
        await opened.close?.();
      }
    },
  });
}

import type { Clock, SearchableLedger } from 'toolcrib/runtime';

/** How long a count is used again, so that many readers of metrics cost one query. */
const FRESH_MS = 5_000;

/** What open approvals are counted with. */
export interface OpenApprovalsParts {
  readonly ledger: Pick<SearchableLedger, 'countWaiting'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/**
 * The number of calls that wait at a gate, by tenant: of all processes, and of those before them. It is at most five seconds old.
 */
export class OpenApprovals {
  readonly #parts: OpenApprovalsParts;
  #counted:
    | { readonly at: number; readonly counts: Promise<ReadonlyMap<string, number> | undefined> }
    | undefined;

  constructor(parts: OpenApprovalsParts) {
    this.#parts = parts;
  }

  /** Undefined while the ledger cannot be asked. Never rejects. */
  count(): Promise<ReadonlyMap<string, number> | undefined> {
    const now = this.#parts.clock.elapsed();
    if (this.#counted === undefined || now - this.#counted.at >= FRESH_MS) {
      this.#counted = { at: now, counts: this.#ask() };
    }
    return this.#counted.counts;
  }

  async #ask(): Promise<ReadonlyMap<string, number> | undefined> {
    try {
      return await this.#parts.ledger.countWaiting();
    } catch (error) {
      this.#parts.onFault(error);
      return undefined;
    }
  }
}

import type { Awaitable } from '../awaitable.ts';
import type { LedgerEntry, LedgerState } from './ledger-entry.ts';

/** Which entries to find. */
export interface LedgerQuery {
  readonly states: readonly LedgerState[];
  readonly tenant?: string | undefined;
  readonly callerId?: string | undefined;
  readonly owner?: string | undefined;
  /** Only calls that ended at this time or later, in milliseconds since 1970. */
  readonly endedFrom?: number | undefined;
  /** Whether the last ids come first: those of the newest calls, unless the host makes its own ids. @default false */
  readonly newestFirst?: boolean | undefined;
  /** Only entries whose invocation id comes after this one, in that order; for the next page. */
  readonly after?: string | undefined;
  /** At most this many, from 1 to 1,000. */
  readonly limit: number;
}

/** An entry without what makes it large. */
export interface EntrySummary {
  readonly invocationId: string;
  readonly revision: number;
  readonly state: LedgerState;
  /** About the number of bytes that have to be read to load the entry; 0 if it is in memory. */
  readonly bytes: number;
}

/** What an insertion came to. */
export type InsertOutcome =
  | { readonly inserted: true }
  /** Somebody used the key before: nothing was inserted. */
  | { readonly inserted: false; readonly existing: LedgerEntry };

/**
 * Where calls are written down before they run. It keeps entries and knows no rule about them; every rule
 * is the runtime's. Each method is atomic by itself, and nothing needs two of them to be.
 *
 * INVARIANT: when a method has answered, what it did survives the end of the process if `isDurable` is true.
 * INVARIANT: of two insertions with the same tenant, caller and idempotency key, one is inserted, and the
 * other is given that entry; an entry without a key never clashes.
 * INVARIANT: `replace` changes the entry only if its revision is the one before; of two concurrent
 * replacements of one revision, one succeeds.
 * INVARIANT: an entry comes back equal to what was written, and the caller never sees it change.
 * INVARIANT: `find` is sorted by invocation id, in code-unit order or the other way round.
 * INVARIANT: `findSummaries` finds the same entries in the same order, and takes no longer if their arguments and results
 * are large.
 * INVARIANT: a method that fails rejects or throws. It may have been carried out all the same, then or later, as with a
 * connection that breaks; but never in part.
 */
export interface Ledger {
  /** Whether entries survive the process. */
  readonly isDurable: boolean;
  /** Adds an entry of revision 1. A second one of the same invocation id is an error. */
  insert(entry: LedgerEntry): Awaitable<InsertOutcome>;
  /** Puts an entry in the place of its previous revision; false if that one is not there any more. */
  replace(entry: LedgerEntry): Awaitable<boolean>;
  get(invocationId: string): Awaitable<LedgerEntry | undefined>;
  find(query: LedgerQuery): Awaitable<readonly LedgerEntry[]>;
  findSummaries(query: LedgerQuery): Awaitable<readonly EntrySummary[]>;
  /**
   * Forgets calls that ended before a time, in milliseconds since 1970; answers how many. With a limit at most so many of
   * them, for whoever does it in small steps.
   */
  prune(endedBefore: number, limit?: number): Awaitable<number>;
}

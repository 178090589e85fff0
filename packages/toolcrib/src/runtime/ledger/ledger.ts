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

/** Which calls of a tenant to search for. All conditions that are given must hold. */
export interface LedgerSearch {
  readonly tenant: string;
  readonly states: readonly LedgerState[];
  readonly callerId?: string | undefined;
  readonly toolName?: string | undefined;
  /** Only invocation ids that come before this one in code-unit order: older calls. Also for the next page. */
  readonly before?: string | undefined;
  /** Only invocation ids from this one on. */
  readonly from?: string | undefined;
  /** At most this many entries, from 1 to 1,000. */
  readonly limit: number;
  /** At most about this many bytes of entries, unless a single one has more. */
  readonly maxBytes: number;
  /** How many entries a search may look at to find some, from 1 to 100,000. */
  readonly maxLookedAt: number;
}

/** What a search has found. */
export interface LedgerFindings {
  /** The last invocation ids first: those of the newest calls. */
  readonly entries: readonly LedgerEntry[];
  /** About the number of bytes that were read for them. */
  readonly bytes: number;
  /** The search can be continued `before` this id, also where nothing was found; undefined if nothing is left. */
  readonly next: string | undefined;
}

/**
 * A ledger in which people can look for calls.
 *
 * INVARIANT: following `next` until it is undefined finds every entry that matches, once.
 * INVARIANT: however rare the matches are, one search looks at about `maxLookedAt` entries.
 * INVARIANT: `countWaiting` takes no longer if many calls have ended.
 */
export interface SearchableLedger extends Ledger {
  search(search: LedgerSearch): Awaitable<LedgerFindings>;
  /** The number of calls that wait at a gate now, by tenant; a tenant without any is not in it. */
  countWaiting(): Awaitable<ReadonlyMap<string, number>>;
}

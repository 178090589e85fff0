import { findInSteps, type Ledger, type LedgerEntry, type LedgerQuery } from 'toolcrib/runtime';
import { giveWay } from './give-way.ts';

/** Views of some entries of a ledger, in its order. */
export interface EntryList<View> {
  readonly items: readonly View[];
  /** Whether it ended before all entries were read that a longer list could have, because these are large. */
  readonly isCut: boolean;
}

/** How entries are listed. */
export interface ListEntriesOptions<View> {
  /** What is shown of an entry; undefined for one that is left out. */
  readonly toView: (entry: LedgerEntry) => View | undefined | Promise<View | undefined>;
  readonly limit: number;
  /** Ends the list once it has more than one view and they have more characters of JSON. @default no end */
  readonly maxChars?: number | undefined;
  /** Whether many entries may be left out. */
  readonly isFiltered: boolean;
  /** @default all */
  readonly maxLookedAt?: number | undefined;
}

const MAX_STEP_ENTRIES = 100;
/** Entries of more bytes than this are read one at a time, with a pause before each. */
const MAX_STEP_BYTES = 65_536;
/** After reading this many bytes of entries, a list with a view ends; a list without one continues after a pause. */
const MAX_READ_BYTES = 4 * 1_048_576;

/**
 * Lists views of the entries that a query finds. Entries have the arguments and results of their calls, also where a view
 * does not: few are in memory at once, and the event loop is never held for long.
 */
export async function listEntries<View>(
  ledger: Ledger,
  query: Omit<LedgerQuery, 'limit'>,
  options: ListEntriesOptions<View>,
): Promise<EntryList<View>> {
  const { toView, limit, maxChars = Number.POSITIVE_INFINITY, isFiltered, maxLookedAt } = options;
  const items: View[] = [];
  let [chars, lookedAt, bytesRead, bytesSincePause] = [0, 0, 0, 0];
  const maxEntries = isFiltered ? MAX_STEP_ENTRIES : Math.min(limit, MAX_STEP_ENTRIES);
  const limits = { maxEntries, maxBytes: MAX_STEP_BYTES };
  for await (const { entries, bytes } of findInSteps(ledger, query, limits)) {
    if (bytes > MAX_STEP_BYTES) await giveWay();
    for (const entry of entries) {
      const view = await toView(entry);
      if (view === undefined) continue;
      items.push(view);
      chars += JSON.stringify(view).length;
      if (items.length >= limit || (chars > maxChars && items.length > 1)) return { items, isCut: false };
    }
    lookedAt += entries.length;
    if (lookedAt >= (maxLookedAt ?? Number.POSITIVE_INFINITY)) break;
    bytesRead += bytes;
    if (bytesRead >= MAX_READ_BYTES && items.length > 0) return { items, isCut: true };
    bytesSincePause += bytes;
    if (bytesSincePause < MAX_STEP_BYTES) continue;
    await giveWay();
    bytesSincePause = 0;
  }
  return { items, isCut: false };
}

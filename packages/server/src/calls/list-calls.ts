import { firstIdAt, type LedgerEntry, type LedgerSearch, type SearchableLedger } from 'toolcrib/runtime';
import type { Actor } from '../auth/actor.ts';
import type { CallView } from './call-desk.ts';
import type { CallList, CallQuery } from './call-query.ts';
import { endedStates, openStates } from './call-states.ts';
import { giveWay } from './give-way.ts';

/** How calls are listed for an actor. */
export interface ListCallsOptions {
  readonly actor: Actor;
  /** Whether the actor may see every call of the tenant. */
  readonly isWhole: boolean;
  /** Ends the list for good after so many calls, seen or not. @default a list that ends there can be continued */
  readonly lastLookedAt?: number | undefined;
  /** What is shown of a call; undefined for one that the actor may not see. */
  readonly toView: (entry: LedgerEntry) => CallView | undefined;
}

const MAX_STEP_ENTRIES = 100;
const MAX_STEP_BYTES = 65_536;
/** The database of a single process answers at once, and holds the event loop for as long. */
const STEP_LOOKED_AT = 1_000;
/** A list ends here, to be continued, even if nothing was found. */
const MAX_LOOKED_AT = 25_000;
/** A list that has a call ends once this many bytes of entries were read. */
const MAX_READ_BYTES = 4 * 1_048_576;
const NOTHING: CallList = Object.freeze({ items: Object.freeze([]), next: undefined });

/**
 * Lists calls of a tenant, in steps between which other requests have their turn. Who may see every call searches by indexes. All
 * others go through what they may see and leave out what they did not ask for: what such a list costs, and where it ends, tells
 * nothing of calls that they may not see.
 */
export async function listCalls(
  ledger: Pick<SearchableLedger, 'search'>,
  query: CallQuery,
  options: ListCallsOptions,
): Promise<CallList> {
  const { limit, maxChars = Number.POSITIVE_INFINITY } = query;
  const { isWhole, toView, lastLookedAt } = options;
  const search = toSearch(query, options);
  if (search.states.length === 0) return NOTHING;
  const isAsked = isWhole ? () => true : toCondition(query);
  const isFiltered = !isWhole && (lastLookedAt !== undefined || isNarrow(query));
  const maxEntries = isFiltered ? MAX_STEP_ENTRIES : Math.min(limit, MAX_STEP_ENTRIES);
  const items: CallView[] = [];
  let { before } = search;
  let [chars, lookedAt, bytesRead] = [0, 0, 0];
  for (;;) {
    const { entries, bytes, next } = await ledger.search({ ...search, before, limit: maxEntries });
    for (const entry of entries) {
      const view = isAsked(entry) ? toView(entry) : undefined;
      if (view === undefined) continue;
      items.push(view);
      chars += JSON.stringify(view).length;
      if (items.length >= limit || (chars > maxChars && items.length > 1)) {
        return { items, next: entry.invocationId };
      }
    }
    if (next === undefined) return { items, next };
    // Where it ends behind what was found, it has looked at as many as it may.
    lookedAt += next === entries.at(-1)?.invocationId ? entries.length : STEP_LOOKED_AT;
    if (lookedAt >= (lastLookedAt ?? Number.POSITIVE_INFINITY)) return { items, next: undefined };
    bytesRead += bytes;
    if (lookedAt >= MAX_LOOKED_AT && lastLookedAt === undefined) return { items, next };
    const last = items.at(-1);
    if (bytesRead >= MAX_READ_BYTES && last !== undefined) {
      // The last one that was read may be one that the actor may not see.
      return { items, next: isWhole ? next : last.id };
    }
    before = next;
    await giveWay();
  }
}

function toSearch(query: CallQuery, { actor, isWhole }: ListCallsOptions): Omit<LedgerSearch, 'limit'> {
  const { state, tool, caller, status, since, until, after } = query;
  const states =
    state === 'open' ? openStates : state === 'ended' ? endedStates : [...openStates, ...endedStates];
  const { tenant, permissions } = actor;
  const ends = [until === undefined ? undefined : firstIdAt(Date.parse(until)), after];
  const [before] = ends.filter((end) => end !== undefined).toSorted();
  const own = permissions.has('calls:read') ? undefined : actor.caller.id;
  return {
    tenant,
    states: isWhole && status !== undefined ? states.filter((each) => each === status) : states,
    callerId: isWhole ? caller : own,
    toolName: isWhole ? tool : undefined,
    before,
    from: since === undefined ? undefined : firstIdAt(Date.parse(since)),
    maxBytes: MAX_STEP_BYTES,
    maxLookedAt: STEP_LOOKED_AT,
  };
}

function isNarrow({ tool, caller, status }: CallQuery): boolean {
  return (tool ?? caller ?? status) !== undefined;
}

function toCondition({ tool, caller, status }: CallQuery): (entry: LedgerEntry) => boolean {
  return ({ toolName, callerId, state }) =>
    (tool === undefined || tool === toolName) &&
    (caller === undefined || caller === callerId) &&
    (status === undefined || status === state);
}

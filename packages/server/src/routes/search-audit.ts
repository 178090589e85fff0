import type { AuditEntry } from '../audit/audit-entry.ts';
import { giveWay } from '../calls/give-way.ts';
import { decodeCursor, refuseCursor } from '../http/cursor.ts';
import { MAX_PAGE_BYTES, type SearchedPage, toSearchedPage } from '../http/page.ts';
import type { Service } from '../service/service.ts';
import type { AuditSearch } from '../store/service-store.ts';
import type { ListFilter } from './schemas/filter.ts';

/** A page of a log that is filtered. */
export interface FilteredAuditPage {
  readonly filter: ListFilter;
  /** What its cursors count for. */
  readonly scope: string;
  readonly limit: number;
  /** Only so many, from the end of the log. */
  readonly last: number | undefined;
  /** A cursor. */
  readonly after: string | undefined;
}

const STEP_ENTRIES = 100;
/** The database of a single process answers at once, and holds the event loop for as long. */
const STEP_LOOKED_AT = 500;
/** A page ends here, to be continued, even if nothing was found. */
const MAX_LOOKED_AT = 25_000;

/** The number in a cursor of a log; 0 without one. @throws ToolcribError `E_INVALID_REQUEST`. */
export function readSequence(cursor: string | undefined, scope = ''): number {
  const key = decodeCursor(cursor, scope) ?? '0';
  return /^(0|[1-9][0-9]{0,14})$/.test(key) ? Number(key) : refuseCursor();
}

/** A page of the entries of a log that fit a filter, the oldest first; with `last` those at the end of the log. */
export async function searchAudit(
  { store }: Pick<Service, 'store'>,
  tenant: string,
  { filter, scope, limit, last, after }: FilteredAuditPage,
): Promise<SearchedPage<AuditEntry>> {
  const { tool: subject, caller: actor, status, since, until } = filter;
  const isLast = last !== undefined;
  const cursorScope = isLast ? `${scope}-last` : scope;
  const found = await findAll(store, tenant, {
    ...{ subject, actor, status, since, until, newestFirst: isLast },
    after: after === undefined ? undefined : readSequence(after, cursorScope),
    // One more than fits shows whether there is another page.
    limit: (last ?? limit) + 1,
  });
  const at = found.next === undefined ? undefined : await loadTime(store, tenant, found.next);
  const page = toSearchedPage(found, {
    ...{ limit: last ?? limit, scope: cursorScope },
    keyOf: (entry) => String(entry.sequence),
    timeOf: () => at,
  });
  return isLast ? { ...page, items: page.items.toReversed() } : page;
}

/** Searches in steps between which other requests have their turn. */
async function findAll(
  store: Service['store'],
  tenant: string,
  { limit, ...search }: Omit<AuditSearch, 'maxLookedAt'>,
): Promise<{ readonly items: readonly AuditEntry[]; readonly next: string | undefined }> {
  const items: AuditEntry[] = [];
  let { after } = search;
  let [chars, lookedAt] = [0, 0];
  for (;;) {
    const step = Math.min(limit - items.length, STEP_ENTRIES);
    const wanted = { ...search, after, limit: step, maxLookedAt: STEP_LOOKED_AT };
    const { entries, next } = await store.searchAudit(tenant, wanted);
    items.push(...entries);
    chars += entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
    if (next === undefined) return { items, next };
    lookedAt += entries.length < step ? STEP_LOOKED_AT : entries.length;
    const isFull = items.length >= limit || chars > MAX_PAGE_BYTES;
    if (isFull || lookedAt >= MAX_LOOKED_AT) return { items, next: String(next) };
    after = next;
    await giveWay();
  }
}

async function loadTime(
  store: Service['store'],
  tenant: string,
  sequence: string,
): Promise<string | undefined> {
  const [entry] = await store.auditEntries(tenant, Number(sequence) - 1, 1);
  return entry?.at;
}

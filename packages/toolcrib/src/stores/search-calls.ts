import { isEnded, type LedgerFindings, type LedgerSearch, type LedgerState } from '../runtime/index.ts';
import { toColumn } from './column-text.ts';
import { readRow } from './entry-row.ts';
import type { SqlSession, SqlValue } from './sql-session.ts';

/** A condition that an index of the table leads along, in the order of ids. */
interface IndexPath {
  readonly condition: string;
  readonly values: readonly SqlValue[];
  /** The id as this index has it. */
  readonly id: typeof ORDERED_ID | 'invocation_id';
}

/**
 * An id as the indexes by tenant, caller, tool and state have it. By the column itself PostgreSQL follows the primary key instead,
 * through the calls of all tenants.
 */
export const ORDERED_ID = "(invocation_id || '')";

/**
 * The beginning of a tenant as only the index of all its calls has it. By that of the other indexes SQLite follows this one too
 * between two ids, through everything that a caller or a tool has nothing to do with.
 */
const WHOLE_TENANT = "(substr(tenant, 1, 200) || '')";

/** The ids that a search looks at: from the first, which may be left out, and before the last. */
interface IdRange {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

/** The entries of a search along one path. */
interface PathSearch {
  readonly path: IndexPath;
  readonly range: IdRange;
}

/** A state that can be written into a statement. */
const STATE = /^[a-z_]{1,32}$/;

const NOTHING: LedgerFindings = Object.freeze({ entries: Object.freeze([]), bytes: 0, next: undefined });

/**
 * Searches the table `toolcrib_calls`, the last ids first. Of the indexes that lead to what is searched for, it follows the
 * one whose next `maxLookedAt` entries reach back furthest, and no further than these.
 */
export async function searchCalls(session: SqlSession, search: LedgerSearch): Promise<LedgerFindings> {
  const { states, from, before, limit, maxBytes } = search;
  if (states.length === 0) return NOTHING;
  const range = { from, before };
  const { path, end } = await findShortestPath(session, search);
  const found = await findIds(session, search, { path, range: { ...range, from: end ?? from } });
  const taken = takeWithin(found, maxBytes);
  const entries = await loadEntries(
    session,
    taken.map(({ id }) => id),
  );
  const isCut = taken.length < found.length || found.length === limit;
  const bytes = taken.reduce((sum, each) => sum + each.bytes, 0);
  return Object.freeze({ entries, bytes, next: isCut ? taken.at(-1)?.id : end });
}

/** A text that begins as another: an index holds no more of it, since there is a limit to what fits into one. */
export function startsWith(column: 'tenant' | 'caller_id' | 'tool_name'): string {
  return `substr(${column}, 1, 200) = substr(cast(? as text), 1, 200)`;
}

/** The path to follow, and at which id to stop for now; undefined if nothing is left behind that. */
async function findShortestPath(
  session: SqlSession,
  search: LedgerSearch,
): Promise<{ readonly path: IndexPath; readonly end: string | undefined }> {
  // Those that have not ended are few.
  if (!search.states.some(isEnded)) {
    return { path: { condition: 'ended_at is null', values: [], id: 'invocation_id' }, end: undefined };
  }
  const paths = toPaths(search);
  let [shortest] = paths;
  // Everything on the path is found, so that the limit is reached first.
  if (paths.length === 1 && isEveryState(search.states)) return { path: shortest, end: undefined };
  let end: string | undefined;
  for (const path of paths) {
    const reached = await findEnd(session, search, path);
    if (reached === undefined) return { path, end: undefined };
    if (end !== undefined && reached >= end) continue;
    end = reached;
    shortest = path;
  }
  return { path: shortest, end };
}

/** Always one at least. */
function toPaths({ tenant, toolName, callerId, states }: LedgerSearch): [IndexPath, ...IndexPath[]] {
  const ofTenant = { values: [toColumn(tenant)], id: ORDERED_ID } as const;
  const whole = { ...ofTenant, condition: `${WHOLE_TENANT} = substr(cast(? as text), 1, 200)` };
  const narrow = (condition: string, ...values: readonly SqlValue[]): IndexPath => ({
    ...ofTenant,
    condition: `${startsWith('tenant')} and ${condition}`,
    values: [...ofTenant.values, ...values],
  });
  const paths: IndexPath[] = [];
  if (callerId !== undefined) paths.push(narrow(startsWith('caller_id'), toColumn(callerId)));
  if (toolName !== undefined) paths.push(narrow(startsWith('tool_name'), toColumn(toolName)));
  const [state] = states;
  if (state !== undefined && states.length === 1 && state !== 'ok' && STATE.test(state)) {
    // Written out, because only so databases know that the index has all of them.
    paths.push(narrow(`state = '${state}' and ended_at is not null and state <> 'ok'`));
  }
  const [first = whole, ...others] = paths;
  return [first, ...others];
}

/** The id of the last entry on a path that may be looked at now; undefined if there are not as many. */
async function findEnd(
  session: SqlSession,
  { from, before, maxLookedAt }: LedgerSearch,
  { condition, values, id }: IndexPath,
): Promise<string | undefined> {
  const range = toRange(id, { from, before });
  const sql = `select invocation_id from toolcrib_calls where ${[condition, ...range.conditions].join(' and ')}
    order by ${id} desc limit 1 offset ?`;
  const [row] = await session.all(sql, [...values, ...range.values, maxLookedAt - 1]);
  return row && String(row.invocation_id);
}

interface FoundId {
  readonly id: string;
  readonly bytes: number;
}

async function findIds(
  session: SqlSession,
  { tenant, toolName, callerId, states, limit }: LedgerSearch,
  { path, range }: PathSearch,
): Promise<readonly FoundId[]> {
  const { conditions, values } = toRange(path.id, range);
  const ofStates = isEveryState(states) ? [] : [`state in (${states.map(() => '?').join()})`];
  const exact: [string, string | undefined][] = [
    ['tenant = ?', tenant],
    ['caller_id = ?', callerId],
    ['tool_name = ?', toolName],
  ];
  const given = exact.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  const where = [path.condition, ...conditions, ...given.map(({ condition }) => condition), ...ofStates];
  const sql = `select invocation_id, octet_length(entry) as bytes from toolcrib_calls
    where ${where.join(' and ')} order by ${path.id} desc limit ?`;
  const rows = await session.all(sql, [
    ...path.values,
    ...values,
    ...given.map(({ value }) => toColumn(value)),
    ...(ofStates.length === 0 ? [] : states),
    limit,
  ]);
  return rows.map((row) => ({ id: String(row.invocation_id), bytes: Number(row.bytes) }));
}

function toRange(id: IndexPath['id'], { from, before }: IdRange) {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (before !== undefined) {
    conditions.push(`${id} < ?`);
    values.push(before);
  }
  if (from !== undefined) {
    conditions.push(`${id} >= ?`);
    values.push(from);
  }
  return { conditions, values };
}

/** The first ids whose entries fit; at least one, if there is one. */
function takeWithin(found: readonly FoundId[], maxBytes: number): readonly FoundId[] {
  let left = maxBytes;
  const end = found.findIndex(({ bytes }, index) => {
    left -= bytes;
    return left < 0 && index > 0;
  });
  return end === -1 ? found : found.slice(0, end);
}

/** In the order of the ids; without those that are gone since. */
async function loadEntries(session: SqlSession, ids: readonly string[]): Promise<LedgerFindings['entries']> {
  if (ids.length === 0) return NOTHING.entries;
  const sql = `select invocation_id, entry from toolcrib_calls where invocation_id in (${ids.map(() => '?').join()})
    order by invocation_id desc`;
  return Object.freeze((await session.all(sql, ids)).map(readRow));
}

const STATE_COUNT = 11;

/** Whether a condition on states would leave out nothing. */
function isEveryState(states: readonly LedgerState[]): boolean {
  return new Set(states).size === STATE_COUNT;
}
